//! Length and size of an MP4 file (ISO 14496-12), from its tables `mvhd` and `tkhd`. Reads no frames.

use std::{
    fs::File,
    io::{Read as _, Seek as _, SeekFrom},
    path::Path,
};

/// Maximum bytes of the tables. Ten minutes need far less.
const MAX_TABLES: u64 = 16 * 1024 * 1024;
/// Maximum boxes in a table.
const MAX_BOXES: usize = 1_000;
/// Maximum boxes at the top of a file: ten minutes with two for each of 60 frames a second.
const MAX_FRAGMENTS: usize = 72_000;

/// Facts that a file states of itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facts {
    pub width: u32,
    pub height: u32,
    pub seconds: f64,
}

/// Returns none for a file without a video, or a damaged one: each box must end within the file.
pub fn read(path: &Path) -> Option<Facts> {
    let mut file = File::open(path).ok()?;
    let end = file.metadata().ok()?.len();
    let (mut at, mut found) = (0, None);
    for _ in 0..MAX_FRAGMENTS {
        if at == end {
            return found;
        }
        let (name, head, size) = head_of(&mut file, at, end)?;
        if &name == b"moov" {
            let length = size.checked_sub(head).filter(|length| *length <= MAX_TABLES)?;
            let mut tables = vec![0; usize::try_from(length).ok()?];
            file.read_exact(&mut tables).ok()?;
            found = facts(&tables);
        }
        at += size;
    }
    None
}

/// Reads the head of the box at `at`: its name, the bytes of its head and of all of it.
fn head_of(file: &mut File, at: u64, end: u64) -> Option<([u8; 4], u64, u64)> {
    file.seek(SeekFrom::Start(at)).ok()?;
    let mut head = [0; 8];
    file.read_exact(&mut head).ok()?;
    let [a, b, c, d, name @ ..] = head;
    let (head, size) = match u32::from_be_bytes([a, b, c, d]) {
        0 => (8, end - at),
        1 => {
            let mut large = [0; 8];
            file.read_exact(&mut large).ok()?;
            (16, u64::from_be_bytes(large))
        }
        size => (8, u64::from(size)),
    };
    (size >= head && at.checked_add(size)? <= end).then_some((name, head, size))
}

/// Returns the boxes in a table, by name and content.
fn boxes(mut table: &[u8]) -> Vec<([u8; 4], &[u8])> {
    let mut found = Vec::new();
    while let Some((head, _)) = table.split_first_chunk::<8>() {
        let [a, b, c, d, name @ ..] = *head;
        let size = usize::try_from(u32::from_be_bytes([a, b, c, d])).unwrap_or(0);
        if size < 8 || size > table.len() || found.len() == MAX_BOXES {
            break;
        }
        found.push((name, &table[8..size]));
        table = &table[size..];
    }
    found
}

fn named<'a>(table: &'a [u8], name: &[u8; 4]) -> Option<&'a [u8]> {
    boxes(table).into_iter().find(|(known, _)| known == name).map(|(_, content)| content)
}

fn number(content: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(content.get(at..at + 4)?.try_into().ok()?))
}

fn facts(tables: &[u8]) -> Option<Facts> {
    let header = named(tables, b"mvhd")?;
    let (scale, length) = match header.first()? {
        1 => (number(header, 20)?, u64::from(number(header, 24)?) << 32 | u64::from(number(header, 28)?)),
        _ => (number(header, 12)?, u64::from(number(header, 16)?)),
    };
    let tracks = boxes(tables).into_iter().filter(|(name, _)| name == b"trak");
    let mut sizes = tracks.filter_map(|(_, track)| {
        // Width and height are the last numbers, each with 16 bits behind the point.
        let head = named(track, b"tkhd")?;
        let at = head.len().checked_sub(8)?;
        let size = (number(head, at)? >> 16, number(head, at + 4)? >> 16);
        (size.0 > 0 && size.1 > 0).then_some(size)
    });
    let (width, height) = sizes.next()?;
    #[allow(clippy::cast_precision_loss, reason = "a length in seconds needs no more than 53 bits")]
    let seconds = (scale > 0).then(|| length as f64 / f64::from(scale))?;
    Some(Facts { width, height, seconds })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boxed(name: &[u8; 4], content: &[u8]) -> Vec<u8> {
        let size = u32::try_from(content.len() + 8).unwrap();
        [&size.to_be_bytes()[..], name, content].concat()
    }

    fn file(seconds: u32, width: u32) -> Vec<u8> {
        let mut header = vec![0; 100];
        header[12..16].copy_from_slice(&1_000_u32.to_be_bytes());
        header[16..20].copy_from_slice(&(seconds * 1_000).to_be_bytes());
        let mut track = vec![0; 84];
        track[76..80].copy_from_slice(&(width << 16).to_be_bytes());
        track[80..84].copy_from_slice(&(640_u32 << 16).to_be_bytes());
        let track = boxed(b"trak", &boxed(b"tkhd", &track));
        let tables = [boxed(b"mvhd", &header), track].concat();
        [boxed(b"ftyp", b"isom"), boxed(b"moov", &tables), boxed(b"mdat", &[0; 50])].concat()
    }

    fn read_bytes(bytes: &[u8]) -> Option<Facts> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("video");
        std::fs::write(&path, bytes).unwrap();
        read(&path)
    }

    #[test]
    fn facts_are_read_from_tables() {
        assert_eq!(read_bytes(&file(3, 360)), Some(Facts { width: 360, height: 640, seconds: 3.0 }));
        assert_eq!(read_bytes(&file(3, 0)), None, "a song has no size");
    }

    #[test]
    fn damaged_file_has_no_facts() {
        let whole = file(3, 360);
        // A file that ends between two boxes is short of frames, not of tables.
        let frames = whole.len() - 58;
        for length in (0..whole.len()).filter(|length| *length != frames) {
            assert_eq!(read_bytes(&whole[..length]), None, "{length}");
        }
        assert_eq!(read_bytes(&boxed(b"moov", &[0xff; 64])), None);
        assert_eq!(
            read_bytes(&[0, 0, 0, 1, b'm', b'o', b'o', b'v', 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
            None
        );
    }
}
