//! Ends the bookings of dates that their companies called off, and tells both sides.

use std::{sync::Arc, time::Duration};

use store::{
    booking::{self, called_off},
    types::{ids::OccurrenceId, timestamp::Timestamp},
};

use crate::{app_state::AppState, notify::bookings::log_failure, routes::booking::publish};

/// Interval in which dates are looked for that a crash left behind.
const INTERVAL: Duration = Duration::from_secs(10);

/// Runs until the server stops. Calling a date off starts it at once.
pub async fn run(state: Arc<AppState>) {
    let mut ticks = actix_rt::time::interval(INTERVAL);
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            () = state.called_off.notified() => {}
        }
        if let Err(cause) = sweep(&state).await {
            log_failure("called_off_worker", &cause);
        }
    }
}

async fn sweep(state: &AppState) -> booking::Result<()> {
    for id in called_off::pending(&state.db).await? {
        end_all(state, id).await?;
    }
    Ok(())
}

/// Ends the bookings of a date batch by batch.
async fn end_all(state: &AppState, id: OccurrenceId) -> booking::Result<()> {
    loop {
        let batch = called_off::end_next(&state.db, id, Timestamp::now()).await?;
        for outcome in batch.outcomes {
            publish(state, outcome).await;
        }
        called_off::set_told(&state.db, id, batch.last).await?;
        if batch.last.is_none() {
            return Ok(());
        }
    }
}
