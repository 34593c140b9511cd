//! Publishes a change of reels to live pages and notifications.

use store::{
    reel::{publication, reaction},
    types::{ids::ReelId, timestamp::Timestamp},
};

use super::notices;
use crate::{app_state::AppState, error::Result};

/// Publishes the scheduled reels that are due, and notifies the followers of their companies.
pub async fn publish_due(app: &AppState, now: Timestamp) -> Result<()> {
    for (reel, company) in publication::publish_due(&app.db, now).await? {
        notices::published(app, reel, company).await;
    }
    Ok(())
}

/// Tells companies of the decisions about their reported reels.
pub async fn announce_reviews(app: &AppState) -> Result<()> {
    Ok(notices::reviewed(app).await?)
}

/// Counts shares of a reel.
pub async fn shared(app: &AppState, reel: ReelId, times: usize) -> Result<()> {
    let times = i64::try_from(times).unwrap_or(i64::MAX);
    if times > 0 {
        app.hub.reel_counted(reel, reaction::shared(&app.db, reel, times).await?);
    }
    Ok(())
}
