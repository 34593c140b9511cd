//! Publishes scheduled reels, tells companies of reviews, notifies followers of news, begins interrupted
//! encodings anew, and deletes uploads without progress.

use std::{sync::Arc, time::Duration};

use store::{reel::upload, types::timestamp::Timestamp};

use crate::{
    app_state::AppState,
    error::{Error, Result},
    routes::{business, reels},
};

/// Interval between two looks for what is due.
const INTERVAL: Duration = Duration::from_secs(5);
/// Looks between two for interrupted encodings.
const RESUME_EVERY: u32 = 6;
/// Looks between two sweeps of uploads.
const SWEEP_EVERY: u32 = 120;
/// Uploads deleted by a sweep.
const BATCH: i64 = 100;

/// Runs until the server stops.
pub async fn run(state: Arc<AppState>) {
    let mut ticks = actix_rt::time::interval(INTERVAL);
    for count in (0..SWEEP_EVERY).cycle() {
        ticks.tick().await;
        if let Err(cause) = reels::publish_due(&state, Timestamp::now()).await {
            tracing::warn!(?cause, "publication of scheduled reels failed");
        }
        if let Err(cause) = reels::announce_reviews(&state).await {
            tracing::warn!(?cause, "notifications of reviewed reels failed");
        }
        if let Err(cause) = business::announce_news(&state, Timestamp::now()).await {
            tracing::warn!(?cause, "notifications of news failed");
        }
        if count % RESUME_EVERY == 0
            && let Err(cause) = reels::resume_uploads(&state, Timestamp::now()).await
        {
            tracing::warn!(?cause, "interrupted encodings are not begun anew");
        }
        if count == 0
            && let Err(cause) = sweep(&state).await
        {
            tracing::warn!(?cause, "sweep of uploads failed");
        }
    }
}

async fn sweep(state: &AppState) -> Result<()> {
    upload::sweep(&state.db, Timestamp::now(), BATCH).await?;
    // Includes files whose removal failed or was cut off.
    let keys = state.blobs.uploads().await.map_err(Error::file)?;
    for key in upload::unknown(&state.db, keys).await? {
        state.blobs.remove_upload(&key).await.map_err(Error::file)?;
    }
    Ok(())
}
