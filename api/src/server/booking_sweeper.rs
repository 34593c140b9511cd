//! Declines requests that no company answered by their start, completes visits that are over, reminds companies of open
//! requests, and sends mails about bookings that a crash left behind.

use std::{sync::Arc, time::Duration};

use store::{
    booking::{self, overdue},
    types::timestamp::Timestamp,
};

use crate::{
    app_state::AppState,
    notify::bookings::log_failure,
    routes::booking::{notices, publish},
};

/// Interval of the sweep.
const INTERVAL: Duration = Duration::from_secs(5);

/// Age of a step whose mail only the sweep still sends.
const LEFT_BEHIND: i64 = 10 * Timestamp::SECOND;

/// Runs until the server stops. The first sweep ends what became due while the server was down.
pub async fn run(state: Arc<AppState>) {
    let mut ticks = actix_rt::time::interval(INTERVAL);
    loop {
        ticks.tick().await;
        if let Err(cause) = sweep(&state, Timestamp::now()).await {
            log_failure("booking_sweeper", &cause);
        }
    }
}

/// Ends the bookings that are due, and reminds companies. A booking that fails does not stop the others.
pub async fn sweep(state: &AppState, now: Timestamp) -> booking::Result<()> {
    for id in overdue::due(&state.db, now).await? {
        match overdue::end(&state.db, id, now).await {
            Ok(Some(outcome)) => drop(publish(state, outcome).await),
            Ok(None) => {}
            Err(cause) => log_failure("booking_sweeper", &cause),
        }
    }
    for request in overdue::unanswered(&state.db, now).await? {
        notices::remind(state, request).await;
        overdue::reminded(&state.db, request, now).await?;
    }
    state.booking_mails().send_due_steps(now.plus(-LEFT_BEHIND), now).await
}
