//! Exclusive inventory: resources on a grid of five minutes. The primary key of `occupancy` decides who was first.

use std::{collections::HashMap, ops::Range};

use serde_json::json;

use super::{
    plan::listed,
    schedule::{TICK, ticks},
};
use crate::{
    Db, Result,
    db::Tx,
    each, on,
    types::{
        ids::{BookingId, OfferingId, ResourceId},
        timestamp::Timestamp,
    },
};

/// Occupied time by resource.
pub type Occupied = HashMap<ResourceId, Vec<Range<Timestamp>>>;

type Row = (ResourceId, BookingId, i64, i64);

/// Reads the occupied time of the resources of some offerings. Holds that ended by `now` count as free.
pub(super) async fn occupied(
    db: &Db,
    offerings: &[OfferingId],
    range: &Range<Timestamp>,
    now: Timestamp,
) -> Result<Occupied> {
    if offerings.is_empty() {
        return Ok(Occupied::new());
    }
    let (ticks, list) = (ticks(range), listed(offerings)?);
    let at = db.read();
    // A resource of two offerings is read once.
    let sql = each!(
        at,
        "SELECT o.resource_id, o.booking_id, MIN(o.tick), MAX(o.tick)
         FROM (SELECT DISTINCT resource_id FROM resource_offering
                WHERE offering_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")) ro JOIN occupancy o ON o.resource_id = ro.resource_id JOIN booking b ON b.id = o.booking_id
         WHERE o.tick >= $2 AND o.tick < $3 AND NOT (b.state = 'held' AND b.hold_expires_at <= $4)
         GROUP BY o.resource_id, o.booking_id"
    );
    let rows: Vec<Row> = on!(at, at => sqlx::query_as(sql).bind(list).bind(ticks.start).bind(ticks.end).bind(now)
        .fetch_all(at).await)?;
    Ok(ranges(rows))
}

/// Same within a transaction that has released ended holds.
pub(crate) async fn occupied_in(tx: &mut Tx, offering: OfferingId, range: &Range<Timestamp>) -> Result<Occupied> {
    let ticks = ticks(range);
    let rows: Vec<Row> = on!(tx.at(), at => sqlx::query_as(
        "SELECT o.resource_id, o.booking_id, MIN(o.tick), MAX(o.tick)
         FROM resource_offering ro JOIN occupancy o ON o.resource_id = ro.resource_id
         WHERE ro.offering_id = $1 AND o.tick >= $2 AND o.tick < $3
         GROUP BY o.resource_id, o.booking_id")
        .bind(offering).bind(ticks.start).bind(ticks.end).fetch_all(at).await)?;
    Ok(ranges(rows))
}

fn ranges(rows: Vec<Row>) -> Occupied {
    let mut occupied = Occupied::new();
    for (resource, _, first, last) in rows {
        occupied.entry(resource).or_default().push(Timestamp(first * TICK)..Timestamp((last + 1) * TICK));
    }
    occupied
}

/// Occupies the resources for a booking. Returns false if one was taken meanwhile; the caller then rolls back.
pub async fn occupy(
    tx: &mut Tx,
    booking: BookingId,
    resources: &[ResourceId],
    range: &Range<Timestamp>,
) -> Result<bool> {
    let rows: Vec<_> =
        resources.iter().flat_map(|resource| ticks(range).map(move |tick| json!([resource, tick]))).collect();
    let count = rows.len() as u64;
    let rows = serde_json::to_string(&rows)?;
    let at = tx.at();
    let sql = each!(
        at,
        "INSERT INTO occupancy (resource_id, tick, booking_id)
         SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), $2 FROM ",
        " WHERE TRUE ON CONFLICT DO NOTHING"
    );
    let taken = on!(at, at => sqlx::query(sql).bind(rows).bind(booking)
        .execute(at).await.map(|done| done.rows_affected()))?;
    Ok(taken == count)
}

/// Frees the resources of these bookings.
pub async fn free(tx: &mut Tx, bookings: &[BookingId]) -> Result<()> {
    let ids = serde_json::to_string(&bookings.iter().map(|id| [id]).collect::<Vec<_>>())?;
    let at = tx.at();
    let sql = each!(at, "DELETE FROM occupancy WHERE booking_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ", ")");
    on!(at, at => sqlx::query(sql).bind(ids).execute(at).await.map(drop)).map_err(Into::into)
}
