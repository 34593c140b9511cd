//! Room that a customer waits for.

use crate::{
    Db,
    booking::{
        BookingError, Request, Result,
        draft::{self, Draft},
        hold::requested_dates,
    },
    inventory::{plan::Terms, slots::Stock},
    types::timestamp::{Date, Timestamp},
};

/// Request that waits, or any start on a date.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    pub request: Request,
    /// Any start on this local date will do.
    pub any_time_on: Option<Date>,
}

impl Wanted {
    /// Returns the local dates whose inventory has to be read.
    pub(super) async fn dates(&self, db: &Db, terms: &Terms) -> Result<(Date, Date)> {
        match &self.any_time_on {
            Some(date) => Ok((date.plus_days(-1), date.clone())),
            None => requested_dates(db, terms, &self.request).await,
        }
    }

    /// Returns the bookings that would do, in order of their start. Whether they fit is decided by the caller.
    pub(super) fn drafts(&self, stock: &Stock, dates: &(Date, Date), now: Timestamp) -> Result<Vec<Draft>> {
        let Some(date) = &self.any_time_on else {
            return Ok(vec![draft::draft(stock, dates, &self.request, now)?]);
        };
        let earliest = stock.plan.terms.earliest(now);
        let members = self.request.members.unwrap_or(1);
        let starts = stock.on(date, members, now).into_iter().map(|slot| slot.starts_at).filter(|at| *at >= earliest);
        let mut drafts = Vec::new();
        for start in starts {
            let request = Request { starts_at: Some(start), ..self.request.clone() };
            drafts.push(draft::draft(stock, dates, &request, now)?);
        }
        if drafts.is_empty() {
            return Err(BookingError::field("date", "There are no times on this date."));
        }
        Ok(drafts)
    }
}
