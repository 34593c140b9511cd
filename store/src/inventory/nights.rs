//! Nights of a room type: price, minimum stay and rooms left by date.

use super::{
    counted::{self, Take, Taken},
    plan::{NightRate, OfferingPlan, VariantPlan},
    slots::midnight,
};
use crate::types::{ids::VariantId, local_time::TimeZone, timestamp::Date};

/// Night that begins on a date.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Night {
    pub date: Date,
    /// Price of one room.
    pub price: i64,
    pub left: i64,
    /// Minimum stay of guests who arrive on this date.
    pub min_nights: i64,
    /// The company does not sell this night.
    pub closed: bool,
}

/// Rates that decide the nights of an offering.
#[derive(Clone, Copy, Debug)]
pub struct NightRules<'r> {
    /// Rates of all variants. Of those that apply to a night, the last one decides alone.
    pub rates: &'r [NightRate],
    pub time_zone: &'r TimeZone,
    pub sold_out: bool,
}

impl NightRules<'_> {
    /// Returns the night of a variant.
    pub fn night(&self, variant: &VariantPlan, date: &Date, taken: &Taken) -> Night {
        let applies = |rate: &&NightRate| {
            rate.variant_id == variant.id
                && rate.from_date <= *date
                && *date <= rate.to_date
                && rate.weekdays.contains(date.weekday())
        };
        let rate = self.rates.iter().rev().find(applies);
        let starts_at = midnight(self.time_zone, date);
        Night {
            price: rate.and_then(|rate| rate.price).unwrap_or(variant.price),
            left: counted::left(taken, variant.id, starts_at, variant.capacity.unwrap_or(0)),
            min_nights: rate.map_or(1, |rate| rate.min_nights),
            closed: variant.sold_out || self.sold_out || rate.is_some_and(|rate| rate.closed),
            date: date.clone(),
        }
    }
}

impl OfferingPlan {
    /// Returns the night of a variant.
    pub fn night(&self, variant: &VariantPlan, date: &Date, taken: &Taken) -> Night {
        let Self { rates, terms, .. } = self;
        NightRules { rates, time_zone: &terms.time_zone, sold_out: terms.sold_out }.night(variant, date, taken)
    }

    /// Returns the units to take for the night that begins on a date.
    pub fn night_take(&self, variant: VariantId, date: &Date, rooms: i64, capacity: i64) -> Take {
        let zone = &self.terms.time_zone;
        let (starts_at, ends_at) = (midnight(zone, date), midnight(zone, &date.plus_days(1)));
        Take { variant, starts_at, ends_at, quantity: rooms, capacity }
    }
}
