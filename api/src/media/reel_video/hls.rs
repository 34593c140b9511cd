//! HLS playlists of a reel (RFC 8216). The segments of a size are ranges of one file in fragmented MP4, copied from
//! the encoded video: nothing is encoded twice.

use std::{fmt::Write as _, path::Path};

use store::media::stream::StreamFile;

use super::super::recording::arguments;
use crate::{
    app_state::AppState,
    error::{Error, Result},
    integrations::{blob_store::Part, ffmpeg::Permit},
    media::sniff::Container,
};

/// Length of a segment in seconds: two groups of pictures.
const SEGMENT: &str = "4";

/// Size of a video in the master playlist.
#[derive(Debug, PartialEq, Eq)]
struct Variant {
    list: StreamFile,
    size: (u32, u32),
    /// Bits a second of the segment with the most, and of all.
    peak: u64,
    average: u64,
    codecs: String,
}

/// Encoded size of a video.
pub struct Encoded<'a> {
    pub part: &'a Part,
    pub size: (u32, u32),
    pub has_sound: bool,
}

/// Makes the playlists and segments of both sizes. The smaller comes first, so that a player begins with it.
pub async fn files(
    app: &AppState,
    turn: &Permit<'_>,
    small: &Encoded<'_>,
    large: &Encoded<'_>,
) -> Result<Vec<(StreamFile, Part)>> {
    let (mut files, mut variants) = (Vec::new(), Vec::new());
    for (encoded, list, segments) in
        [(small, StreamFile::SmallList, StreamFile::Small), (large, StreamFile::LargeList, StreamFile::Large)]
    {
        let (text, bytes) = segment(app, turn, encoded.part.path()).await?;
        let codecs = codecs(bytes.path(), encoded.has_sound)?;
        let damaged = || Error::internal("ffmpeg wrote a playlist without segments");
        let (peak, average) = rates(&text).ok_or_else(damaged)?;
        variants.push(Variant { list, size: encoded.size, peak, average, codecs });
        let text = with_names(&text, segments);
        files.push((list, app.blobs.part_of(text.as_bytes()).map_err(Error::file)?));
        files.push((segments, bytes));
    }
    let master = app.blobs.part_of(master(&variants).as_bytes()).map_err(Error::file)?;
    files.push((StreamFile::Master, master));
    Ok(files)
}

/// Returns the playlist that ffmpeg writes for a video, and the file of its segments.
async fn segment(app: &AppState, turn: &Permit<'_>, video: &Path) -> Result<(String, Part)> {
    let (list, segments) = (app.blobs.part().map_err(Error::file)?, app.blobs.part().map_err(Error::file)?);
    let path = segments.path().to_string_lossy();
    #[rustfmt::skip]
    let outputs = arguments(&[
        "-map", "0:V:0", "-map", "0:a:0?", "-c", "copy", "-map_metadata", "-1", "-hls_time", SEGMENT,
        "-hls_playlist_type", "vod", "-hls_segment_type", "fmp4", "-hls_flags", "single_file+independent_segments",
        "-hls_segment_filename", &path, "-f", "hls",
    ], list.path());
    turn.convert(video, Container::Mov, outputs, super::PROBE, |_| {}).await.map_err(super::failed)?;
    Ok((std::fs::read_to_string(list.path()).map_err(Error::file)?, segments))
}

/// Puts the public name of the segments into a playlist. It stands beside the playlist.
fn with_names(list: &str, segments: StreamFile) -> String {
    let mut text = String::with_capacity(list.len());
    for line in list.lines() {
        let _ = match line.strip_prefix("#EXT-X-MAP:URI=\"").and_then(|rest| rest.split_once('"')) {
            Some((_, range)) => writeln!(text, "#EXT-X-MAP:URI=\"{}\"{range}", segments.name()),
            None if line.starts_with('#') || line.is_empty() => writeln!(text, "{line}"),
            None => writeln!(text, "{}", segments.name()),
        };
    }
    text
}

/// Returns the peak and the average of bits a second of a playlist's segments.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "a bit rate")]
fn rates(list: &str) -> Option<(u64, u64)> {
    let (mut peak, mut seconds, mut bits) = (0.0_f64, 0.0, 0.0);
    let mut length = None;
    for line in list.lines() {
        if let Some(text) = line.strip_prefix("#EXTINF:") {
            length = text.split(',').next()?.parse::<f64>().ok().filter(|seconds| *seconds > 0.0);
        } else if let Some(range) = line.strip_prefix("#EXT-X-BYTERANGE:") {
            let all = 8.0 * range.split('@').next()?.parse::<u64>().ok()? as f64;
            let length = length.take()?;
            peak = peak.max(all / length);
            seconds += length;
            bits += all;
        }
    }
    (seconds > 0.0).then(|| (peak.ceil() as u64, (bits / seconds).ceil() as u64))
}

/// Returns the codecs of a file as RFC 6381 names them. Profile and level stand in the box `avcC`.
fn codecs(segments: &Path, has_sound: bool) -> Result<String> {
    use std::io::Read as _;
    let mut head = Vec::new();
    let file = std::fs::File::open(segments).map_err(Error::file)?;
    file.take(64 * 1024).read_to_end(&mut head).map_err(Error::file)?;
    let video = avc(&head).ok_or_else(|| Error::internal("ffmpeg wrote a video that is not H.264"))?;
    Ok(if has_sound { format!("{video},mp4a.40.2") } else { video })
}

fn avc(head: &[u8]) -> Option<String> {
    let at = head.windows(4).position(|name| name == b"avcC")?;
    // The version, then profile, compatibility and level.
    let [_, profile, compatible, level] = *head.get(at + 4..)?.first_chunk::<4>()?;
    Some(format!("avc1.{profile:02x}{compatible:02x}{level:02x}"))
}

fn master(variants: &[Variant]) -> String {
    let mut text = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n".to_owned();
    for Variant { list, size: (width, height), peak, average, codecs } in variants {
        let _ = writeln!(
            text,
            "#EXT-X-STREAM-INF:BANDWIDTH={peak},AVERAGE-BANDWIDTH={average},RESOLUTION={width}x{height},CODECS=\"{codecs}\"\n{}",
            list.name()
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "#EXTM3U\n#EXT-X-MAP:URI=\"9f\",BYTERANGE=\"1373@0\"\n#EXTINF:4.000000,\n\
        #EXT-X-BYTERANGE:1000@1373\n9f\n#EXTINF:2.000000,\n#EXT-X-BYTERANGE:1000@2373\n9f\n#EXT-X-ENDLIST\n";

    #[test]
    fn playlist_names_its_segments_beside_it() {
        let list = with_names(LIST, StreamFile::Large);
        assert!(list.contains("URI=\"large.mp4\",BYTERANGE=\"1373@0\"") && !list.contains("9f"), "{list}");
        assert_eq!(list.matches("\nlarge.mp4\n").count(), 2);
    }

    #[test]
    fn rates_are_those_of_the_segments() {
        assert_eq!(rates(LIST), Some((4_000, 2_667)));
        assert_eq!(rates("#EXTM3U\n"), None);
    }

    #[test]
    fn codec_is_read_from_its_box() {
        assert_eq!(avc(b"....avcC\x01\x64\x00\x1fmore").as_deref(), Some("avc1.64001f"));
        assert_eq!(avc(b"....avcC\x01\x64"), None);
    }

    #[test]
    fn master_lists_sizes() {
        let variant = Variant {
            list: StreamFile::SmallList,
            size: (360, 640),
            peak: 700_000,
            average: 500_000,
            codecs: "avc1.64001e,mp4a.40.2".to_owned(),
        };
        let text = master(&[variant]);
        assert!(text.contains("BANDWIDTH=700000,AVERAGE-BANDWIDTH=500000,RESOLUTION=360x640"), "{text}");
        assert!(text.ends_with("\"\nsmall.m3u8\n"));
    }
}
