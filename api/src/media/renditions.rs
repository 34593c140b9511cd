//! Smaller copies of pictures, made at the upload, or for older pictures at the first request.

use std::{io, sync::Arc};

use tokio::sync::Semaphore;

use crate::{
    app_state::AppState,
    error::{Error, Result},
    integrations::blob_store::Blob,
    media::keyed_lock::KeyedLocks,
};

/// Maximum requests that wait for a rendition. Each takes some tenths of a second.
const MAX_QUEUED: usize = 64;

/// Renditions in progress.
pub struct Renditions {
    locks: KeyedLocks<(String, u32)>,
    queue: Semaphore,
}

impl Default for Renditions {
    fn default() -> Self {
        Self { locks: KeyedLocks::default(), queue: Semaphore::new(MAX_QUEUED) }
    }
}

/// Opens the rendition of the picture under `key` that is `width` pixels wide, to be read from the byte `start`. Makes a
/// missing rendition only once for concurrent requests.
pub async fn open(app: &Arc<AppState>, key: &str, width: u32, start: Option<u64>) -> Result<Blob> {
    if let Some(file) = find(app, key, width, start).await? {
        return Ok(file);
    }
    let _queued =
        app.renditions.queue.try_acquire().map_err(|_| Error::Unavailable("too many renditions wait".into()))?;
    let _lock = app.renditions.locks.lock((key.to_owned(), width)).await;
    // A concurrent request may have made the rendition meanwhile.
    if let Some(file) = find(app, key, width, start).await? {
        return Ok(file);
    }
    let _turn = app.decoding.acquire().await.map_err(Error::internal)?;
    let original = app.blobs.local_file(key).await.map_err(Error::file)?;
    let shared = Arc::clone(app);
    let made = actix_web::web::block(move || {
        let rendition =
            pictures::rendition_of(original, width).map_err(|refused| Error::internal(refused.to_string()))?;
        shared.blobs.part_of(&rendition.bytes).map_err(Error::file)
    });
    app.blobs.adopt_rendition(key, width, &made.await??).await.map_err(Error::file)?;
    app.blobs.open_rendition(key, width, start).await.map_err(Error::file)
}

async fn find(app: &AppState, key: &str, width: u32, start: Option<u64>) -> Result<Option<Blob>> {
    match app.blobs.open_rendition(key, width, start).await {
        Ok(file) => Ok(Some(file)),
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(cause) => Err(Error::file(cause)),
    }
}
