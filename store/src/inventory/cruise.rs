//! Cruises: sailings by port and date, cabins of a sailing.

use std::collections::{HashMap, HashSet};

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::{
    Db, Result,
    catalogue::{
        offering::OfferingCard,
        port::{self, Port},
    },
    each, on,
    types::{
        ids::{OccurrenceId, OfferingId, VariantId},
        timestamp::{Date, Timestamp},
    },
};

/// Maximum sailings of each cruise in a list.
const SAILINGS: i64 = 12;
/// Maximum sailings with their cabins.
const CABIN_SAILINGS: i64 = 60;

/// Cruise with its ports and next sailings.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct CruiseOffer {
    #[serde(flatten)]
    pub card: OfferingCard,
    pub departure_port: Option<Port>,
    pub destination_port: Option<Port>,
    /// Ports of call.
    pub ports: Vec<Port>,
    /// Sailings to come, at most 12. With days, those of these days.
    pub sailings: Vec<SailingOffer>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Sailing {
    pub id: OccurrenceId,
    pub starts_at: Timestamp,
    pub ends_at: Timestamp,
}

/// Sailing with what is left of all its cabins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SailingOffer {
    #[serde(flatten)]
    pub sailing: Sailing,
    /// Null if not counted.
    pub left: Option<i64>,
    /// Price of one person in the cheapest cabin that is left, in minor units. That of the cheapest one if none is.
    pub price: i64,
}

/// Sailing with its cabin classes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SailingCabins {
    #[serde(flatten)]
    pub sailing: Sailing,
    pub cabins: Vec<Cabin>,
}

/// Cabin class of a sailing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Cabin {
    pub variant_id: VariantId,
    pub name: String,
    /// Price of one person, in minor units.
    pub price: i64,
    pub capacity: Option<i64>,
    /// Null if not counted.
    pub left: Option<i64>,
    pub sold_out: bool,
}

/// Ports of active cruises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PortRole {
    Departure,
    Destination,
}

impl PortRole {
    fn field(self) -> &'static str {
        match self {
            Self::Departure => "departure_port",
            Self::Destination => "destination_port",
        }
    }
}

#[derive(sqlx::FromRow)]
struct CabinRow {
    offering_id: OfferingId,
    occurrence_id: OccurrenceId,
    starts_at: Timestamp,
    ends_at: Timestamp,
    variant_id: VariantId,
    name: String,
    price: i64,
    capacity: Option<i64>,
    units_left: Option<i64>,
    sold_out: bool,
}

fn port_of(details: &Value, role: PortRole) -> Option<&'static Port> {
    details[role.field()].as_str().and_then(port::find)
}

/// Returns the ports of active cruises, sorted by name.
pub async fn ports(db: &Db, role: PortRole) -> Result<Vec<Port>> {
    let rows: Vec<(String,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT details FROM offering WHERE category = 'cruises' AND state = 'active'").fetch_all(at).await)?;
    let mut codes = HashSet::new();
    for (details,) in rows {
        codes.extend(port_of(&serde_json::from_str(&details)?, role).map(|port| port.code));
    }
    Ok(port::all().iter().filter(|port| codes.contains(port.code)).copied().collect())
}

/// Adds ports and sailings to cruises. With days, the sailings of these local days, which are at most a month.
pub async fn offers(
    db: &Db,
    cards: Vec<OfferingCard>,
    days: Option<(&Date, &Date)>,
    now: Timestamp,
) -> Result<Vec<CruiseOffer>> {
    let ids: Vec<_> = cards.iter().map(|card| card.id).collect();
    // Local days differ from UTC by less than a day.
    let from = days.map_or(now, |(first, _)| now.max(first.plus_days(-1).start()));
    let to = days.map_or(Timestamp(i64::MAX), |(_, last)| last.plus_days(2).start());
    let mut rows: HashMap<OfferingId, Vec<SailingCabins>> = HashMap::new();
    for (id, sailing) in by_sailing(cabin_rows(db, &ids, (from, to), SAILINGS, now).await?) {
        rows.entry(id).or_default().push(sailing);
    }
    let offer = |card: OfferingCard| {
        let mut sailings = rows.remove(&card.id).unwrap_or_default();
        if let Some((first, last)) = days {
            sailings.retain(|one| {
                let day = card.company.time_zone.date_at(one.sailing.starts_at);
                (first..=last).contains(&&day)
            });
        }
        CruiseOffer::of(card, sailings.iter().map(SailingCabins::offer).collect())
    };
    Ok(cards.into_iter().map(offer).collect())
}

impl CruiseOffer {
    fn of(card: OfferingCard, sailings: Vec<SailingOffer>) -> Self {
        let details = Value::Object(card.details.clone());
        let calls = details["ports"].as_array().into_iter().flatten();
        Self {
            departure_port: port_of(&details, PortRole::Departure).copied(),
            destination_port: port_of(&details, PortRole::Destination).copied(),
            ports: calls.filter_map(Value::as_str).filter_map(port::find).copied().collect(),
            sailings,
            card,
        }
    }
}

/// Returns the next sailings of a cruise with the cabins left. Holds that ended by `now` count as free.
pub async fn cabins(db: &Db, cruise: OfferingId, now: Timestamp) -> Result<Vec<SailingCabins>> {
    let _: (OfferingId,) = on!(db.read(), at => sqlx::query_as(
        "SELECT id FROM offering WHERE id = $1 AND state = 'active' AND category = 'cruises'")
        .bind(cruise).fetch_one(at).await)?;
    let rows = cabin_rows(db, &[cruise], (now, Timestamp(i64::MAX)), CABIN_SAILINGS, now).await?;
    Ok(by_sailing(rows).into_iter().map(|(_, sailing)| sailing).collect())
}

/// Reads the cabins of the next `limit` sailings of each cruise that start between two times.
async fn cabin_rows(
    db: &Db,
    cruises: &[OfferingId],
    (from, to): (Timestamp, Timestamp),
    limit: i64,
    now: Timestamp,
) -> Result<Vec<CabinRow>> {
    let ids = serde_json::to_string(&cruises.iter().map(|id| [id]).collect::<Vec<_>>())?;
    let at = db.read();
    let sql = each!(
        at,
        "SELECT e.offering_id, e.id AS occurrence_id, e.starts_at, e.ends_at, v.id AS variant_id, v.name, v.price,
            v.capacity, o.sold_out OR v.sold_out AS sold_out,
            COALESCE(b.capacity - b.held - b.sold, v.capacity) + COALESCE((SELECT CAST(SUM(i.quantity) AS BIGINT)
                FROM booking_item i JOIN booking k ON k.id = i.booking_id
                WHERE i.variant_id = v.id AND i.starts_at = e.starts_at AND i.counted = TRUE
                    AND k.state = 'held' AND k.hold_expires_at <= $2), 0) AS units_left
         FROM (SELECT id, offering_id, starts_at, ends_at,
                    row_number() OVER (PARTITION BY offering_id ORDER BY starts_at) AS number
               FROM occurrence WHERE starts_at > $3 AND starts_at < $4 AND cancelled_at IS NULL
                    AND offering_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")) AS e
            JOIN offering o ON o.id = e.offering_id JOIN offering_variant v ON v.offering_id = o.id
            LEFT JOIN capacity_bucket b ON b.variant_id = v.id AND b.starts_at = e.starts_at
         WHERE e.number <= $5 ORDER BY e.offering_id, e.starts_at, v.position, v.id"
    );
    Ok(on!(at, at => sqlx::query_as(sql).bind(&ids).bind(now).bind(from).bind(to).bind(limit).fetch_all(at).await)?)
}

/// Groups cabins that follow each other by sailing.
fn by_sailing(rows: Vec<CabinRow>) -> Vec<(OfferingId, SailingCabins)> {
    let mut sailings: Vec<(OfferingId, SailingCabins)> = Vec::new();
    for row in rows {
        let sailing = Sailing { id: row.occurrence_id, starts_at: row.starts_at, ends_at: row.ends_at };
        if sailings.last().is_none_or(|(_, last)| last.sailing != sailing) {
            sailings.push((row.offering_id, SailingCabins { sailing, cabins: Vec::new() }));
        }
        if let Some((_, last)) = sailings.last_mut() {
            last.cabins.push(row.cabin());
        }
    }
    sailings
}

impl SailingCabins {
    fn offer(&self) -> SailingOffer {
        let price =
            |free: bool| self.cabins.iter().filter(|cabin| !free || !cabin.sold_out).map(|cabin| cabin.price).min();
        let left = |cabin: &Cabin| if cabin.sold_out { Some(0) } else { cabin.left };
        SailingOffer {
            sailing: self.sailing,
            left: self.cabins.iter().map(left).sum(),
            price: price(true).or(price(false)).unwrap_or(0),
        }
    }
}

impl CabinRow {
    fn cabin(self) -> Cabin {
        let left = self.units_left.map(|left| left.max(0));
        Cabin {
            variant_id: self.variant_id,
            name: self.name,
            price: self.price,
            capacity: self.capacity,
            left,
            sold_out: self.sold_out || left == Some(0),
        }
    }
}
