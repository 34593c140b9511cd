//! Cruises in memory: ports, length, facilities of the ship and days of the sailings, for the conditions and counts that
//! only cruises have. What is free on a sailing is asked of the inventory.

use std::collections::HashMap;

use serde_json::Value;

use super::query::{CruiseFacets, CruiseFilter, FacetCount, PortCount, When};
use crate::{
    Db, Result,
    catalogue::{
        detail::FACILITIES,
        port::{self, Port},
    },
    each, on,
    types::{
        ids::{CompanyId, OfferingId},
        local_time::TimeZone,
        timestamp::{Date, Timestamp},
    },
};

/// Category of cruises.
pub(super) const CATEGORY: &str = "cruises";
/// Maximum sailings of a cruise that are kept, the next ones.
const SAILINGS: i64 = 400;
/// Lengths in nights that are counted.
const NIGHTS: [(i64, i64); 4] = [(1, 3), (4, 7), (8, 14), (15, super::query::NIGHTS_MAX)];

/// Conditions of a cruise, one bit each, beside those of the other documents.
pub(super) const DEPARTURE: u32 = 1 << 16;
pub(super) const DESTINATION: u32 = 1 << 17;
pub(super) const CALL: u32 = 1 << 18;
pub(super) const LENGTH: u32 = 1 << 19;
pub(super) const FACILITY: u32 = 1 << 20;
/// Does not sail on the days, or is no cruise.
pub(super) const ASHORE: u32 = 1 << 21;

/// Cruise as conditions need it.
#[derive(Clone, Debug)]
pub(super) struct CruiseEntry {
    pub id: OfferingId,
    departure: Option<usize>,
    destination: Option<usize>,
    calls: Vec<usize>,
    nights: i64,
    /// Bits of [`FACILITIES`].
    facilities: u32,
    /// Local dates of the sailings to come, in order.
    sailings: Vec<Date>,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: OfferingId,
    company_id: CompanyId,
    details: String,
    time_zone: TimeZone,
}

/// Reads the cruises of companies, whose ids are a JSON array of arrays.
pub(super) async fn read(db: &Db, companies: &str, now: Timestamp) -> Result<HashMap<CompanyId, Vec<CruiseEntry>>> {
    let at = db.read();
    let sql = each!(
        at,
        "SELECT o.id, o.company_id, o.details, c.time_zone FROM offering o JOIN company c ON c.id = o.company_id
         WHERE o.state = 'active' AND o.category = 'cruises' AND o.company_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ") ORDER BY o.id"
    );
    let rows: Vec<Row> = on!(at, at => sqlx::query_as(sql).bind(companies).fetch_all(at).await)?;
    if rows.is_empty() {
        return Ok(HashMap::new());
    }
    let mut sailings = sailings(db, &rows, now).await?;
    let mut cruises: HashMap<CompanyId, Vec<CruiseEntry>> = HashMap::new();
    for row in rows {
        let starts = sailings.remove(&row.id).unwrap_or_default();
        let mut days: Vec<_> = starts.into_iter().map(|at| row.time_zone.date_at(at)).collect();
        days.dedup();
        let details: Value = serde_json::from_str(&row.details).unwrap_or(Value::Null);
        cruises.entry(row.company_id).or_default().push(CruiseEntry::new(row.id, &details, days));
    }
    Ok(cruises)
}

async fn sailings(db: &Db, cruises: &[Row], now: Timestamp) -> Result<HashMap<OfferingId, Vec<Timestamp>>> {
    let ids = serde_json::to_string(&cruises.iter().map(|row| [row.id]).collect::<Vec<_>>())?;
    let at = db.read();
    let sql = each!(
        at,
        "SELECT offering_id, starts_at FROM (
            SELECT offering_id, starts_at, row_number() OVER (PARTITION BY offering_id ORDER BY starts_at) AS number
            FROM occurrence WHERE starts_at > $2 AND cancelled_at IS NULL
                AND offering_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")) AS numbered WHERE number <= $3 ORDER BY offering_id, starts_at"
    );
    let rows: Vec<(OfferingId, Timestamp)> =
        on!(at, at => sqlx::query_as(sql).bind(&ids).bind(now).bind(SAILINGS).fetch_all(at).await)?;
    let mut sailings: HashMap<OfferingId, Vec<Timestamp>> = HashMap::new();
    for (id, at) in rows {
        sailings.entry(id).or_default().push(at);
    }
    Ok(sailings)
}

/// Returns the number of a port in [`port::all`].
fn number_of(code: &str) -> Option<usize> {
    port::all().iter().position(|port| port.code == code)
}

fn facility_bit(key: &str) -> u32 {
    FACILITIES.iter().position(|known| *known == key).map_or(0, |number| 1 << number)
}

impl CruiseEntry {
    fn new(id: OfferingId, details: &Value, sailings: Vec<Date>) -> Self {
        let port = |field: &str| details[field].as_str().and_then(number_of);
        let texts = |field: &str| details[field].as_array().into_iter().flatten().filter_map(Value::as_str);
        let (departure, destination) = (port("departure_port"), port("destination_port"));
        let mut calls: Vec<_> = texts("ports").filter_map(number_of).chain(departure).chain(destination).collect();
        calls.sort_unstable();
        calls.dedup();
        Self {
            id,
            departure,
            destination,
            calls,
            nights: details["nights"].as_i64().unwrap_or(0),
            facilities: texts("facilities").fold(0, |bits, key| bits | facility_bit(key)),
            sailings,
        }
    }
}

/// Conditions of a search for cruises.
pub(super) struct CruiseScan {
    departure: Option<usize>,
    destination: Option<usize>,
    call: Option<usize>,
    nights: std::ops::RangeInclusive<i64>,
    facilities: u32,
    days: Option<(Date, Date)>,
}

impl CruiseScan {
    pub fn new(filter: &CruiseFilter, when: Option<&When>) -> Self {
        let number = |port: Option<&Port>| port.and_then(|port| number_of(port.code));
        Self {
            departure: number(filter.departure),
            destination: number(filter.destination),
            call: number(filter.call),
            nights: filter.nights_min.unwrap_or(0)..=filter.nights_max.unwrap_or(i64::MAX),
            facilities: filter.facilities.iter().fold(0, |bits, key| bits | facility_bit(key)),
            days: when.map(|when| (when.date.clone(), when.until.clone())),
        }
    }

    /// Returns the bits of the conditions that a cruise fails.
    pub fn fails(&self, cruise: Option<&CruiseEntry>) -> u32 {
        let Some(cruise) = cruise else { return ASHORE };
        let bit = |fails: bool, bit: u32| if fails { bit } else { 0 };
        let is_other = |wanted: Option<usize>, port| wanted.is_some() && wanted != port;
        let sails = |(from, to): &(Date, Date)| {
            let first = cruise.sailings.partition_point(|day| day < from);
            cruise.sailings.get(first).is_some_and(|day| day <= to)
        };
        bit(is_other(self.departure, cruise.departure), DEPARTURE)
            | bit(is_other(self.destination, cruise.destination), DESTINATION)
            | bit(self.call.is_some_and(|call| cruise.calls.binary_search(&call).is_err()), CALL)
            | bit(!self.nights.contains(&cruise.nights), LENGTH)
            | bit(cruise.facilities & self.facilities != self.facilities, FACILITY)
            | bit(!self.days.as_ref().is_none_or(sails), ASHORE)
    }
}

/// Counts of cruises. Each filter counts as if it were not set itself, but facilities: all of them must match.
pub(super) struct CruiseCounts {
    departures: Vec<u64>,
    destinations: Vec<u64>,
    calls: Vec<u64>,
    nights: [u64; NIGHTS.len()],
    facilities: [u64; 32],
}

impl Default for CruiseCounts {
    fn default() -> Self {
        let ports = || vec![0; port::all().len()];
        Self {
            departures: ports(),
            destinations: ports(),
            calls: ports(),
            nights: [0; NIGHTS.len()],
            facilities: [0; 32],
        }
    }
}

impl CruiseCounts {
    /// Counts a cruise that fails these conditions.
    pub fn see(&mut self, cruise: &CruiseEntry, failed: u32) {
        let fails_only = |own: u32| failed & !own == 0;
        if let Some(port) = cruise.departure.filter(|_| fails_only(DEPARTURE)) {
            self.departures[port] += 1;
        }
        if let Some(port) = cruise.destination.filter(|_| fails_only(DESTINATION)) {
            self.destinations[port] += 1;
        }
        if fails_only(CALL) {
            cruise.calls.iter().for_each(|port| self.calls[*port] += 1);
        }
        if fails_only(LENGTH)
            && let Some(band) = NIGHTS.iter().position(|(low, high)| (*low..=*high).contains(&cruise.nights))
        {
            self.nights[band] += 1;
        }
        if failed == 0 {
            let bits = cruise.facilities;
            self.facilities.iter_mut().enumerate().for_each(|(number, count)| *count += u64::from(bits >> number & 1));
        }
    }

    pub fn add(&mut self, other: &Self) {
        let sum =
            |mine: &mut [u64], theirs: &[u64]| mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
        sum(&mut self.departures, &other.departures);
        sum(&mut self.destinations, &other.destinations);
        sum(&mut self.calls, &other.calls);
        sum(&mut self.nights, &other.nights);
        sum(&mut self.facilities, &other.facilities);
    }

    pub fn facets(&self) -> CruiseFacets {
        let listed = |keys: Vec<String>, counts: &[u64]| -> Vec<FacetCount> {
            let all = keys.into_iter().zip(counts).filter(|(_, count)| **count > 0);
            all.map(|(key, count)| FacetCount { key, count: *count }).collect()
        };
        let ports = |counts: &[u64]| -> Vec<PortCount> {
            let counted = port::all().iter().zip(counts).filter(|(_, count)| **count > 0);
            let counted = counted.map(|(port, count)| (port.code, port.name, port.country, *count));
            counted.map(|(key, name, country, count)| PortCount { key, name, country, count }).collect()
        };
        CruiseFacets {
            departures: ports(&self.departures),
            destinations: ports(&self.destinations),
            calls: ports(&self.calls),
            nights: listed(NIGHTS.iter().map(|(low, high)| format!("{low}-{high}")).collect(), &self.nights),
            facilities: listed(FACILITIES.iter().map(|key| (*key).to_owned()).collect(), &self.facilities),
        }
    }
}
