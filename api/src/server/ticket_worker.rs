//! Announces answers of the operator's command line, and closes tickets that stay resolved.

use std::{sync::Arc, time::Duration};

use store::{
    support::{self, ticket},
    types::{ids::TicketMessageId, timestamp::Timestamp},
};

use crate::app_state::AppState;

/// Interval between looks for messages of other processes.
const INTERVAL: Duration = Duration::from_secs(3);
/// Time after which a resolved ticket is closed.
const CLOSED_AFTER: i64 = 14 * Timestamp::DAY;
/// Tickets closed per look.
const BATCH: i64 = 50;

/// Runs until the server stops.
pub async fn run(state: Arc<AppState>) {
    let mut ticks = actix_rt::time::interval(INTERVAL);
    loop {
        ticks.tick().await;
        if let Err(cause) = sweep(&state, Timestamp::now()).await {
            tracing::warn!(?cause, "sweep of support tickets failed");
        }
    }
}

/// Closes what is due, and announces what was not announced.
pub async fn sweep(state: &AppState, now: Timestamp) -> support::Result<()> {
    let next_id = || TicketMessageId(state.ids.next(now));
    ticket::close_resolved(&state.db, next_id, now.plus(-CLOSED_AFTER), BATCH, now).await?;
    Ok(state.ticket_news().announce_due().await?)
}
