//! Upload processing. Detects the kind by content, re-encodes pictures and recordings and keeps documents unchanged.
//! Then inserts the row and stores the file in the blob store.

pub mod attachment;
mod compound;
pub mod document;
pub(crate) mod document_upload;
pub(crate) mod keyed_lock;
mod mp4_output;
mod office;
mod recording;
pub mod reel_video;
pub mod renditions;
pub mod sniff;
pub mod upload_quota;
mod waveform;
mod zip;

use std::{sync::Arc, time::Duration};

use store::{
    media::{self, Media, MediaKind, NewMedia, pending_deletion, stream::StreamFile},
    types::{
        ids::{MediaId, UserId},
        timestamp::Timestamp,
    },
};

use crate::{
    app_state::AppState,
    error::{Error, Result},
    integrations::blob_store::Part,
    media::{
        sniff::{Format, Sniffed},
        upload_quota::UploadCharge,
    },
};

const MB: usize = 1024 * 1024;

/// Retention of unused uploads: long enough for a message that waits in a client's outbox.
const UNUSED: i64 = Timestamp::DAY;
/// Maximum bytes of an account's unused uploads.
const UNUSED_BYTES: i64 = 500 * 1024 * 1024;
/// Files deleted per batch.
const BATCH: i64 = 100;

/// Received file.
pub struct ParsedForm {
    pub part: Part,
    pub sniffed: Sniffed,
    /// File name given by the sender.
    pub name: String,
    /// True for a voice message: only the sound is kept.
    pub voice: bool,
    /// Bytes charged to the owner's quota.
    pub charge: UploadCharge,
}

/// Processed file, ready to be stored.
struct Ready {
    kind: MediaKind,
    mime: &'static str,
    part: Part,
    name: Option<String>,
    size: Option<(u32, u32)>,
    placeholder: Option<String>,
    duration_ms: Option<i64>,
    waveform: Option<Vec<u8>>,
    poster: Option<Part>,
    /// Smaller copies of a picture, by width.
    renditions: Vec<(u32, Part)>,
    /// Files beside a video.
    streams: Vec<(StreamFile, Part)>,
}

impl Ready {
    /// Creates a file without further metadata.
    fn new(kind: MediaKind, mime: &'static str, part: Part) -> Self {
        Self {
            kind,
            mime,
            part,
            name: None,
            size: None,
            placeholder: None,
            duration_ms: None,
            waveform: None,
            poster: None,
            renditions: Vec::new(),
            streams: Vec::new(),
        }
    }
}

/// Returns the maximum bytes of a file of this kind, as sent.
pub fn limit(sniffed: Sniffed, voice: bool) -> usize {
    match sniffed {
        Sniffed::Picture => 15 * MB,
        Sniffed::Recorded(_) if voice => 10 * MB,
        Sniffed::Recorded(_) => 50 * MB,
        Sniffed::Document(_) => 25 * MB,
    }
}

/// Rejects uploads of an account whose unused files exceed the limit.
pub async fn check_quota(app: &AppState, owner: UserId) -> Result<()> {
    if media::unused_bytes(&app.db, owner).await? >= UNUSED_BYTES {
        return Err(Error::field("file", "You have uploaded too much without sending it. Please try again tomorrow."));
    }
    Ok(())
}

/// Processes the upload and stores it as a file of `owner` that a message can carry.
pub async fn take(app: &Arc<AppState>, owner: UserId, received: ParsedForm) -> Result<Media> {
    let ParsedForm { part, sniffed, name, voice, charge } = received;
    let ready = match sniffed {
        Sniffed::Picture => {
            let _turn = app.decoding.acquire().await.map_err(Error::internal)?;
            let app = Arc::clone(app);
            actix_web::web::block(move || picture(&app, &part)).await??
        }
        Sniffed::Document(format) => actix_web::web::block(move || document(part, format, &name)).await??,
        Sniffed::Recorded(container) => recording::encode(app, owner, &part, container, voice).await?,
    };
    keep(app, owner, ready, Some(charge)).await
}

/// Inserts the row before storing the file. After a crash, the cleanup of unused media deletes the row.
/// Without a charge the bytes were charged before.
async fn keep(app: &Arc<AppState>, owner: UserId, mut ready: Ready, mut charge: Option<UploadCharge>) -> Result<Media> {
    let now = Timestamp::now();
    let id = MediaId(app.ids.next(now));
    let bytes = size_of(&ready.part)?;
    let smaller = ready.renditions.iter().map(|(_, part)| part);
    let streams = ready.streams.iter().map(|(_, part)| part);
    let beside: i64 = ready.poster.iter().chain(smaller).chain(streams).map(size_of).sum::<Result<i64>>()?;
    if let Some(charge) = &mut charge {
        charge.raise_to(bytes + beside, now).await?;
    }
    let new = NewMedia {
        name: ready.name.take(),
        width: ready.size.map(|(width, _)| width.into()),
        height: ready.size.map(|(_, height)| height.into()),
        placeholder: ready.placeholder.take(),
        duration_ms: ready.duration_ms,
        waveform: ready.waveform.take(),
        poster: ready.poster.is_some().then(media::new_key),
        streams: !ready.streams.is_empty(),
        ..NewMedia::new(id, media::new_key(), owner, ready.kind, ready.mime, bytes, now)
    };
    let media = media::insert(&app.db, &new).await?;
    adopt(app, &new, &ready).await.map_err(Error::file)?;
    if let Some(charge) = charge {
        charge.keep();
    }
    Ok(media)
}

/// Stores the bytes of a file and of what stands beside it.
async fn adopt(app: &AppState, new: &NewMedia, ready: &Ready) -> std::io::Result<()> {
    if let (Some(key), Some(poster)) = (&new.poster, &ready.poster) {
        app.blobs.adopt(key, poster).await?;
    }
    app.blobs.adopt(&new.key, &ready.part).await?;
    for (file, part) in &ready.streams {
        app.blobs.adopt_stream(&new.key, *file, part).await?;
    }
    for (width, part) in &ready.renditions {
        app.blobs.adopt_rendition(&new.key, *width, part).await?;
    }
    Ok(())
}

fn size_of(part: &Part) -> Result<i64> {
    let bytes = std::fs::metadata(part.path()).map_err(Error::internal)?.len();
    i64::try_from(bytes).map_err(Error::internal)
}

fn picture(app: &AppState, part: &Part) -> Result<Ready> {
    let (picture, renditions) = pictures::read_with_renditions(part.path()).map_err(|refused| match refused {
        pictures::ImageError::Kind => Error::UnsupportedType("send a JPEG, PNG, WebP or GIF picture"),
        refused => Error::field("file", refused.to_string()),
    })?;
    let mut ready = encoded(app, picture)?;
    for one in renditions {
        ready.renditions.push((one.width, app.blobs.part_of(&one.bytes).map_err(Error::file)?));
    }
    Ok(ready)
}

/// Stores a validated picture for its owner's profile. Unused pictures are deleted after a day.
pub async fn keep_picture(app: &Arc<AppState>, owner: UserId, picture: pictures::EncodedImage) -> Result<Media> {
    let ready = {
        let app = Arc::clone(app);
        actix_web::web::block(move || encoded(&app, picture)).await??
    };
    keep(app, owner, ready, Some(app.upload_quota.begin(owner))).await
}

fn encoded(app: &AppState, picture: pictures::EncodedImage) -> Result<Ready> {
    let part = app.blobs.part_of(&picture.bytes).map_err(Error::file)?;
    Ok(Ready {
        size: Some((picture.width, picture.height)),
        placeholder: Some(picture.placeholder),
        ..Ready::new(MediaKind::Image, picture.mime, part)
    })
}

fn document(part: Part, format: Format, name: &str) -> Result<Ready> {
    let judged = document::judge(part.path(), format, name).map_err(Error::file)?;
    let document = judged.map_err(|refused| match refused {
        document::Refused::Disguised => Error::UnsupportedType("what the file holds does not fit its name"),
        document::Refused::Macros => Error::UnsupportedType("office documents with macros are not safe"),
        document::Refused::Damaged => Error::field("file", "The file is damaged."),
    })?;
    Ok(Ready { name: Some(document.name), ..Ready::new(MediaKind::File, document.mime, part) })
}

/// Deletes unused uploads a day after their arrival.
pub async fn forget_unused(app: &AppState, now: Timestamp) -> Result<()> {
    while media::forget_unused(&app.db, now.plus(-UNUSED), BATCH).await? > 0 {}
    Ok(())
}

/// Deletes files of deleted rows from disk, including leftovers of an earlier run. Never returns.
pub async fn remove_forgotten(app: Arc<AppState>) {
    let mut hours = actix_web::rt::time::interval(Duration::from_secs(3_600));
    loop {
        tokio::select! {
            _ = hours.tick() => {}
            () = pending_deletion::wait(&app.db) => {}
        }
        if let Err(cause) = remove_due(&app, Timestamp::now()).await {
            tracing::warn!(%cause, "files that nothing shows could not be removed");
        }
    }
}

async fn remove_due(app: &Arc<AppState>, now: Timestamp) -> Result<()> {
    let mut after = String::new();
    loop {
        let keys = pending_deletion::due(&app.db, now, &after, BATCH).await?;
        let Some(last) = keys.last() else { return Ok(()) };
        after.clone_from(last);
        let mut gone = Vec::with_capacity(keys.len());
        for key in keys {
            match app.blobs.remove(&key).await {
                Ok(()) => gone.push(key),
                Err(cause) => tracing::warn!(%cause, "a file that nothing shows could not be removed"),
            }
        }
        pending_deletion::mark_done(&app.db, &gone).await?;
    }
}
