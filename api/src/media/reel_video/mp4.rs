//! MP4 files (ISO 14496-12) that are served as they were sent: length, size and codecs from the tables, whole or in
//! fragments, and the places of private data. Reads no frames.

use std::{
    fs::{File, OpenOptions},
    io::{self, Read as _, Seek as _, SeekFrom, Write as _},
    path::Path,
};

/// Maximum bytes of the tables. Ten minutes need far less.
const MAX_TABLES: u64 = 16 * 1024 * 1024;
/// Maximum boxes in a table.
const MAX_BOXES: usize = 1_000;
/// Maximum boxes at the top of a file: ten minutes with two for each of 60 frames a second.
const MAX_FRAGMENTS: usize = 72_000;

/// Codecs that every browser plays, by the names of their entries in `stsd`.
const VIDEO_CODECS: [&[u8; 4]; 4] = [b"avc1", b"avc3", b"vp09", b"av01"];
const AUDIO_CODECS: [&[u8; 4]; 4] = [b"mp4a", b"Opus", b"fLaC", b".mp3"];
/// Profiles of H.264 with 8 bits and 4:2:0: Baseline, Main, Extended, High.
const AVC_PROFILES: [u8; 4] = [66, 77, 88, 100];
/// Boxes with private data, such as the title, the device or the place of a recording.
const PRIVATE: [&[u8; 4]; 3] = [b"udta", b"meta", b"uuid"];
/// Bytes of a video entry in `stsd` before its boxes.
const VIDEO_ENTRY: usize = 78;

/// Facts that a file states of itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Facts {
    /// As shown: a turned video has the sides of the turned picture.
    pub width: u32,
    pub height: u32,
    pub seconds: f64,
    /// Boxes with private data, and tracks that are neither picture nor sound.
    pub private: Vec<Place>,
}

/// Place of a box in a file, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    at: u64,
    /// Bytes of the size and the name.
    head: u64,
    size: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// No video, or a box that does not end within the file.
    Damaged,
    /// A codec that some browsers do not play.
    Codec,
}

pub fn read(path: &Path) -> Result<Facts, Refusal> {
    let mut private = Vec::new();
    let movie = movie(path, &mut private).ok_or(Refusal::Damaged)?;
    if !movie.is_playable {
        return Err(Refusal::Codec);
    }
    let (width, height) = movie.size;
    Ok(Facts { width, height, seconds: movie.seconds(), private })
}

/// Replaces the private boxes of a file by free space. The others keep their places, so that the tables stay right.
pub fn clear(path: &Path, facts: &Facts) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).open(path)?;
    for Place { at, head, size } in &facts.private {
        file.seek(SeekFrom::Start(at + 4))?;
        file.write_all(b"free")?;
        file.seek(SeekFrom::Start(at + head))?;
        io::copy(&mut io::repeat(0).take(size - head), &mut file)?;
    }
    file.sync_all()
}

/// Facts of the video from the tables.
struct Movie {
    size: (u32, u32),
    is_playable: bool,
    /// Seconds of the whole file, as its head states it. 0 for a file in fragments.
    stated: f64,
    track: u32,
    /// Units of a second in the fragments.
    scale: u32,
    /// Length of a frame for which a fragment states none.
    frame: u64,
    /// Length of the fragments so far.
    fragments: u64,
}

impl Movie {
    #[allow(clippy::cast_precision_loss, reason = "a length in seconds needs no more than 53 bits")]
    fn seconds(&self) -> f64 {
        let fragments = if self.scale > 0 { self.fragments as f64 / f64::from(self.scale) } else { 0.0 };
        self.stated.max(fragments)
    }
}

fn movie(path: &Path, private: &mut Vec<Place>) -> Option<Movie> {
    let mut file = File::open(path).ok()?;
    let end = file.metadata().ok()?.len();
    let (mut at, mut found) = (0, None);
    for _ in 0..MAX_FRAGMENTS {
        if at == end {
            return found;
        }
        let (name, head, size) = head_of(&mut file, at, end)?;
        let mut content = || {
            let length = size.checked_sub(head).filter(|length| *length <= MAX_TABLES)?;
            let mut tables = vec![0; usize::try_from(length).ok()?];
            file.read_exact(&mut tables).ok()?;
            Some(tables)
        };
        match &name {
            b"moov" => found = Some(head_tables(&content()?, at + head, private)?),
            b"moof" => {
                let tables = content()?;
                if let Some(movie) = &mut found {
                    movie.fragments = movie.fragments.checked_add(fragment(&tables, movie)?)?;
                }
            }
            name if PRIVATE.contains(&name) => private.push(Place { at, head, size }),
            _ => {}
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

/// Box in a table: its name, its first byte in the table, and its content.
type Boxed<'a> = ([u8; 4], usize, &'a [u8]);

fn boxes(table: &[u8]) -> Vec<Boxed<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some((head, _)) = table.get(at..).and_then(<[u8]>::split_first_chunk::<8>) {
        let [a, b, c, d, name @ ..] = *head;
        let size = usize::try_from(u32::from_be_bytes([a, b, c, d])).unwrap_or(0);
        if size < 8 || size > table.len() - at || found.len() == MAX_BOXES {
            break;
        }
        found.push((name, at, &table[at + 8..at + size]));
        at += size;
    }
    found
}

/// Returns the content of the box at a path of names.
fn at_path<'a>(table: &'a [u8], path: &[&[u8; 4]]) -> Option<&'a [u8]> {
    path.iter().try_fold(table, |table, name| {
        boxes(table).into_iter().find(|(known, ..)| known == *name).map(|(_, _, content)| content)
    })
}

fn number(content: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(content.get(at..at + 4)?.try_into().ok()?))
}

/// Returns the units of a second and the length in them, of `mvhd` or `mdhd`.
fn scale_and_length(header: &[u8]) -> Option<(u32, u64)> {
    Some(match header.first()? {
        1 => (number(header, 20)?, u64::from(number(header, 24)?) << 32 | u64::from(number(header, 28)?)),
        _ => (number(header, 12)?, u64::from(number(header, 16)?)),
    })
}

/// Reads the content of `moov`, which begins at the byte `from` of the file.
fn head_tables(tables: &[u8], from: u64, private: &mut Vec<Place>) -> Option<Movie> {
    let (scale, length) = scale_and_length(at_path(tables, &[b"mvhd"])?)?;
    #[allow(clippy::cast_precision_loss, reason = "a length in seconds needs no more than 53 bits")]
    let stated = (scale > 0).then(|| length as f64 / f64::from(scale))?;
    let place = |at: usize, content: &[u8]| Place { at: from + at as u64, head: 8, size: content.len() as u64 + 8 };
    let (mut found, mut is_playable) = (None, true);
    for (name, at, content) in boxes(tables) {
        if PRIVATE.contains(&&name) {
            private.push(place(at, content));
        }
        if &name != b"trak" {
            continue;
        }
        let kind = at_path(content, &[b"mdia", b"hdlr"]).and_then(|handler| handler.get(8..12));
        let codecs: &[&[u8; 4]] = match kind {
            Some(b"vide") => &VIDEO_CODECS,
            Some(b"soun") => &AUDIO_CODECS,
            _ => {
                private.push(place(at, content));
                continue;
            }
        };
        for (_, inner, content) in boxes(content).into_iter().filter(|(name, ..)| PRIVATE.contains(&name)) {
            private.push(place(at + 8 + inner, content));
        }
        is_playable &= is_coded_in(content, codecs)?;
        if kind == Some(b"vide") && found.is_none() {
            found = Some(track(content)?);
        }
    }
    let (track, size, scale) = found?;
    let defaults = at_path(tables, &[b"mvex"]).map(boxes).unwrap_or_default();
    let of_track = |(name, _, content): &&Boxed<'_>| name == b"trex" && number(content, 4) == Some(track);
    let frame = defaults.iter().find(of_track).and_then(|(_, _, content)| number(content, 12)).unwrap_or(0);
    Some(Movie { size, is_playable, stated, track, scale, frame: frame.into(), fragments: 0 })
}

/// Returns the id, the sides and the units of a second of a track.
fn track(content: &[u8]) -> Option<(u32, (u32, u32), u32)> {
    let head = at_path(content, &[b"tkhd"])?;
    let id = number(head, if head.first()? == &1 { 20 } else { 12 })?;
    // Width and height are the last numbers, each with 16 bits behind the point. The matrix of nine numbers precedes them.
    let at = head.len().checked_sub(8)?;
    let (width, height) = (number(head, at)? >> 16, number(head, at + 4)? >> 16);
    let is_turned = number(head, at.checked_sub(36)?)? == 0;
    let size = if is_turned { (height, width) } else { (width, height) };
    let (scale, _) = scale_and_length(at_path(content, &[b"mdia", b"mdhd"])?)?;
    (width > 0 && height > 0).then_some((id, size, scale))
}

/// Returns true if every entry of a track is in one of these codecs, in a profile that browsers play.
fn is_coded_in(track: &[u8], codecs: &[&[u8; 4]]) -> Option<bool> {
    let entries = boxes(at_path(track, &[b"mdia", b"minf", b"stbl", b"stsd"])?.get(8..)?);
    let plays = |(name, _, entry): &Boxed<'_>| {
        let profile = entry.get(VIDEO_ENTRY..).and_then(|boxes| at_path(boxes, &[b"avcC"])).and_then(|avc| avc.get(1));
        codecs.contains(&name) && profile.is_none_or(|profile| AVC_PROFILES.contains(profile))
    };
    Some(!entries.is_empty() && entries.iter().all(plays))
}

/// Returns the length of the video in a fragment, from the content of its `moof`.
fn fragment(tables: &[u8], movie: &Movie) -> Option<u64> {
    let mut length = 0_u64;
    for (_, _, track) in boxes(tables).into_iter().filter(|(name, ..)| name == b"traf") {
        let head = at_path(track, &[b"tfhd"])?;
        if number(head, 4)? != movie.track {
            continue;
        }
        // Optional numbers precede the length of a frame: two of 4 bytes after one of 8.
        let flags = number(head, 0)?;
        let before = [(1, 8), (2, 4)].into_iter().filter(|(flag, _)| flags & flag != 0).map(|(_, size)| size);
        let at = 8 + before.sum::<usize>();
        let frame = if flags & 8 == 0 { movie.frame } else { number(head, at)?.into() };
        for (_, _, run) in boxes(track).into_iter().filter(|(name, ..)| name == b"trun") {
            length = length.checked_add(run_length(run, frame)?)?;
        }
    }
    Some(length)
}

/// Returns the length of a run of frames, from the content of its `trun`.
fn run_length(run: &[u8], frame: u64) -> Option<u64> {
    let (flags, count) = (number(run, 0)?, number(run, 4)?);
    if flags & 0x100 == 0 {
        return frame.checked_mul(count.into());
    }
    let has = |flag| usize::from(flags & flag != 0);
    let first = 8 + 4 * (has(1) + has(4));
    let each = 4 * (has(0x100) + has(0x200) + has(0x400) + has(0x800));
    let frames = run.get(first..)?.chunks_exact(each);
    (frames.len() >= usize::try_from(count).ok()?)
        .then(|| frames.take(count as usize).filter_map(|one| number(one, 0)).map(u64::from).sum())
}

#[cfg(test)]
mod tests;
