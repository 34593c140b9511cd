//! Videos of reels: checked, then encoded in two sizes with a poster, HLS playlists and a preview strip. Without an encoder, an MP4 file is checked,
//! cleared of private data and served as it is.

mod hls;
mod mp4;

use std::{ffi::OsString, path::Path, sync::Arc, time::Duration};

use store::{
    media::{
        MediaKind,
        stream::{StreamFile, VideoPreview},
    },
    reel::upload::EncodedFiles,
    types::{
        ids::{MediaId, UserId},
        timestamp::Timestamp,
    },
};

use super::{
    Ready, keep,
    mp4_output::Mp4Output,
    picture,
    recording::{Probed, arguments, check_pixels, milliseconds, refused},
    size_of,
    sniff::{Container, HEAD, Sniffed, sniff},
};
use crate::{
    app_state::AppState,
    error::{Error, Result},
    integrations::{
        blob_store::{LocalUpload, Part},
        ffmpeg::{Failed, Permit},
    },
};

const MIN_SECONDS: f64 = 1.0;
const MAX_SECONDS: f64 = 600.0;
/// Deviation of container times from those of the frames.
const TOLERANCE: f64 = 0.1;
/// Share and seconds of a video that may be missing once it is encoded: containers round, and end behind the last frame.
const LOSS: f64 = 0.02;
const LOSS_SECONDS: f64 = 0.5;
/// Pixels of all frames of a video: ten minutes of 4K with 60 frames a second.
const PIXELS_OF_ALL_FRAMES: u64 = 4_096 * 2_304 * 60 * 600;
const PROBE: Duration = Duration::from_secs(60);
/// Timeout of a preview strip, which decodes the whole encoded video.
const STRIP: Duration = Duration::from_secs(5 * 60);
/// Encoding timeout: ten minutes of 4K on a slow, busy core.
const ENCODE: Duration = Duration::from_secs(30 * 60);

/// Shorter sides of the two sizes, in pixels.
const LARGE: u32 = 720;
const SMALL: u32 = 360;

/// Encodes the video of an upload and stores its files.
pub async fn encode(app: &Arc<AppState>, owner: UserId, key: &str) -> Result<EncodedFiles> {
    let upload = app.blobs.local_upload(key).await.map_err(Error::file)?;
    let container = container(upload.path())?;
    let Some(ffmpeg) = &app.ffmpeg else { return keep_unchanged(app, owner, upload, container).await };
    let path = upload.path();
    let turn = ffmpeg.turn(owner, false).await.map_err(failed)?;
    let probed = Probed::of(&turn.probe(path, container, PROBE).await.map_err(failed)?)?;
    let video = probed.picture().ok_or_else(no_video)?;
    check_pixels(video, PIXELS_OF_ALL_FRAMES)?;
    // A file recorded by a browser does not tell its length: it is checked after the encoding.
    if let Some(seconds) = probed.seconds() {
        check_length(seconds)?;
    }
    let (large, small) = (app.blobs.part().map_err(Error::file)?, app.blobs.part().map_err(Error::file)?);
    let mut outputs = output(LARGE, (2_500, 96), large.path());
    outputs.extend(output(SMALL, (700, 64), small.path()));
    turn.convert(path, container, outputs, ENCODE, |_| {}).await.map_err(failed)?;

    let (size, has_sound, seconds) = measured(&turn, &large).await?;
    // The encoder takes what it can read of a file that was cut off.
    if probed.seconds().is_some_and(|whole| seconds < whole * (1.0 - LOSS) - LOSS_SECONDS) {
        return Err(damaged());
    }
    check_length(seconds)?;
    let poster = poster(app, &turn, &large, seconds).await?;
    let (small_size, _, _) = measured(&turn, &small).await?;
    let sizes = [(&small, small_size), (&large, size)].map(|(part, size)| hls::Encoded { part, size, has_sound });
    let mut streams = hls::files(app, &turn, &sizes[0], &sizes[1]).await?;
    streams.push((StreamFile::Preview, preview(app, &turn, &large, size, seconds).await?));
    drop(turn);
    // Small videos of noise grow.
    let parts = [&large, &small, &poster.part].into_iter().chain(poster.renditions.iter().map(|(_, part)| part));
    let parts = parts.chain(streams.iter().map(|(_, part)| part));
    let kept = parts.map(size_of).sum::<Result<i64>>()?;
    let sent = std::fs::metadata(path).map_err(Error::file)?.len();
    let mut charge = app.upload_quota.begin(owner);
    charge.raise_to(kept.saturating_sub_unsigned(sent), Timestamp::now()).await?;
    let ready = |part, size| Ready {
        size: Some(size),
        duration_ms: Some(milliseconds(seconds)),
        ..Ready::new(MediaKind::Video, "video/mp4", part)
    };
    let files = EncodedFiles {
        video: store(app, owner, Ready { streams, ..ready(large, size) }).await?,
        small_video: Some(store(app, owner, ready(small, small_size)).await?),
        poster: Some(store(app, owner, poster).await?),
    };
    charge.keep();
    Ok(files)
}

/// A timeout tells more of the server than of the video: another try may end.
fn failed(failed: Failed) -> Error {
    match failed {
        Failed::TimedOut => Error::Unavailable("the encoding of a reel took too long".to_owned()),
        failed => refused(failed),
    }
}

fn no_video() -> Error {
    Error::field("file", "This file is not a video.")
}

fn damaged() -> Error {
    Error::field("file", "The video is damaged.")
}

/// Detects the container of a file that may hold a video.
fn container(path: &Path) -> Result<Container> {
    use std::io::Read as _;
    let mut head = Vec::with_capacity(HEAD);
    let file = std::fs::File::open(path).map_err(Error::file)?;
    file.take(HEAD as u64).read_to_end(&mut head).map_err(Error::file)?;
    match sniff(&head) {
        Some(Sniffed::Recorded(container @ (Container::Mov | Container::Matroska))) => Ok(container),
        _ => Err(Error::field("file", "Send a video: MP4, MOV or WebM.")),
    }
}

fn check_length(seconds: f64) -> Result<()> {
    if seconds < MIN_SECONDS - TOLERANCE {
        return Err(Error::field("file", "The video is too short: 1 second is the least."));
    }
    if seconds > MAX_SECONDS + TOLERANCE {
        return Err(Error::field("file", "The video is too long: 10 minutes are the most."));
    }
    Ok(())
}

/// Output of a size.
fn output(side: u32, (picture_rate, sound_rate): (u32, u32), to: &Path) -> Vec<OsString> {
    let scale = format!(
        "scale=w='if(gte(iw,ih),-2,min({side},iw))':h='if(gte(iw,ih),min({side},ih),-2)',\
         scale=trunc(iw/2)*2:trunc(ih/2)*2,format=yuv420p"
    );
    let output =
        Mp4Output { seconds: MAX_SECONDS + 1.0, scale: &scale, picture_rate, sound_rate, has_even_key_frames: true };
    output.arguments(to)
}

/// Returns the size of an encoded file, whether it has sound, and its length in seconds.
async fn measured(turn: &Permit<'_>, part: &Part) -> Result<((u32, u32), bool, f64)> {
    let probed = Probed::of(&turn.probe(part.path(), Container::Mov, PROBE).await.map_err(failed)?)?;
    let video = probed.picture().ok_or_else(no_video)?;
    Ok(((video.width, video.height), probed.has_sound(), probed.seconds().unwrap_or_default()))
}

/// Returns the strip of small frames that [`VideoPreview`] describes.
async fn preview(
    app: &AppState,
    turn: &Permit<'_>,
    video: &Part,
    (width, height): (u32, u32),
    seconds: f64,
) -> Result<Part> {
    let strip = app.blobs.part().map_err(Error::file)?;
    let VideoPreview { interval_ms, columns, rows, width, height, .. } =
        VideoPreview::of("", milliseconds(seconds), (width.into(), height.into()));
    let filter = format!("fps=1000/{interval_ms}:start_time=0,scale={width}:{height},tile={columns}x{rows}");
    #[rustfmt::skip]
    let outputs = arguments(&[
        "-map", "0:V:0", "-vf", &filter, "-frames:v", "1", "-c:v", "mjpeg", "-q:v", "6", "-map_metadata", "-1",
        "-f", "image2pipe",
    ], strip.path());
    turn.convert(video.path(), Container::Mov, outputs, STRIP, |_| {}).await.map_err(failed)?;
    Ok(strip)
}

/// Returns the frame after a tenth of the video, at most a second in, as a picture with WebP renditions.
async fn poster(app: &Arc<AppState>, turn: &Permit<'_>, video: &Part, seconds: f64) -> Result<Ready> {
    let still = app.blobs.part().map_err(Error::file)?;
    let at = format!("{:.2}", (seconds / 10.0).min(1.0));
    let frame = ["-ss", &at, "-map", "0:V:0", "-frames:v", "1", "-c:v", "png", "-f", "image2pipe"].map(str::to_owned);
    let outputs = arguments(&frame, still.path());
    turn.convert(video.path(), Container::Mov, outputs, PROBE, |_| {}).await.map_err(failed)?;
    let _turn = app.decoding.acquire().await.map_err(Error::internal)?;
    let shared = Arc::clone(app);
    actix_web::web::block(move || picture(&shared, &still)).await?
}

async fn store(app: &Arc<AppState>, owner: UserId, ready: Ready) -> Result<MediaId> {
    // The bytes of the upload were charged as they arrived, and what the encoding added before.
    Ok(keep(app, owner, ready, None).await?.id)
}

/// Checks an MP4 file by its own tables and stores it as it is.
async fn keep_unchanged(
    app: &Arc<AppState>,
    owner: UserId,
    upload: LocalUpload,
    container: Container,
) -> Result<EncodedFiles> {
    if container != Container::Mov {
        return Err(Error::field("file", "Send a video in the format MP4."));
    }
    let part = app.blobs.part_of_upload(upload).map_err(Error::file)?;
    let (part, facts) = actix_web::web::block(move || {
        let facts = mp4::read(part.path()).map_err(|refusal| match refusal {
            mp4::Refusal::Damaged => damaged(),
            mp4::Refusal::Codec => Error::field("file", "Send a video with H.264 and AAC."),
        })?;
        mp4::clear(part.path(), &facts).map_err(Error::file)?;
        Ok::<_, Error>((part, facts))
    })
    .await??;
    let mp4::Facts { width, height, seconds, .. } = facts;
    check_length(seconds)?;
    if u64::from(width) * u64::from(height) > 4_096 * 2_304 {
        return Err(Error::field("file", "The video has too many pixels: 4,096 × 2,304 are the most."));
    }
    let ready = Ready {
        size: Some((width, height)),
        duration_ms: Some(milliseconds(seconds)),
        ..Ready::new(MediaKind::Video, "video/mp4", part)
    };
    Ok(EncodedFiles { video: store(app, owner, ready).await?, small_video: None, poster: None })
}
