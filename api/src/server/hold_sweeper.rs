//! Releases ended holds and tells open pages.

use std::{sync::Arc, time::Duration};

use store::{
    booking::{BookingError, expiry},
    types::timestamp::Timestamp,
};

use crate::app_state::AppState;

/// Interval of the sweep. A booking of the same company releases ended holds before.
const INTERVAL: Duration = Duration::from_secs(5);

/// Runs until the server stops.
pub async fn run(state: Arc<AppState>) {
    let mut ticks = actix_rt::time::interval(INTERVAL);
    loop {
        ticks.tick().await;
        match expiry::sweep(&state.db, Timestamp::now()).await {
            Ok(freed) => freed.iter().for_each(|(company, changes)| state.hub.inventory_changed(*company, changes)),
            Err(BookingError::Store(cause)) => tracing::warn!(%cause, "release of ended holds failed"),
            Err(BookingError::Refused(refusal)) => tracing::warn!(?refusal, "release of ended holds was refused"),
        }
    }
}
