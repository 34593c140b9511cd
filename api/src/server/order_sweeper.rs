//! Cancels orders that were not paid in time, ends orders whose bookings have all ended, and looks up payments whose
//! answer never came.

use std::{sync::Arc, time::Duration};

use store::{
    order::{OrderError, bookings, expiry, settle},
    payment::{self, Provider},
    types::timestamp::Timestamp,
};

use crate::{app_state::AppState, integrations::payments::sandbox, routes::orders::publish};

/// Interval of the sweep. A checkout at the same company cancels ended orders before.
const INTERVAL: Duration = Duration::from_secs(5);
/// Time after which a payment in progress is looked up.
const ANSWER_DUE: i64 = 3 * Timestamp::SECOND;

/// Runs until the server stops.
pub async fn run(state: Arc<AppState>) {
    let mut ticks = actix_rt::time::interval(INTERVAL);
    loop {
        ticks.tick().await;
        if let Err(cause) = sweep(&state, Timestamp::now()).await {
            tracing::warn!(?cause, "sweep of orders failed");
        }
    }
}

async fn sweep(state: &AppState, now: Timestamp) -> Result<(), OrderError> {
    publish(state, expiry::sweep(&state.db, now).await?).await;
    publish(state, bookings::accept_confirmed(&state.db, now).await?).await;
    publish(state, bookings::finish_ended(&state.db, now).await?).await;
    // Beside another provider the sandbox pays nothing.
    if state.card_provider() == Provider::Sandbox {
        for late in payment::processing(&state.db, Provider::Sandbox, now.plus(-ANSWER_DUE)).await? {
            let (_, outcome) = settle::settle(&state.db, late.id, &sandbox::late_success(&late), now).await?;
            publish(state, outcome).await;
        }
    }
    Ok(())
}
