//! Central directory of a ZIP archive, which distinguishes office documents from other archives.
//!
//! ZIP readers locate the directory in different ways, so a file can show two readers different contents. The directory
//! is therefore accepted only where all readers find it: directly before the records at the end of the file.

use std::{
    fs::File,
    io::{self, BufReader, Read, Seek as _, SeekFrom},
};

use flate2::read::DeflateDecoder;

/// Bytes of the end record, and maximum bytes of the comment after it.
const END: usize = 22;
const MAX_COMMENT: u64 = 65_535;
/// Bytes of the two preceding ZIP64 records.
const LOCATOR: u64 = 20;
const END_64: u64 = 56;
const ENTRY: usize = 46;
const LOCAL_HEADER: usize = 30;

const STORED: usize = 0;
const DEFLATED: usize = 8;

/// Archive with a located directory.
pub struct Archive<'a> {
    file: &'a mut File,
    directory_at: u64,
    directory_length: u64,
}

/// Directory entry of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub name: String,
    method: usize,
    compressed: u64,
    header_at: u64,
}

impl<'a> Archive<'a> {
    /// Locates the directory. Fails for a damaged archive and for an archive that readers could interpret in two ways.
    pub fn open(file: &'a mut File) -> io::Result<Self> {
        let length = file.metadata()?.len();
        let tail_at = length.saturating_sub(END as u64 + MAX_COMMENT);
        let tail = read(file, tail_at, length - tail_at)?;
        // The comment ends with the file. A second end record would lie in the comment of the first.
        let ends: Vec<usize> = tail
            .windows(END)
            .enumerate()
            .filter(|(at, record)| {
                record.starts_with(b"PK\x05\x06")
                    && number(record, 20, 2).is_ok_and(|comment| at + END + comment == tail.len())
            })
            .map(|(at, _)| at)
            .collect();
        let [at] = ends[..] else { return Err(damaged()) };
        let (end, end_at) = (&tail[at..at + END], tail_at + at as u64);
        let mut directory = (number(end, 16, 4)? as u64, number(end, 12, 4)? as u64);
        let mut ends_at = end_at;
        if let Some((record_at, large)) = large_directory(file, end_at)? {
            let is_same = |told: u64, large: u64| told == large || told == u64::from(u32::MAX);
            if !is_same(directory.0, large.0) || !is_same(directory.1, large.1) {
                return Err(damaged());
            }
            (ends_at, directory) = (record_at, large);
        }
        let (directory_at, directory_length) = directory;
        if directory_at.checked_add(directory_length) != Some(ends_at) {
            return Err(damaged());
        }
        Ok(Self { file, directory_at, directory_length })
    }

    /// Calls `visit` for every entry of the directory.
    pub fn visit(&mut self, mut visit: impl FnMut(Entry)) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.directory_at))?;
        let mut left = self.directory_length;
        let mut directory = BufReader::new((&mut *self.file).take(left));
        while left > 0 {
            let mut fixed = [0; ENTRY];
            directory.read_exact(&mut fixed)?;
            if !fixed.starts_with(b"PK\x01\x02") {
                return Err(damaged());
            }
            let (name_length, extra, comment) =
                (number(&fixed, 28, 2)?, number(&fixed, 30, 2)?, number(&fixed, 32, 2)?);
            let mut name = vec![0; name_length];
            directory.read_exact(&mut name)?;
            io::copy(&mut (&mut directory).take((extra + comment) as u64), &mut io::sink())?;
            left = left.checked_sub((ENTRY + name_length + extra + comment) as u64).ok_or_else(damaged)?;
            visit(Entry {
                name: String::from_utf8_lossy(&name).into_owned(),
                method: number(&fixed, 10, 2)?,
                compressed: number(&fixed, 20, 4)? as u64,
                header_at: number(&fixed, 42, 4)? as u64,
            });
        }
        Ok(())
    }

    /// Unpacks a file of at most `most` bytes. A larger file is an error.
    pub fn unpack(&mut self, entry: &Entry, most: u64) -> io::Result<Vec<u8>> {
        let header = read(self.file, entry.header_at, LOCAL_HEADER as u64)?;
        if !header.starts_with(b"PK\x03\x04") {
            return Err(damaged());
        }
        let skipped = LOCAL_HEADER + number(&header, 26, 2)? + number(&header, 28, 2)?;
        self.file.seek(SeekFrom::Start(entry.header_at + skipped as u64))?;
        let packed = BufReader::new((&mut *self.file).take(entry.compressed));
        let mut bytes = Vec::new();
        match entry.method {
            STORED => packed.take(most + 1).read_to_end(&mut bytes)?,
            DEFLATED => DeflateDecoder::new(packed).take(most + 1).read_to_end(&mut bytes)?,
            _ => return Err(damaged()),
        };
        if bytes.len() as u64 > most { Err(damaged()) } else { Ok(bytes) }
    }
}

/// Returns place and length of the directory from the ZIP64 records, if any, and the offset of those records.
fn large_directory(file: &mut File, end_at: u64) -> io::Result<Option<(u64, (u64, u64))>> {
    let Some(locator_at) = end_at.checked_sub(LOCATOR) else { return Ok(None) };
    let locator = read(file, locator_at, LOCATOR)?;
    if !locator.starts_with(b"PK\x06\x07") {
        return Ok(None);
    }
    let record_at = number(&locator, 8, 8)? as u64;
    if record_at.checked_add(END_64) != Some(locator_at) {
        return Err(damaged());
    }
    let record = read(file, record_at, END_64)?;
    if !record.starts_with(b"PK\x06\x06") {
        return Err(damaged());
    }
    Ok(Some((record_at, (number(&record, 48, 8)? as u64, number(&record, 40, 8)? as u64))))
}

fn read(file: &mut File, at: u64, length: u64) -> io::Result<Vec<u8>> {
    file.seek(SeekFrom::Start(at))?;
    let mut bytes = vec![0; usize::try_from(length).map_err(|_| damaged())?];
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// Reads a little-endian number of `length` bytes.
fn number(bytes: &[u8], at: usize, length: usize) -> io::Result<usize> {
    let bytes = bytes.get(at..at + length).ok_or_else(damaged)?;
    Ok(bytes.iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte)))
}

fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "not a ZIP archive")
}

#[cfg(test)]
pub mod tests {
    use std::io::Write as _;

    use super::*;

    /// Builds an archive of empty files with these names.
    pub fn archive(names: &[&str]) -> Vec<u8> {
        let files: Vec<_> = names.iter().map(|name| (*name, &b""[..])).collect();
        archive_of(&files)
    }

    /// Builds an uncompressed archive of these files.
    pub fn archive_of(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut directory = Vec::new();
        for (name, content) in files {
            let (at, length) = (bytes.len() as u32, (name.len() as u16).to_le_bytes());
            let sizes = (content.len() as u32).to_le_bytes().repeat(2);
            bytes.extend([b"PK\x03\x04", &[0; 14][..], &sizes, &length, &[0; 2], name.as_bytes(), content].concat());
            directory.extend([b"PK\x01\x02", &[0; 16][..], &sizes, &length, &[0; 12], &at.to_le_bytes()].concat());
            directory.extend(name.bytes());
        }
        let (at, count) = (bytes.len() as u32, (files.len() as u16).to_le_bytes());
        let length = directory.len() as u32;
        bytes.extend(directory);
        bytes.extend(b"PK\x05\x06\0\0\0\0");
        bytes.extend([count, count].concat());
        bytes.extend(length.to_le_bytes());
        bytes.extend(at.to_le_bytes());
        bytes.extend([0; 2]);
        bytes
    }

    fn saved(bytes: &[u8]) -> File {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        file
    }

    fn names_in(bytes: &[u8]) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        Archive::open(&mut saved(bytes))?.visit(|entry| names.push(entry.name))?;
        Ok(names)
    }

    /// Moves the directory's location into ZIP64 records.
    fn large(plain: &[u8]) -> Vec<u8> {
        let (head, end) = plain.split_at(plain.len() - END);
        let (length, at) = (number(end, 12, 4).unwrap() as u64, number(end, 16, 4).unwrap() as u64);
        let mut bytes = head.to_vec();
        bytes.extend([b"PK\x06\x06", &[0; 36][..], &length.to_le_bytes(), &at.to_le_bytes()].concat());
        bytes.extend([b"PK\x06\x07", &[0; 4][..], &(head.len() as u64).to_le_bytes(), &[0; 4]].concat());
        bytes.extend([&end[..12], &[0xFF; 8], &end[20..]].concat());
        bytes
    }

    #[test]
    fn directory_lists_names() {
        assert_eq!(names_in(&archive(&[])).unwrap(), [""; 0]);
        assert_eq!(names_in(&archive(&["a.txt", "word/document.xml"])).unwrap(), ["a.txt", "word/document.xml"]);
        let mut commented = archive(&["a"]);
        let end = commented.len();
        commented[end - 2..].copy_from_slice(&5_u16.to_le_bytes());
        commented.extend(b"hello");
        assert_eq!(names_in(&commented).unwrap(), ["a"]);
        assert_eq!(names_in(&large(&archive(&["a", "b"]))).unwrap(), ["a", "b"]);
    }

    #[test]
    fn directory_over_a_megabyte_is_read_to_its_end() {
        let many: Vec<String> = (0..20_000).map(|number| format!("word/media/picture-{number}.png")).collect();
        let names: Vec<&str> = many.iter().map(String::as_str).chain(["last"]).collect();
        let all = names_in(&archive(&names)).unwrap();
        assert_eq!((all.len(), all.last().map(String::as_str)), (20_001, Some("last")));
    }

    #[test]
    fn archive_is_rejected_when_readers_could_differ() {
        let whole = archive(&["a.txt", "b.txt"]);
        assert!(names_in(&whole[..whole.len() - 10]).is_err());
        assert!(names_in(b"PK\x03\x04").is_err());
        let changed = |at_from_end: usize, value: u32| {
            let mut bytes = whole.clone();
            let at = bytes.len() - at_from_end;
            bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
            names_in(&bytes)
        };
        assert!(changed(6, u32::MAX).is_err(), "the directory lies behind the end");
        assert!(changed(6, 0).is_err(), "there is a gap behind the directory");
        assert!(changed(10, 51).is_err(), "the directory ends before its last entry");
        // A second end record in the comment of the first, which names the directory of a harmless archive.
        let harmless = archive(&["a.txt"]);
        let mut two = archive(&["word/vbaProject.bin"]);
        let end = two.len();
        two[end - 2..].copy_from_slice(&u16::try_from(harmless.len()).unwrap().to_le_bytes());
        two.extend(&harmless);
        assert!(names_in(&two).is_err());
        // Two records that name two directories.
        let mut two = large(&whole);
        let end = two.len();
        two[end - 10..end - 6].copy_from_slice(&1_u32.to_le_bytes());
        assert!(names_in(&two).is_err());
    }

    #[test]
    fn unpack_fails_when_file_exceeds_limit() {
        let unpack = |bytes: &[u8], most| {
            let (mut file, mut entries) = (saved(bytes), Vec::new());
            let mut archive = Archive::open(&mut file).unwrap();
            archive.visit(|entry| entries.push(entry)).unwrap();
            archive.unpack(&entries[0], most)
        };
        let plain = archive_of(&[("a.txt", b"some words")]);
        assert_eq!(unpack(&plain, 10).unwrap(), b"some words");
        assert!(unpack(&plain, 9).is_err());
        let mut packed = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::default());
        packed.write_all(&[b'x'; 10_000]).unwrap();
        let mut bomb = archive_of(&[("a.txt", &packed.finish().unwrap())]);
        let directory = bomb.windows(4).position(|four| four == b"PK\x01\x02").unwrap();
        bomb[directory + 10] = 8;
        assert_eq!(unpack(&bomb, 10_000).unwrap().len(), 10_000);
        assert!(unpack(&bomb, 9_999).is_err());
    }
}
