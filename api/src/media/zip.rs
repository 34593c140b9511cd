//! The table of contents of a ZIP archive, which tells an office document from any other archive. Nothing is unpacked.

use std::{
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom},
};

/// Bytes in the record at the end, and in the comment behind it at most.
const END: usize = 22;
const COMMENT: u64 = 65_535;
/// Bytes of the table that are looked at; office documents need some kilobytes.
const TABLE: usize = 1024 * 1024;
const ENTRY: usize = 46;

/// The names in the archive, as far as the first megabyte of its table tells them. An archive of more than 4 GB, which
/// keeps its table elsewhere, is an error like one that is damaged.
pub fn names(file: &mut File) -> io::Result<Vec<String>> {
    let length = file.metadata()?.len();
    let tail_at = length.saturating_sub(END as u64 + COMMENT);
    let tail = read(file, tail_at, usize::try_from(length - tail_at).unwrap_or(usize::MAX))?;
    let end = tail
        .windows(END)
        .rposition(|record| record.starts_with(b"PK\x05\x06"))
        .map(|at| &tail[at..at + END])
        .ok_or_else(damaged)?;
    let table_length = number(end, 12, 4)?;
    let table_at = number(end, 16, 4)? as u64;
    if table_at + table_length as u64 > length {
        return Err(damaged());
    }
    let table = read(file, table_at, table_length.min(TABLE))?;
    let mut names = Vec::new();
    let mut rest = &table[..];
    while rest.len() >= ENTRY {
        if !rest.starts_with(b"PK\x01\x02") {
            return Err(damaged());
        }
        let (name, extra, comment) = (number(rest, 28, 2)?, number(rest, 30, 2)?, number(rest, 32, 2)?);
        let Some(text) = rest.get(ENTRY..ENTRY + name) else { break };
        names.push(String::from_utf8_lossy(text).into_owned());
        rest = rest.get(ENTRY + name + extra + comment..).unwrap_or_default();
    }
    Ok(names)
}

fn read(file: &mut File, at: u64, length: usize) -> io::Result<Vec<u8>> {
    file.seek(SeekFrom::Start(at))?;
    let mut bytes = vec![0; length];
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// A number of `length` bytes, the lowest first.
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

    /// An archive of empty files with these names.
    pub fn archive(names: &[&str]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut table = Vec::new();
        for name in names {
            let (at, length) = (bytes.len() as u32, (name.len() as u16).to_le_bytes());
            bytes.extend(b"PK\x03\x04");
            bytes.extend([0; 22]);
            bytes.extend(length);
            bytes.extend([0; 2]);
            bytes.extend(name.bytes());
            table.extend(b"PK\x01\x02");
            table.extend([0; 24]);
            table.extend(length);
            table.extend([0; 12]);
            table.extend(at.to_le_bytes());
            table.extend(name.bytes());
        }
        let (at, count) = (bytes.len() as u32, (names.len() as u16).to_le_bytes());
        let length = table.len() as u32;
        bytes.extend(table);
        bytes.extend(b"PK\x05\x06\0\0\0\0");
        bytes.extend([count, count].concat());
        bytes.extend(length.to_le_bytes());
        bytes.extend(at.to_le_bytes());
        bytes.extend([0; 2]);
        bytes
    }

    fn names_in(bytes: &[u8]) -> io::Result<Vec<String>> {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        names(&mut file)
    }

    #[test]
    fn the_table_tells_the_names() {
        assert_eq!(names_in(&archive(&[])).unwrap(), [""; 0]);
        assert_eq!(names_in(&archive(&["a.txt", "word/document.xml"])).unwrap(), ["a.txt", "word/document.xml"]);
        let mut commented = archive(&["a"]);
        let end = commented.len();
        commented[end - 2..].copy_from_slice(&5_u16.to_le_bytes());
        commented.extend(b"hello");
        assert_eq!(names_in(&commented).unwrap(), ["a"]);
    }

    #[test]
    fn an_archive_without_its_end_or_with_a_table_that_is_elsewhere_is_damaged() {
        let whole = archive(&["a.txt", "b.txt"]);
        assert!(names_in(&whole[..whole.len() - 10]).is_err());
        assert!(names_in(b"PK\x03\x04").is_err());
        let mut astray = whole.clone();
        let end = astray.len();
        astray[end - 6..end - 2].copy_from_slice(&u32::MAX.to_le_bytes());
        assert!(names_in(&astray).is_err());
    }
}
