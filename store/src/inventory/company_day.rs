//! Slots of one day as the company of an offering may book them itself, with the places to choose from.

use std::ops::Range;

use futures_util::future::try_join;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    ResourceKind, plan,
    schedule::TICK,
    slots::{Slot, Stock},
};
use crate::{
    Db, Error, Result, on,
    types::{
        ids::{BookingId, CompanyId, OfferingId, ResourceId, VariantId},
        local_time::TimeZone,
        timestamp::{Date, Timestamp},
    },
};

/// Slots that start on a local date, and the choices of the company.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct CompanyDay {
    pub date: Date,
    pub time_zone: TimeZone,
    /// Without notice, pause and horizon. The slot that runs is among them. Empty for stays.
    pub slots: Vec<Slot>,
    /// Staff, tables and equipment that serve the offering.
    pub places: Vec<BookablePlace>,
    /// Classes, room types or variants of the offering, with their usual prices.
    pub variants: Vec<BookableVariant>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct BookablePlace {
    pub id: ResourceId,
    pub kind: ResourceKind,
    pub name: String,
    /// Role of a member of staff.
    pub title: String,
    pub seats_min: i64,
    pub seats_max: i64,
    /// Room of a table. Empty for the only one.
    pub area: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct BookableVariant {
    pub id: VariantId,
    pub name: String,
    /// Minor units.
    pub price: i64,
    pub sold_out: bool,
}

/// Day of an offering to read, for a party of `members`.
#[derive(Clone, Debug)]
pub struct DayRequest {
    pub offering: OfferingId,
    pub date: Date,
    pub members: i64,
    /// Reservation that is moved: what it takes counts as free.
    pub moved: Option<BookingId>,
}

/// Returns the slots of an offering of the company that start on a local date.
pub async fn company_day(db: &Db, company: CompanyId, day: DayRequest, now: Timestamp) -> Result<CompanyDay> {
    // A booking is moved after its offering went off sale, too.
    let terms = match day.moved {
        Some(_) => plan::terms_of_booked(db, day.offering).await?,
        None => plan::terms(db, day.offering).await?,
    };
    let terms = terms.for_company();
    if terms.company_id != company {
        return Err(Error::NotFound);
    }
    // Hours past midnight belong to the day before.
    let dates = [day.date.plus_days(-1), day.date];
    let stock = Stock::load(db, terms, &dates[0], &dates[1], now);
    let (mut stock, places) = try_join(stock, places(db, day.offering)).await?;
    if let Some(booking) = day.moved {
        stock.give_back(&Taking::read(db, company, day.offering, booking).await?);
    }
    let mut slots = stock.on_dates(&dates, day.members, now);
    let zone = stock.plan.terms.time_zone.clone();
    slots.retain(|slot| zone.date_at(slot.starts_at) == dates[1]);
    let variants = stock.plan.variants.into_iter().map(|variant| BookableVariant {
        id: variant.id,
        name: variant.name,
        price: variant.price,
        sold_out: variant.sold_out,
    });
    let [_, date] = dates;
    Ok(CompanyDay { date, time_zone: zone, slots, places, variants: variants.collect() })
}

async fn places(db: &Db, offering: OfferingId) -> Result<Vec<BookablePlace>> {
    on!(db.read(), at => sqlx::query_as(
        "SELECT r.id, r.kind, r.name, r.title, r.seats_min, r.seats_max, r.area
         FROM resource_offering ro JOIN resource r ON r.id = ro.resource_id
         WHERE ro.offering_id = $1 AND r.active ORDER BY r.position, r.id")
        .bind(offering).fetch_all(at).await)
    .map_err(Into::into)
}

/// Inventory that a sold booking takes.
struct Taking {
    times: Vec<(ResourceId, Range<Timestamp>)>,
    units: Vec<(VariantId, Timestamp, i64)>,
}

impl Taking {
    /// Reads what a booking of the company takes. One of another offering does not exist.
    async fn read(db: &Db, company: CompanyId, offering: OfferingId, id: BookingId) -> Result<Self> {
        on!(db.read(), at => sqlx::query(
            "SELECT 1 FROM booking WHERE id = $1 AND company_id = $2 AND offering_id = $3 AND state <> 'held'")
            .bind(id).bind(company).bind(offering).fetch_one(at).await.map(drop))?;
        let times = async {
            Result::<Vec<(ResourceId, i64, i64)>>::Ok(on!(db.read(), at => sqlx::query_as(
                "SELECT resource_id, MIN(tick), MAX(tick) FROM occupancy WHERE booking_id = $1 GROUP BY resource_id")
                .bind(id).fetch_all(at).await)?)
        };
        // A booking that has ended takes nothing.
        let units = async {
            Result::<Vec<(VariantId, Timestamp, i64)>>::Ok(on!(db.read(), at => sqlx::query_as(
                "SELECT i.variant_id, i.starts_at, i.quantity FROM booking_item i JOIN booking b ON b.id = i.booking_id
                 WHERE b.id = $1 AND i.counted = TRUE AND b.state IN ('awaiting_company', 'confirmed')")
                .bind(id).fetch_all(at).await)?)
        };
        let (times, units) = try_join(times, units).await?;
        let range = |(resource, first, last): (ResourceId, i64, i64)| {
            (resource, Timestamp(first * TICK)..Timestamp((last + 1) * TICK))
        };
        Ok(Self { times: times.into_iter().map(range).collect(), units })
    }
}

impl Stock {
    /// Counts what a booking takes as free.
    fn give_back(&mut self, taking: &Taking) {
        for (resource, range) in &taking.times {
            if let Some(busy) = self.occupied.get_mut(resource) {
                // The inventory was read for some days only, so a time may be cut off.
                busy.retain(|one| one.start < range.start || range.end < one.end);
            }
        }
        for (variant, starts_at, quantity) in &taking.units {
            if let Some(units) = self.taken.get_mut(&(*variant, *starts_at)) {
                units.taken -= quantity;
            }
        }
    }
}
