//! Files made of boxes, whole, in fragments, damaged and with private data.

use super::*;

fn boxed(name: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let size = u32::try_from(content.len() + 8).unwrap();
    [&size.to_be_bytes()[..], name, content].concat()
}

fn numbers(length: usize, set: &[(usize, u32)]) -> Vec<u8> {
    let mut content = vec![0; length];
    for (at, number) in set {
        content[*at..at + 4].copy_from_slice(&number.to_be_bytes());
    }
    content
}

struct Track {
    kind: &'static [u8; 4],
    codec: &'static [u8; 4],
    profile: u8,
    size: (u32, u32),
    is_turned: bool,
    extra: Vec<u8>,
}

impl Track {
    fn video() -> Self {
        let size = (360, 640);
        Self { kind: b"vide", codec: b"avc1", profile: 100, size, is_turned: false, extra: Vec::new() }
    }

    fn boxed(&self) -> Vec<u8> {
        let matrix = if self.is_turned { 0 } else { 0x0001_0000 };
        let head = numbers(84, &[(12, 1), (40, matrix), (76, self.size.0 << 16), (80, self.size.1 << 16)]);
        let mut handler = vec![0; 24];
        handler[8..12].copy_from_slice(self.kind);
        let entry = [vec![0; VIDEO_ENTRY], boxed(b"avcC", &[1, self.profile, 0, 30])].concat();
        let entries = [numbers(8, &[(4, 1)]), boxed(self.codec, &entry)].concat();
        let tables = boxed(b"minf", &boxed(b"stbl", &boxed(b"stsd", &entries)));
        let media = [boxed(b"mdhd", &numbers(24, &[(12, 600)])), boxed(b"hdlr", &handler), tables].concat();
        boxed(b"trak", &[boxed(b"tkhd", &head), self.extra.clone(), boxed(b"mdia", &media)].concat())
    }
}

/// File of a length with these tracks, and boxes in its `moov`.
fn file(seconds: u32, tracks: &[Track], extra: &[u8]) -> Vec<u8> {
    let header = numbers(100, &[(12, 1_000), (16, seconds * 1_000)]);
    let tracks: Vec<u8> = tracks.iter().flat_map(Track::boxed).collect();
    let tables = [&boxed(b"mvhd", &header)[..], &tracks, extra].concat();
    [boxed(b"ftyp", b"isom"), boxed(b"moov", &tables), boxed(b"mdat", &[7; 50])].concat()
}

fn with_file<T>(bytes: &[u8], check: impl FnOnce(&Path) -> T) -> T {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("video");
    std::fs::write(&path, bytes).unwrap();
    check(&path)
}

fn read_bytes(bytes: &[u8]) -> Result<Facts, Refusal> {
    with_file(bytes, read)
}

fn facts(width: u32, height: u32, seconds: f64) -> Facts {
    Facts { width, height, seconds, private: Vec::new() }
}

#[test]
fn facts_are_read_from_tables() {
    assert_eq!(read_bytes(&file(3, &[Track::video()], &[])), Ok(facts(360, 640, 3.0)));
    let turned = Track { is_turned: true, ..Track::video() };
    assert_eq!(read_bytes(&file(3, &[turned], &[])), Ok(facts(640, 360, 3.0)));
    let song = Track { size: (0, 640), ..Track::video() };
    assert_eq!(read_bytes(&file(3, &[song], &[])), Err(Refusal::Damaged), "a song has no size");
}

#[test]
fn codec_that_browsers_do_not_play_is_refused() {
    let sound = |codec| Track { kind: b"soun", codec, profile: 0, ..Track::video() };
    let aac = || Track { profile: 77, ..sound(b"mp4a") };
    assert!(read_bytes(&file(3, &[Track::video(), aac()], &[])).is_ok());
    for tracks in [
        vec![Track { codec: b"mp4v", ..Track::video() }],
        vec![Track { codec: b"apch", ..Track::video() }],
        vec![Track { codec: b"hvc1", ..Track::video() }],
        vec![Track { profile: 110, ..Track::video() }],
        vec![Track::video(), sound(b"ac-3")],
    ] {
        assert_eq!(read_bytes(&file(3, &tracks, &[])), Err(Refusal::Codec));
    }
}

#[test]
fn length_of_fragments_is_summed() {
    let of = |track, frame| boxed(b"trex", &numbers(24, &[(4, track), (12, frame)]));
    let defaults = boxed(b"mvex", &[of(2, 1_024), of(1, 60)].concat());
    let run = |flags, lengths: &[u32]| {
        let count = u32::try_from(lengths.len()).unwrap();
        let lengths: Vec<u8> = lengths.iter().flat_map(|length| length.to_be_bytes()).collect();
        boxed(b"trun", &[numbers(8, &[(0, flags), (4, count)]), lengths].concat())
    };
    let of_track = |track, head: &[(usize, u32)], runs: &[Vec<u8>]| {
        let head = numbers(20, &[&[(4, track)], head].concat());
        boxed(b"moof", &boxed(b"traf", &[boxed(b"tfhd", &head), runs.concat()].concat()))
    };
    let fragments = [
        // Ten frames of the default, of 60 units each, and two of the lengths that they state.
        of_track(1, &[], &[run(0, &[0; 10]), run(0x100, &[300, 300])]),
        // Its frames have 120 units, behind a number of 8 bytes.
        of_track(1, &[(0, 1 | 8), (16, 120)], &[run(0, &[0; 5])]),
        of_track(2, &[], &[run(0, &[0; 90])]),
    ];
    let whole = [file(0, &[Track::video()], &defaults), fragments.concat()].concat();
    assert_eq!(read_bytes(&whole).unwrap().seconds, 3.0);
    let short = of_track(1, &[], &[boxed(b"trun", &numbers(12, &[(0, 0x100), (4, 9)]))]);
    assert_eq!(read_bytes(&[whole, short].concat()), Err(Refusal::Damaged));
}

#[test]
fn private_boxes_become_free_space() {
    let named = Track { extra: boxed(b"udta", b"Secret of a track"), ..Track::video() };
    let places = Track { kind: b"meta", codec: b"mebx", extra: b"Secret of places".to_vec(), ..Track::video() };
    let extra = [boxed(b"udta", b"Secret title"), boxed(b"meta", b"Secret device")].concat();
    // A box may state its size in 64 bits.
    let large = [&[0, 0, 0, 1][..], b"meta", &26_u64.to_be_bytes(), b"Secret cut"].concat();
    let bytes = [file(3, &[named, places], &extra), large, boxed(b"uuid", b"Secret XMP")].concat();
    let cleared = with_file(&bytes, |path| {
        let facts = read(path).unwrap();
        assert_eq!(facts.private.len(), 6);
        clear(path, &facts).unwrap();
        assert_eq!(read(path), Ok(Facts { private: Vec::new(), ..facts }));
        std::fs::read(path).unwrap()
    });
    assert_eq!(cleared.len(), bytes.len());
    assert!(!cleared.windows(6).any(|part| part == b"Secret"));
    assert!(cleared.windows(50).any(|part| part == [7; 50]), "frames stay");
}

#[test]
fn damaged_file_has_no_facts() {
    let whole = file(3, &[Track::video()], &[]);
    // A file that ends between two boxes is short of frames, not of tables.
    let frames = whole.len() - 58;
    for length in (0..whole.len()).filter(|length| *length != frames) {
        assert_eq!(read_bytes(&whole[..length]), Err(Refusal::Damaged), "{length}");
    }
    assert_eq!(read_bytes(&boxed(b"moov", &[0xff; 64])), Err(Refusal::Damaged));
    let endless = [0, 0, 0, 1, b'm', b'o', b'o', b'v', 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
    assert_eq!(read_bytes(&endless), Err(Refusal::Damaged));
}
