//! Counted inventory: buckets of equal units. A guarded UPDATE takes units; the row comes into being with the first hold.

use std::collections::HashMap;

use serde_json::json;

use super::plan::listed;
use crate::{
    Db, Result,
    db::Tx,
    each, on,
    types::{
        ids::{BookingId, OfferingId, VariantId},
        timestamp::Timestamp,
    },
};

/// Units to take from one bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Take {
    pub variant: VariantId,
    pub starts_at: Timestamp,
    pub ends_at: Timestamp,
    pub quantity: i64,
    /// Capacity of a bucket that does not exist yet, if its variant is not counted any more.
    pub capacity: i64,
}

/// Bucket to move units in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// A hold is confirmed.
    Sell,
    /// A hold ends.
    ReleaseHeld,
    /// A sale is cancelled.
    ReleaseSold,
}

/// Holds units of buckets that differ. Returns false if one bucket has too few; the caller then rolls back.
///
/// Callers lock the company first, so that two transactions do not wait for each other's buckets. The lock also holds the
/// capacity of the variant, which a new bucket takes from its row: what a caller read before may have changed since.
pub async fn hold(tx: &mut Tx, takes: &[Take]) -> Result<bool> {
    let row = |take: &Take| json!([take.variant, take.starts_at.0, take.ends_at.0, take.capacity, take.quantity]);
    let rows = serde_json::to_string(&takes.iter().map(row).collect::<Vec<_>>())?;
    let at = tx.at();
    let sql = each!(
        at,
        "WITH wanted (variant_id, starts_at, ends_at, capacity, quantity) AS (
            SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), CAST(value->>2 AS BIGINT),
                CAST(value->>3 AS BIGINT), CAST(value->>4 AS BIGINT) FROM ",
        ")
         INSERT INTO capacity_bucket (variant_id, starts_at, ends_at, capacity, held)
         SELECT w.variant_id, w.starts_at, w.ends_at,
            CASE WHEN COALESCE(v.capacity, w.capacity) < w.quantity THEN w.quantity ELSE COALESCE(v.capacity, w.capacity) END,
            w.quantity
         FROM wanted w LEFT JOIN offering_variant v ON v.id = w.variant_id
         WHERE w.quantity <= COALESCE(v.capacity, w.capacity) OR EXISTS (SELECT 1 FROM capacity_bucket b
            WHERE b.variant_id = w.variant_id AND b.starts_at = w.starts_at)
         ON CONFLICT (variant_id, starts_at) DO UPDATE SET held = capacity_bucket.held + excluded.held
         WHERE capacity_bucket.held + capacity_bucket.sold + excluded.held <= capacity_bucket.capacity"
    );
    let held = on!(at, at => sqlx::query(sql).bind(rows).execute(at).await.map(|done| done.rows_affected()))?;
    Ok(held == takes.len() as u64)
}

/// Moves the units of one bucket each.
pub async fn move_each(tx: &mut Tx, units: &[(VariantId, Timestamp, i64)], to: Move) -> Result<()> {
    let sql = match to {
        Move::Sell => {
            "UPDATE capacity_bucket SET held = held - $3, sold = sold + $3 WHERE variant_id = $1 AND starts_at = $2"
        }
        Move::ReleaseHeld => "UPDATE capacity_bucket SET held = held - $3 WHERE variant_id = $1 AND starts_at = $2",
        Move::ReleaseSold => "UPDATE capacity_bucket SET sold = sold - $3 WHERE variant_id = $1 AND starts_at = $2",
    };
    for (variant, starts_at, quantity) in units {
        on!(tx.at(), at => sqlx::query(sql).bind(variant).bind(starts_at).bind(quantity).execute(at).await.map(drop))?;
    }
    Ok(())
}

/// Moves all units of these bookings.
pub async fn move_units(tx: &mut Tx, bookings: &[BookingId], to: Move) -> Result<()> {
    let ids = serde_json::to_string(&bookings.iter().map(|id| [id]).collect::<Vec<_>>())?;
    let at = tx.at();
    macro_rules! moved {
        ($set:literal) => {
            each!(
                at,
                concat!(
                    "UPDATE capacity_bucket SET ",
                    $set,
                    " FROM (SELECT variant_id, starts_at, CAST(SUM(quantity) AS BIGINT) AS quantity
                        FROM booking_item WHERE counted = TRUE AND booking_id IN (SELECT CAST(value->>0 AS BIGINT) FROM "
                ),
                ") GROUP BY variant_id, starts_at) AS taken
                 WHERE capacity_bucket.variant_id = taken.variant_id AND capacity_bucket.starts_at = taken.starts_at"
            )
        };
    }
    let sql = match to {
        Move::Sell => moved!("held = held - taken.quantity, sold = sold + taken.quantity"),
        Move::ReleaseHeld => moved!("held = held - taken.quantity"),
        Move::ReleaseSold => moved!("sold = sold - taken.quantity"),
    };
    on!(at, at => sqlx::query(sql).bind(ids).execute(at).await.map(drop)).map_err(Into::into)
}

/// Units taken from the buckets of an offering, by variant and start.
pub type Taken = HashMap<(VariantId, Timestamp), Units>;

/// Capacity of a bucket and units taken from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Units {
    pub capacity: i64,
    pub taken: i64,
}

/// Reads the buckets of some offerings that start from `from` until before `to`. Holds that ended by `now` count as free.
pub(super) async fn taken(
    db: &Db,
    offerings: &[OfferingId],
    from: Timestamp,
    to: Timestamp,
    now: Timestamp,
) -> Result<Taken> {
    if offerings.is_empty() {
        return Ok(Taken::new());
    }
    let list = listed(offerings)?;
    let at = db.read();
    // Buckets, and the units that ended holds still have in them.
    let sql = each!(
        at,
        "WITH wanted (id) AS (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")
         SELECT b.variant_id, b.starts_at, b.capacity, b.held + b.sold
         FROM wanted w JOIN offering_variant v ON v.offering_id = w.id JOIN capacity_bucket b ON b.variant_id = v.id
         WHERE b.starts_at >= $2 AND b.starts_at < $3
         UNION ALL
         SELECT i.variant_id, i.starts_at, NULL, i.quantity
         FROM wanted w JOIN offering o ON o.id = w.id
            JOIN booking b ON b.company_id = o.company_id AND b.offering_id = o.id AND b.state = 'held'
            JOIN booking_item i ON i.booking_id = b.id
         WHERE b.hold_expires_at <= $4 AND i.counted = TRUE"
    );
    let rows: Vec<(VariantId, Timestamp, Option<i64>, i64)> =
        on!(at, at => sqlx::query_as(sql).bind(list).bind(from).bind(to).bind(now).fetch_all(at).await)?;
    let (buckets, ended): (Vec<_>, Vec<_>) = rows.into_iter().partition(|(_, _, capacity, _)| capacity.is_some());
    let units = |(variant, at, capacity, taken): (_, _, Option<i64>, _)| {
        ((variant, at), Units { capacity: capacity.unwrap_or(0), taken })
    };
    let mut taken: Taken = buckets.into_iter().map(units).collect();
    for (variant, at, _, quantity) in ended {
        if let Some(units) = taken.get_mut(&(variant, at)) {
            units.taken -= quantity;
        }
    }
    Ok(taken)
}

/// Returns the units left at a start. `capacity` applies while the bucket does not exist.
pub fn left(taken: &Taken, variant: VariantId, starts_at: Timestamp, capacity: i64) -> i64 {
    let units = taken.get(&(variant, starts_at)).copied().unwrap_or(Units { capacity, taken: 0 });
    (units.capacity - units.taken).max(0)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot start must stop, and say where")]

    use super::*;
    use crate::{
        catalogue::detail::Availability,
        testing::{
            both,
            market::{CompanyRow, OfferingRow, VariantRow},
        },
    };

    #[tokio::test]
    async fn new_bucket_takes_the_capacity_of_its_variant() {
        both(async |db| {
            let company = CompanyRow::new(1, "Shop").insert(&db).await;
            let mug = OfferingRow {
                availability: Availability::Stock,
                variants: vec![VariantRow::new("Blue", 1_200, Some(3))],
                ..OfferingRow::new(2, company, "Mug")
            };
            let variant = OfferingRow::variant(mug.insert(&db).await, 0);
            let start = Timestamp(0);
            // Read before the capacity changed from 5 to 3.
            let take = |quantity| Take { variant, starts_at: start, ends_at: start, quantity, capacity: 5 };
            let hold = async |quantity| {
                let mut tx = db.begin().await.unwrap();
                tx.lock_company(company).await.unwrap();
                let held = hold(&mut tx, &[take(quantity)]).await.unwrap();
                if held {
                    tx.commit().await.unwrap();
                }
                held
            };
            assert_eq!((hold(4).await, hold(2).await, hold(2).await, hold(1).await), (false, true, false, true));
            let (capacity,): (i64,) =
                on!(db.read(), at => sqlx::query_as("SELECT capacity FROM capacity_bucket").fetch_one(at).await)
                    .unwrap();
            assert_eq!(capacity, 3);
        })
        .await;
    }
}
