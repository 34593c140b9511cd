//! Reminds customers of their bookings.

use std::{sync::Arc, time::Duration};

use store::{
    booking::{
        self,
        reminder::{self, ReminderKind},
    },
    types::timestamp::Timestamp,
};

use crate::{
    app_state::AppState,
    notify::bookings::{BookingNews, log_failure},
};

/// Interval between looks for due reminders.
const INTERVAL: Duration = Duration::from_secs(60);

/// Runs until the server stops. The first pass sends what became due while the server was down.
pub async fn run(state: Arc<AppState>) {
    let mut ticks = actix_rt::time::interval(INTERVAL);
    loop {
        ticks.tick().await;
        if let Err(cause) = remind(&state, Timestamp::now()).await {
            log_failure("reminder_worker", &cause);
        }
    }
}

/// Sends the reminders that are due.
pub async fn remind(state: &AppState, now: Timestamp) -> booking::Result<()> {
    for kind in ReminderKind::ALL {
        loop {
            let due = reminder::due(&state.db, kind, now).await?;
            if due.is_empty() {
                break;
            }
            for one in &due {
                state.booking_mails().announce(BookingNews::Reminder(one, kind), now).await?;
            }
        }
    }
    Ok(())
}
