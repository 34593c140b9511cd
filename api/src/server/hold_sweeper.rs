//! Releases ended holds, offers free room to waitlists and tells open pages.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use store::{
    booking::{
        self, expiry,
        waitlist::{announcement, offer},
    },
    types::{
        ids::{CompanyId, OfferingId},
        timestamp::Timestamp,
    },
};
use tokio::sync::Notify;

use crate::{
    app_state::AppState,
    notify::bookings::{BookingNews, log_failure},
};

/// Interval of the sweep. A booking of the same company releases ended holds before.
const INTERVAL: Duration = Duration::from_secs(5);
/// Sweeps between two passes over all waitlists. A pass finds room that a crash left without a mark.
const PASS_EVERY: u32 = 120;

/// Requests for a sweep before its interval.
#[derive(Default)]
pub struct SweepRequests {
    start: Notify,
    /// Companies whose rules changed, and the offering if it is one.
    rules: Mutex<Vec<(CompanyId, Option<OfferingId>)>>,
}

impl SweepRequests {
    /// Starts a sweep, since room may have become free.
    pub fn start(&self) {
        self.start.notify_one();
    }

    /// Starts a sweep that considers all waitlists of a company, or of one offering.
    pub fn rules_changed(&self, company: CompanyId, offering: Option<OfferingId>) {
        self.rules.lock().unwrap_or_else(PoisonError::into_inner).push((company, offering));
        self.start();
    }

    fn take_rules(&self) -> Vec<(CompanyId, Option<OfferingId>)> {
        std::mem::take(&mut self.rules.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Runs until the server stops. A command that frees room starts a sweep at once.
pub async fn run(state: Arc<AppState>) {
    let mut ticks = actix_rt::time::interval(INTERVAL);
    let mut sweeps = 0_u32;
    loop {
        let is_tick = tokio::select! {
            _ = ticks.tick() => true,
            () = state.waitlists.start.notified() => false,
        };
        let is_pass = is_tick && sweeps.is_multiple_of(PASS_EVERY);
        sweeps = sweeps.wrapping_add(u32::from(is_tick));
        if let Err(cause) = sweep(&state, is_pass, Timestamp::now()).await {
            log_failure("hold_sweeper", &cause);
        }
    }
}

async fn sweep(state: &AppState, is_pass: bool, now: Timestamp) -> booking::Result<()> {
    for (company, changes) in expiry::sweep(&state.db, now).await? {
        state.hub.inventory_changed(company, &changes);
    }
    for (company, offering) in state.waitlists.take_rules() {
        offer::wake_company(&state.db, company, offering).await?;
    }
    if is_pass {
        offer::wake_all(&state.db, now).await?;
    }
    for company in offer::due(&state.db).await? {
        let changes = offer::serve(&state.db, company, now).await?;
        state.hub.inventory_changed(company, &changes);
    }
    for offer in announcement::pending(&state.db, now).await? {
        state.booking_mails().announce(BookingNews::WaitlistOffer(&offer), now).await?;
    }
    Ok(())
}
