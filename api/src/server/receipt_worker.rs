//! Sends receipts after the answer to a payment. Orders that are paid at the same time share a transaction.

use std::{sync::Arc, time::Duration};

use store::types::timestamp::Timestamp;

use crate::app_state::AppState;

/// Interval between looks for receipts of other nodes, and for those that a crash left behind.
const INTERVAL: Duration = Duration::from_secs(5);

/// Runs until the server stops.
pub async fn run(state: Arc<AppState>) {
    loop {
        // An order was published, or the time is over.
        let _ = actix_rt::time::timeout(INTERVAL, state.receipts_due.notified()).await;
        if let Err(cause) = state.receipt_mails().send_due(Timestamp::now()).await {
            tracing::warn!(?cause, "receipts were not sent");
        }
    }
}
