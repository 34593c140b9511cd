//! Cruises: sailings by port and date, cabins of a sailing.

use std::collections::{HashMap, HashSet};

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::{
    Db, Result,
    catalogue::{
        filter::Window,
        offering::{self, OfferingCard},
        port::{self, Port},
    },
    db::conditions::Conditions,
    each, on,
    types::{
        ids::{CompanyId, OccurrenceId, OfferingId, VariantId},
        local_time::TimeZone,
        timestamp::{Date, Timestamp},
    },
};

/// Maximum cruises that are considered.
const CRUISES: i64 = 2_000;
/// Maximum sailings of each cruise in a list.
const SAILINGS: i64 = 12;
/// Maximum sailings with their cabins.
const CABIN_SAILINGS: i64 = 60;

/// Selection of cruises.
#[derive(Clone, Debug, Default)]
pub struct CruiseFilter {
    pub company: Option<CompanyId>,
    pub offering: Option<OfferingId>,
    pub departure: Option<&'static Port>,
    pub destination: Option<&'static Port>,
    /// Local date of a sailing.
    pub date: Option<Date>,
}

/// Cruise with its ports and next sailings.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct CruiseOffer {
    #[serde(flatten)]
    pub card: OfferingCard,
    pub departure_port: Option<Port>,
    pub destination_port: Option<Port>,
    /// Ports of call.
    pub ports: Vec<Port>,
    /// Sailings to come, at most 12. With a date, those of that date.
    pub sailings: Vec<Sailing>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Sailing {
    pub id: OccurrenceId,
    pub starts_at: Timestamp,
    pub ends_at: Timestamp,
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
struct CruiseRow {
    id: OfferingId,
    details: String,
}

#[derive(sqlx::FromRow)]
struct SailingRow {
    id: OccurrenceId,
    offering_id: OfferingId,
    starts_at: Timestamp,
    ends_at: Timestamp,
}

#[derive(sqlx::FromRow)]
struct CabinRow {
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

impl CruiseFilter {
    fn query(&self) -> Conditions {
        let mut query = Conditions::new(
            "SELECT o.id, o.details FROM offering o WHERE o.category = 'cruises' AND o.state = 'active'
                AND o.availability = 'occurrence'",
            Vec::new(),
        );
        if let Some(company) = self.company {
            query.bind(" AND o.company_id = ?", company.0);
        }
        if let Some(offering) = self.offering {
            query.bind(" AND o.id = ?", offering.0);
        }
        query.push(" ORDER BY o.sold_out, o.position, o.price, o.id").bind(" LIMIT ?", CRUISES);
        query
    }

    fn fits(&self, details: &Value) -> bool {
        let is = |role, wanted: Option<&Port>| wanted.is_none() || port_of(details, role) == wanted;
        is(PortRole::Departure, self.departure) && is(PortRole::Destination, self.destination)
    }
}

/// Returns the ports of active cruises, sorted by name.
pub async fn ports(db: &Db, role: PortRole) -> Result<Vec<Port>> {
    let rows: Vec<CruiseRow> = CruiseFilter::default().query().fetch(db).await?;
    let mut codes = HashSet::new();
    for row in rows {
        codes.extend(port_of(&serde_json::from_str(&row.details)?, role).map(|port| port.code));
    }
    Ok(port::all().iter().filter(|port| codes.contains(port.code)).copied().collect())
}

/// Returns a page of cruises and their total.
pub async fn cruises(
    db: &Db,
    filter: &CruiseFilter,
    window: Window,
    now: Timestamp,
) -> Result<(Vec<CruiseOffer>, i64)> {
    let mut fitting = Vec::new();
    for row in filter.query().fetch::<CruiseRow>(db).await? {
        if filter.fits(&serde_json::from_str(&row.details)?) {
            fitting.push(row.id);
        }
    }
    if let Some(date) = &filter.date {
        let sailing = sailing_on(db, date, now).await?;
        fitting.retain(|id| sailing.contains(id));
    }
    let total = i64::try_from(fitting.len()).unwrap_or(i64::MAX);
    let count = |number: i64| usize::try_from(number).unwrap_or(0);
    let ids: Vec<_> = fitting.into_iter().skip(count(window.offset)).take(count(window.limit)).collect();
    let mut sailings = sailings(db, &ids, filter.date.as_ref(), now).await?;
    let cards = offering::cards(db, &ids, now).await?;
    let offer = |card: OfferingCard| {
        let mut sailings = sailings.remove(&card.id).unwrap_or_default();
        if let Some(date) = &filter.date {
            sailings.retain(|sailing| card.company.time_zone.date_at(sailing.starts_at) == *date);
        }
        CruiseOffer::of(card, sailings)
    };
    Ok((cards.into_iter().map(offer).collect(), total))
}

impl CruiseOffer {
    fn of(card: OfferingCard, sailings: Vec<Sailing>) -> Self {
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

/// Returns the cruises that sail on a local date.
async fn sailing_on(db: &Db, date: &Date, now: Timestamp) -> Result<HashSet<OfferingId>> {
    // Local days differ from UTC by less than a day.
    let (from, to) = (date.plus_days(-1).start(), date.plus_days(2).start());
    let rows: Vec<(OfferingId, Timestamp, TimeZone)> = on!(db.read(), at => sqlx::query_as(
        "SELECT o.id, e.starts_at, c.time_zone
         FROM offering o JOIN company c ON c.id = o.company_id JOIN occurrence e ON e.offering_id = o.id
         WHERE o.category = 'cruises' AND o.state = 'active' AND e.starts_at >= $1 AND e.starts_at < $2
            AND e.starts_at > $3 AND e.cancelled_at IS NULL")
        .bind(from).bind(to).bind(now).fetch_all(at).await)?;
    let fits = |(_, starts_at, zone): &(OfferingId, Timestamp, TimeZone)| zone.date_at(*starts_at) == *date;
    Ok(rows.into_iter().filter(fits).map(|(id, ..)| id).collect())
}

/// Returns the next sailings of each cruise. With a date, those around it.
async fn sailings(
    db: &Db,
    ids: &[OfferingId],
    date: Option<&Date>,
    now: Timestamp,
) -> Result<HashMap<OfferingId, Vec<Sailing>>> {
    let list = serde_json::to_string(&ids.iter().map(|id| [id]).collect::<Vec<_>>())?;
    let from = date.map_or(now, |date| now.max(date.plus_days(-1).start()));
    let to = date.map_or(Timestamp(i64::MAX), |date| date.plus_days(2).start());
    let at = db.read();
    let sql = each!(
        at,
        "SELECT id, offering_id, starts_at, ends_at FROM (
            SELECT e.id, e.offering_id, e.starts_at, e.ends_at,
                row_number() OVER (PARTITION BY e.offering_id ORDER BY e.starts_at) AS number
            FROM occurrence e
            WHERE e.starts_at > $2 AND e.starts_at < $3 AND e.cancelled_at IS NULL
                AND e.offering_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")) AS numbered WHERE number <= $4 ORDER BY starts_at, id"
    );
    let rows: Vec<SailingRow> =
        on!(at, at => sqlx::query_as(sql).bind(list).bind(from).bind(to).bind(SAILINGS).fetch_all(at).await)?;
    let mut sailings: HashMap<OfferingId, Vec<Sailing>> = HashMap::new();
    for row in rows {
        let sailing = Sailing { id: row.id, starts_at: row.starts_at, ends_at: row.ends_at };
        sailings.entry(row.offering_id).or_default().push(sailing);
    }
    Ok(sailings)
}

/// Returns the next sailings of a cruise with the cabins left. Holds that ended by `now` count as free.
pub async fn cabins(db: &Db, cruise: OfferingId, now: Timestamp) -> Result<Vec<SailingCabins>> {
    let _: (OfferingId,) = on!(db.read(), at => sqlx::query_as(
        "SELECT id FROM offering WHERE id = $1 AND state = 'active' AND category = 'cruises'")
        .bind(cruise).fetch_one(at).await)?;
    let rows: Vec<CabinRow> = on!(db.read(), at => sqlx::query_as(
        "SELECT e.id AS occurrence_id, e.starts_at, e.ends_at, v.id AS variant_id, v.name, v.price, v.capacity,
            o.sold_out OR v.sold_out AS sold_out,
            COALESCE(b.capacity - b.held - b.sold, v.capacity) + COALESCE((SELECT CAST(SUM(i.quantity) AS BIGINT)
                FROM booking_item i JOIN booking k ON k.id = i.booking_id
                WHERE i.variant_id = v.id AND i.starts_at = e.starts_at AND i.counted = TRUE
                    AND k.state = 'held' AND k.hold_expires_at <= $2), 0) AS units_left
         FROM (SELECT id, offering_id, starts_at, ends_at FROM occurrence
               WHERE offering_id = $1 AND starts_at > $2 AND cancelled_at IS NULL ORDER BY starts_at LIMIT $3) AS e
            JOIN offering o ON o.id = e.offering_id JOIN offering_variant v ON v.offering_id = o.id
            LEFT JOIN capacity_bucket b ON b.variant_id = v.id AND b.starts_at = e.starts_at
         ORDER BY e.starts_at, v.position, v.id")
        .bind(cruise).bind(now).bind(CABIN_SAILINGS).fetch_all(at).await)?;
    let mut sailings: Vec<SailingCabins> = Vec::new();
    for row in rows {
        let sailing = Sailing { id: row.occurrence_id, starts_at: row.starts_at, ends_at: row.ends_at };
        if sailings.last().is_none_or(|last| last.sailing != sailing) {
            sailings.push(SailingCabins { sailing, cabins: Vec::new() });
        }
        if let Some(last) = sailings.last_mut() {
            last.cabins.push(row.cabin());
        }
    }
    Ok(sailings)
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
