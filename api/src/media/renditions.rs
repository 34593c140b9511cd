//! Smaller copies of pictures, made at the upload, or for older pictures at the first request.

use std::{fs::File, io, sync::Arc};

use tokio::sync::Semaphore;

use crate::{
    app_state::AppState,
    error::{Error, Result},
    media::{image_upload, keyed_lock::KeyedLocks},
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

/// Opens the rendition of the picture under `key` that is `width` pixels wide. Makes a missing rendition only once for
/// concurrent requests.
pub async fn open(app: &Arc<AppState>, key: &str, width: u32) -> Result<File> {
    if let Some(file) = find(app, key, width).await? {
        return Ok(file);
    }
    let _queued =
        app.renditions.queue.try_acquire().map_err(|_| Error::Unavailable("too many renditions wait".into()))?;
    let _lock = app.renditions.locks.lock((key.to_owned(), width)).await;
    // A concurrent request may have made the rendition meanwhile.
    if let Some(file) = find(app, key, width).await? {
        return Ok(file);
    }
    let _turn = app.decoding.acquire().await.map_err(Error::internal)?;
    let (app, key) = (Arc::clone(app), key.to_owned());
    actix_web::web::block(move || {
        let original = app.blobs.file(&key).map_err(Error::internal)?;
        let rendition =
            image_upload::rendition_of(original, width).map_err(|refused| Error::internal(refused.to_string()))?;
        let part = app.blobs.part_of(&rendition.bytes).map_err(Error::file)?;
        app.blobs.adopt_rendition(&key, width, &part).map_err(Error::file)?;
        app.blobs.rendition(&key, width).map_err(Error::internal)
    })
    .await?
}

async fn find(app: &Arc<AppState>, key: &str, width: u32) -> Result<Option<File>> {
    let (app, key) = (Arc::clone(app), key.to_owned());
    match actix_web::web::block(move || app.blobs.rendition(&key, width)).await? {
        Ok(file) => Ok(Some(file)),
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(cause) => Err(Error::internal(cause)),
    }
}
