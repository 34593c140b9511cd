//! Videos and voice messages: probed, bounded, and re-encoded into formats that every browser plays. Nothing of the
//! original file remains: no location, no device, no name.

use std::{
    ffi::{OsStr, OsString},
    path::Path,
    time::Duration,
};

use serde::Deserialize;

use super::{
    Ready,
    mp4_output::Mp4Output,
    sniff::Container,
    waveform::{Loudness, RATE},
};
use crate::{
    app_state::AppState,
    error::{Error, Result},
    integrations::{
        blob_store::Part,
        ffmpeg::{Failed, Permit},
    },
};
use store::{media::MediaKind, types::ids::UserId};

const VOICE_SECONDS: u32 = 600;
const VIDEO_SECONDS: u32 = 180;
/// Maximum pixels of a video frame, as sent: 4K, landscape or portrait.
const PIXELS: u64 = 4_096 * 2_304;
/// Maximum pixels of all frames of a video: three minutes of 4K with 30 frames a second, or more frames that are
/// smaller. A few megabytes of repeated frames can claim a hundred times as much.
const PIXELS_OF_ALL_FRAMES: u64 = PIXELS * 30 * VIDEO_SECONDS as u64;

const PROBE: Duration = Duration::from_secs(20);
const VOICE: Duration = Duration::from_secs(60);
/// Encoding timeout: three minutes of 4K on a slow, busy core.
const VIDEO: Duration = Duration::from_secs(300);

/// Scale filter: at most 1280 × 720, or 720 × 1280, with even sides.
const SCALE: &str = "scale=w='if(gte(iw,ih),min(1280,iw),min(720,iw))':h='if(gte(iw,ih),min(720,ih),min(1280,ih))'\
    :force_original_aspect_ratio=decrease:force_divisible_by=2,format=yuv420p";

#[derive(Debug, Deserialize)]
pub(super) struct Probed {
    #[serde(default)]
    streams: Vec<Stream>,
    #[serde(default)]
    format: Format,
}

#[derive(Debug, Deserialize)]
pub(super) struct Stream {
    codec_type: Option<String>,
    #[serde(default)]
    pub width: u32,
    #[serde(default)]
    pub height: u32,
    duration: Option<String>,
    /// Counted packets of the stream. Each is a frame.
    nb_read_packets: Option<String>,
    #[serde(default)]
    disposition: Disposition,
}

#[derive(Debug, Default, Deserialize)]
struct Disposition {
    #[serde(default)]
    attached_pic: u8,
}

#[derive(Debug, Default, Deserialize)]
struct Format {
    duration: Option<String>,
}

impl Probed {
    pub fn of(printed: &[u8]) -> Result<Self> {
        serde_json::from_slice(printed).map_err(Error::internal)
    }

    pub fn has_sound(&self) -> bool {
        self.streams.iter().any(|stream| stream.codec_type.as_deref() == Some("audio"))
    }

    /// Returns the video stream. Ignores the cover picture of a song.
    pub fn picture(&self) -> Option<&Stream> {
        let moves =
            |stream: &&Stream| stream.codec_type.as_deref() == Some("video") && stream.disposition.attached_pic == 0;
        self.streams.iter().find(moves)
    }

    /// Returns the duration in seconds if the file contains it. Files just recorded by a browser do not.
    pub fn seconds(&self) -> Option<f64> {
        let all = self.streams.iter().map(|stream| &stream.duration).chain([&self.format.duration]);
        all.flatten()
            .filter_map(|text| text.parse::<f64>().ok())
            .fold(None, |most, one| Some(most.unwrap_or(one).max(one)))
    }
}

/// Encodes the recording as a voice message if requested or if it has no video, else as a video.
pub async fn encode(app: &AppState, owner: UserId, part: &Part, container: Container, voice: bool) -> Result<Ready> {
    let ffmpeg = app.ffmpeg.as_ref().ok_or(Error::EncoderUnavailable)?;
    let turn = ffmpeg.turn(owner, voice).await.map_err(refused)?;
    let probed = Probed::of(&turn.probe(part.path(), container, PROBE).await.map_err(refused)?)?;
    match probed.picture() {
        Some(picture) if !voice => {
            check_pixels(picture, PIXELS_OF_ALL_FRAMES)?;
            check_length(&probed, VIDEO_SECONDS)?;
            video(app, &turn, part, container).await
        }
        _ if probed.has_sound() => {
            check_length(&probed, VOICE_SECONDS)?;
            sound(app, &turn, part, container).await
        }
        _ => Err(Error::field("file", "There is no sound in this recording.")),
    }
}

/// Checks the pixels of a frame, and of all frames against `most`.
pub(super) fn check_pixels(picture: &Stream, most: u64) -> Result<()> {
    let pixels = u64::from(picture.width) * u64::from(picture.height);
    if pixels > PIXELS {
        return Err(Error::field("file", "The video has too many pixels: 4,096 × 2,304 are the most."));
    }
    let frames: Option<u64> = picture.nb_read_packets.as_ref().and_then(|count| count.parse().ok());
    let frames = frames.ok_or_else(|| Error::field("file", "The video is damaged."))?;
    if pixels.saturating_mul(frames) > most {
        return Err(Error::field("file", "The video has too many frames."));
    }
    Ok(())
}

fn check_length(probed: &Probed, most: u32) -> Result<()> {
    if probed.seconds().is_some_and(|seconds| seconds > f64::from(most) + 1.0) { Err(too_long(most)) } else { Ok(()) }
}

fn too_long(most: u32) -> Error {
    Error::field("file", format!("The recording is too long: {} minutes are the most.", most / 60))
}

pub(super) fn refused(failed: Failed) -> Error {
    match failed {
        Failed::Complained(complaint) => {
            tracing::debug!(complaint, "a recording was refused");
            if complaint.contains("Unknown encoder") {
                return Error::internal(complaint);
            }
            Error::field("file", "The recording is damaged, or of a kind that is not known.")
        }
        Failed::TimedOut => Error::field("file", "This recording takes too long to encode. Please send a shorter one."),
        Failed::Busy => Error::Unavailable("too many recordings wait to be encoded".to_owned()),
        Failed::Io(cause) => Error::file(cause),
    }
}

pub(super) fn arguments(all: &[impl AsRef<OsStr>], output: &Path) -> Vec<OsString> {
    all.iter().map(|one| one.as_ref().to_owned()).chain([output.as_os_str().to_owned()]).collect()
}

/// Encodes the sound as AAC in MP4, which all browsers play, and measures its loudness in the same run.
async fn sound(app: &AppState, turn: &Permit<'_>, part: &Part, container: Container) -> Result<Ready> {
    let output = app.blobs.part().map_err(Error::file)?;
    // A second more than allowed reveals that a recording of unknown length is too long.
    let (length, rate) = ((VOICE_SECONDS + 1).to_string(), RATE.to_string());
    let mut outputs = arguments(
        &[
            "-map",
            "0:a:0",
            "-map_metadata",
            "-1",
            "-map_chapters",
            "-1",
            "-t",
            &length,
            "-c:a",
            "aac",
            "-b:a",
            "48k",
            "-ac",
            "1",
            "-ar",
            "48000",
            "-movflags",
            "+faststart",
            "-f",
            "mp4",
        ],
        output.path(),
    );
    outputs.extend(arguments(
        &["-map", "0:a:0", "-t", &length, "-ac", "1", "-ar", &rate, "-f", "s16le"],
        Path::new("pipe:1"),
    ));
    let mut loudness = Loudness::default();
    turn.convert(part.path(), container, outputs, VOICE, |samples| loudness.take(samples)).await.map_err(refused)?;
    let duration_ms = loudness.duration_ms();
    if duration_ms == 0 {
        return Err(Error::field("file", "There is no sound in this recording."));
    }
    if duration_ms > i64::from(VOICE_SECONDS) * 1_000 + 500 {
        return Err(too_long(VOICE_SECONDS));
    }
    Ok(Ready {
        duration_ms: Some(duration_ms),
        waveform: Some(loudness.waveform()),
        ..Ready::new(MediaKind::Voice, "audio/mp4", output)
    })
}

/// Encodes a video, and a poster image.
async fn video(app: &AppState, turn: &Permit<'_>, part: &Part, container: Container) -> Result<Ready> {
    let output = app.blobs.part().map_err(Error::file)?;
    let encoding = Mp4Output {
        seconds: f64::from(VIDEO_SECONDS + 1),
        scale: SCALE,
        picture_rate: 2_500,
        sound_rate: 96,
        has_even_key_frames: false,
    };
    let outputs = encoding.arguments(output.path());
    turn.convert(part.path(), container, outputs, VIDEO, |_| {}).await.map_err(refused)?;

    // From here on the file is ffmpeg's output.
    let probed = Probed::of(&turn.probe(output.path(), Container::Mov, PROBE).await.map_err(refused)?)?;
    let seconds = probed.seconds().unwrap_or_default();
    if seconds > f64::from(VIDEO_SECONDS) + 0.5 {
        return Err(too_long(VIDEO_SECONDS));
    }
    let Some(picture) = probed.picture() else {
        return Err(Error::field("file", "The video is damaged."));
    };
    let poster = poster(app, turn, &output, seconds).await?;
    Ok(Ready {
        size: Some((picture.width, picture.height)),
        duration_ms: Some(milliseconds(seconds)),
        placeholder: Some(poster.placeholder),
        poster: Some(app.blobs.part_of(&poster.bytes).map_err(Error::file)?),
        ..Ready::new(MediaKind::Video, "video/mp4", output)
    })
}

/// Returns the frame after a tenth of the video, at most a second in, since the first frames are often black.
async fn poster(app: &AppState, turn: &Permit<'_>, video: &Part, seconds: f64) -> Result<pictures::EncodedImage> {
    let still = app.blobs.part().map_err(Error::file)?;
    let at = format!("{:.2}", (seconds / 10.0).min(1.0));
    let outputs =
        arguments(&["-ss", &at, "-map", "0:V:0", "-frames:v", "1", "-c:v", "png", "-f", "image2pipe"], still.path());
    turn.convert(video.path(), Container::Mov, outputs, PROBE, |_| {}).await.map_err(refused)?;
    let poster = actix_web::web::block(move || pictures::decode_opaque(still.path())).await?;
    poster.map_err(|_| Error::field("file", "The video is damaged."))
}

#[allow(clippy::cast_possible_truncation, reason = "a few minutes")]
pub(super) fn milliseconds(seconds: f64) -> i64 {
    (seconds * 1_000.0).round() as i64
}
