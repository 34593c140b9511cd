//! Free times and prices of the results of a page, through the plans of the inventory.

use std::collections::HashMap;

use futures_util::future::{Either, ready, try_join_all};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    documents::Key,
    query::{When, Who},
};
use crate::{
    Db, Result,
    catalogue::{detail::Availability, filter::Window, offering::OfferingCard},
    inventory::{
        plan,
        slots::{Slot, Stock},
        stay::{self, RoomFilter, Stay},
    },
    types::{
        ids::{CompanyId, OccurrenceId, OfferingId, VariantId},
        local_time::TimeZone,
        timestamp::{Date, Timestamp},
    },
};

/// Times that a result shows.
const TIMES: usize = 4;
/// Stays that are read at the same time.
const AT_ONCE: usize = 4;
/// Days that are looked at without a day in the search, today included.
const DAYS: i64 = 3;
/// Days of a search that are looked at. Those of [`OCCURRENCE_DAYS`] are all looked at.
const DAYS_MAX: i64 = 31;
/// Days after today in which the next occurrence is looked for.
const OCCURRENCE_DAYS: i64 = 60;
/// Maximum room types of a hotel that are compared.
const ROOM_TYPES: i64 = 24;

/// Free times, prices or seats of a result for the day and the party.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Bookable {
    /// Offering to book. That of a company is its first one that is free.
    pub offering_id: OfferingId,
    pub availability: Availability,
    /// Party that the answer is for, children included.
    pub members: i64,
    pub children: i64,
    /// ISO 4217.
    #[schema(example = "EUR")]
    pub currency: String,
    pub time_zone: TimeZone,
    /// Next free times, at most 4.
    pub times: Vec<BookableTime>,
    /// Free stay. Null for times, and if it is not free.
    pub stay: Option<BookableStay>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct BookableTime {
    /// Local date and time of the start.
    pub date: Date,
    #[schema(example = "19:30")]
    pub time: String,
    pub starts_at: Timestamp,
    pub ends_at: Timestamp,
    /// Free staff, tables or places. Null if not counted.
    pub left: Option<i64>,
    /// Price of one unit in minor units.
    pub price: i64,
    pub occurrence_id: Option<OccurrenceId>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct BookableStay {
    pub variant_id: VariantId,
    pub check_in: Date,
    pub check_out: Date,
    pub nights: i64,
    /// Price of the stay in minor units.
    pub total: i64,
    /// VAT that is paid besides it: 0 where prices contain it.
    pub vat_added: i64,
    /// Rooms left.
    pub left: i64,
}

impl Bookable {
    /// Returns true if something is free.
    pub fn is_free(&self) -> bool {
        !self.times.is_empty() || self.stay.is_some()
    }
}

/// Look-up of a result.
#[derive(Clone, Copy, Debug)]
pub(super) enum Subject<'a> {
    /// Offering to book of a company. Of a hotel, all its room types are compared.
    Company(CompanyId, OfferingId),
    Offering(&'a OfferingCard),
}

/// Day and party of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms<'a> {
    pub when: Option<&'a When>,
    pub who: Option<Who>,
    pub now: Timestamp,
}

impl Subject<'_> {
    pub fn offering(self) -> OfferingId {
        match self {
            Self::Company(_, offering) => offering,
            Self::Offering(card) => card.id,
        }
    }

    pub fn company(self) -> CompanyId {
        match self {
            Self::Company(company, _) => company,
            Self::Offering(card) => card.company.id,
        }
    }

    /// Returns the key of the result.
    pub fn key(self) -> Key {
        match self {
            Self::Company(company, _) => Key::company(company),
            Self::Offering(card) => Key::offering(card.id),
        }
    }
}

impl Terms<'_> {
    /// Reads what can be booked of each subject, with some ten queries for all that have times and a few for each stay.
    /// None for an offering that is bought, and for one that went meanwhile.
    pub async fn read_all(&self, db: &Db, subjects: &[Subject<'_>]) -> Result<Vec<Option<Bookable>>> {
        if subjects.is_empty() {
            return Ok(Vec::new());
        }
        let ids: Vec<_> = subjects.iter().map(|subject| subject.offering()).collect();
        let all = plan::terms_of(db, &ids).await?;
        let zones: HashMap<_, _> =
            all.iter().map(|terms| (terms.id, (terms.availability, terms.time_zone.clone()))).collect();
        // Dates of occurrences are looked for further ahead.
        let (dated, timed): (Vec<_>, Vec<_>) =
            all.into_iter().filter(has_times).partition(|terms| terms.availability == Availability::Occurrence);
        let mut found = self.times(db, dated, OCCURRENCE_DAYS).await?;
        found.extend(self.times(db, timed, DAYS).await?);
        let mut read = Vec::with_capacity(subjects.len());
        for batch in subjects.chunks(AT_ONCE) {
            let bookable = batch.iter().map(|subject| match zones.get(&subject.offering()) {
                Some((Availability::Nights, zone)) => Either::Left(self.stay(db, *subject, zone)),
                _ => Either::Right(ready(Ok(found.get(&subject.offering()).cloned()))),
            });
            read.extend(try_join_all(bookable).await?);
        }
        Ok(read)
    }

    /// Reads the free times of offerings. `days` are looked at if the search names no day.
    async fn times(&self, db: &Db, terms: Vec<plan::Terms>, days: i64) -> Result<HashMap<OfferingId, Bookable>> {
        let of_zone = |zone: &TimeZone| self.dates(zone, days);
        let dates = terms.iter().map(|terms| of_zone(&terms.time_zone));
        let all = dates.reduce(|all, one| (all.0.min(one.0), all.1.max(one.1)));
        let Some((first, last)) = all else { return Ok(HashMap::new()) };
        let stocks = Stock::load_all(db, terms, &first, &last, self.now).await?;
        Ok(stocks.iter().map(|stock| (stock.plan.terms.id, self.times_of(stock, days))).collect())
    }

    /// Returns the local dates to look at.
    fn dates(&self, zone: &TimeZone, days: i64) -> (Date, Date) {
        let today = zone.date_at(self.now);
        match self.when {
            Some(when) => {
                let most = days.max(DAYS_MAX);
                (when.date.clone().max(today), when.until.clone().min(when.date.plus_days(most - 1)))
            }
            None => (today.clone(), today.plus_days(days - 1)),
        }
    }

    fn times_of(&self, stock: &Stock, days: i64) -> Bookable {
        let terms = &stock.plan.terms;
        let zone = &terms.time_zone;
        let (first, last) = self.dates(zone, days);
        let party = terms.party(1);
        let members = self.who.map_or(*party.start(), Who::members);
        let mut times = Vec::new();
        if party.contains(&members) {
            let count = first.days_until(&last).max(-1);
            for date in (0..=count).map(|day| first.plus_days(day)) {
                let slots = stock.on(&date, members, self.now);
                let free = slots.into_iter().filter(|slot| self.fits(slot, zone, members));
                times.extend(free.take(TIMES - times.len()).map(|slot| BookableTime::new(slot, date.clone())));
                if times.len() == TIMES {
                    break;
                }
            }
        }
        Bookable {
            offering_id: terms.id,
            availability: terms.availability,
            members,
            children: self.children(),
            currency: terms.currency.clone(),
            time_zone: zone.clone(),
            times,
            stay: None,
        }
    }

    fn children(&self) -> i64 {
        self.who.map_or(0, |who| who.children)
    }

    fn fits(&self, slot: &Slot, zone: &TimeZone, members: i64) -> bool {
        let minute = i64::from(zone.minute_at(slot.starts_at).minutes());
        let is_in = self
            .when
            .is_none_or(|when| when.from.is_none_or(|from| from <= minute) && when.to.is_none_or(|to| minute <= to));
        is_in && slot.has_room_for(members)
    }

    async fn stay(&self, db: &Db, subject: Subject<'_>, zone: &TimeZone) -> Result<Option<Bookable>> {
        let (adults, children) = self.who.map_or((None, None), |who| (Some(who.adults), Some(who.children)));
        let (company, offering) = match subject {
            Subject::Company(company, _) => (Some(company), None),
            Subject::Offering(card) => (Some(card.company.id), Some(card.id)),
        };
        let filter = RoomFilter { company, offering, features: Vec::new(), adults, children, rooms: 1 };
        let wanted = self.when.map(|when| Stay {
            check_in: when.date.clone(),
            check_out: when.until.clone().max(when.date.plus_days(1)).min(when.date.plus_days(stay::NIGHTS_MAX)),
            rooms: 1,
        });
        let window = Window { limit: ROOM_TYPES, offset: 0 };
        let (rooms, _) = stay::rooms(db, &filter, wanted.as_ref(), window, self.now).await?;
        let cheapest = rooms.iter().filter(|room| wanted.is_none() || room.total.is_some());
        let Some(room) = cheapest.min_by_key(|room| room.total.unwrap_or(room.card.price)) else {
            return Ok(None);
        };
        let free = wanted.zip(room.variant_id).zip(room.total).map(|((stay, variant_id), total)| BookableStay {
            variant_id,
            nights: stay.nights(),
            check_in: stay.check_in,
            check_out: stay.check_out,
            total,
            vat_added: room.vat_added.unwrap_or(0),
            left: room.left.unwrap_or(0),
        });
        Ok(Some(Bookable {
            offering_id: room.card.id,
            availability: Availability::Nights,
            members: self.who.map_or(1, Who::members),
            children: self.children(),
            currency: room.card.currency.clone(),
            time_zone: zone.clone(),
            times: Vec::new(),
            stay: free,
        }))
    }
}

/// Returns true if an offering is booked for a time.
fn has_times(terms: &plan::Terms) -> bool {
    !matches!(terms.availability, Availability::Stock | Availability::Unlimited | Availability::Nights)
}

impl BookableTime {
    fn new(slot: Slot, date: Date) -> Self {
        Self {
            date,
            time: slot.time,
            starts_at: slot.starts_at,
            ends_at: slot.ends_at,
            left: Some(slot.left).filter(|left| *left < i64::from(i32::MAX)),
            price: slot.price,
            occurrence_id: slot.occurrence_id,
        }
    }
}
