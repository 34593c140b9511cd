//! Calendar of an offering: what of each day is free.

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    plan::{self, ResourcePlan, Terms},
    slots::{Slot, Stock},
};
use crate::{
    Db, Error, Result,
    catalogue::detail::Availability,
    types::{
        ids::{OfferingId, ResourceId},
        timestamp::{Date, Timestamp},
    },
};

/// Maximum days of a calendar.
pub const DAYS_MAX: i64 = 92;

/// Day of a calendar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Day {
    pub date: Date,
    pub state: DayState,
    /// Lowest price of what is free, in minor units.
    pub price: Option<i64>,
    /// Units that are free.
    pub left: Option<i64>,
    /// Minimum stay of guests who arrive on this date.
    pub min_nights: Option<i64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DayState {
    Free,
    /// Everything is taken.
    Full,
    /// Nothing is offered.
    Closed,
}

/// Returns the days from `from` to `to`, at most [`DAYS_MAX`], for a party of `members`.
pub async fn days(
    db: &Db,
    offering: OfferingId,
    from: &Date,
    to: &Date,
    members: i64,
    now: Timestamp,
) -> Result<Vec<Day>> {
    days_of(db, plan::terms(db, offering).await?, from, to, (members, None), now).await
}

/// Returns the days from `from` to `to` by the terms of an offering, at most [`DAYS_MAX`], for a party of `members`: of one
/// resource, or of all. Answers [`Error::NotFound`] for a resource that does not serve the offering.
pub async fn days_of(
    db: &Db,
    terms: Terms,
    from: &Date,
    to: &Date,
    (members, resource): (i64, Option<ResourceId>),
    now: Timestamp,
) -> Result<Vec<Day>> {
    let stock = Stock::load(db, terms, from, to, now).await?;
    let find = |id| stock.plan.resources.iter().find(|one| one.id == id).ok_or(Error::NotFound);
    let resource = resource.map(find).transpose()?;
    let count = from.days_until(to).clamp(0, DAYS_MAX - 1);
    let dates = (0..=count).map(|days| from.plus_days(days));
    let is_stay = stock.plan.terms.availability == Availability::Nights;
    Ok(dates
        .map(|date| if is_stay { stock.night_day(date, now) } else { stock.slot_day(date, resource, members, now) })
        .collect())
}

impl Stock {
    fn night_day(&self, date: Date, now: Timestamp) -> Day {
        let terms = &self.plan.terms;
        let is_open = terms.first_check_in(now) <= date && date <= terms.last_date(now);
        let nights: Vec<_> =
            self.plan.variants.iter().map(|variant| self.plan.night(variant, &date, &self.taken)).collect();
        let sold: Vec<_> = nights.iter().filter(|night| is_open && !night.closed).collect();
        let free = || sold.iter().filter(|night| night.left > 0);
        Day {
            state: match free().next() {
                Some(_) => DayState::Free,
                None if sold.is_empty() => DayState::Closed,
                None => DayState::Full,
            },
            price: free().map(|night| night.price).min(),
            left: Some(free().map(|night| night.left).sum()),
            min_nights: free().map(|night| night.min_nights).min(),
            date,
        }
    }

    /// Returns the day of one resource, or of all.
    fn slot_day(&self, date: Date, resource: Option<&ResourcePlan>, members: i64, now: Timestamp) -> Day {
        let slots = self.on(&date, members, now);
        let earliest = self.plan.terms.earliest(now);
        let left = |slot: &Slot| match resource {
            Some(resource) => i64::from(slot.resources.contains(&resource.id)),
            None => slot.left,
        };
        let is_offered = resource.is_none_or(|resource| !self.plan.resource_intervals(resource, &date).is_empty());
        let free = || slots.iter().filter(|slot| left(slot) > 0);
        Day {
            state: match free().next() {
                Some(_) => DayState::Free,
                None if is_offered && slots.iter().any(|slot| slot.starts_at >= earliest) => DayState::Full,
                None => DayState::Closed,
            },
            price: free().map(|slot| slot.price).min(),
            left: Some(free().fold(0_i64, |total, slot| total.saturating_add(left(slot)))),
            min_nights: None,
            date,
        }
    }
}
