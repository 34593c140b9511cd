//! Rate limits (GCRA), shared by all nodes.
//!
//! A full quota holds `times` attempts and refills evenly within `period`. Its row stores the time when it is full
//! again (theoretical arrival time). A full quota has no row.

use std::net::IpAddr;

use base64::Engine as _;
use sha2::{Digest as _, Sha256};

use crate::{Db, Result, on, security::known_network::Network, types::timestamp::Timestamp};

/// Size and refill period of a rate limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quota {
    /// Attempts in a full quota, at least one.
    pub times: i64,
    /// Refill period in milliseconds.
    pub period: i64,
}

impl Quota {
    /// Returns the quotas of the networks of an address, with their keys. A larger network has a larger quota.
    pub fn of_networks(self, kind: &str, address: IpAddr) -> Vec<(String, Self)> {
        Network::counted(address)
            .map(|(network, factor)| {
                let times = self.times.saturating_mul(factor.into());
                (format!("{kind}:{network}"), Self { times, ..self })
            })
            .collect()
    }

    /// Milliseconds until one attempt refills.
    fn each(self) -> i64 {
        (self.period / self.times.max(1)).max(1)
    }

    /// Milliseconds until `count` attempts refill. If attempts are bytes, a single one may refill in less than a
    /// millisecond.
    fn cost(self, count: i64) -> i64 {
        let exact = i128::from(self.period) * i128::from(count) / i128::from(self.times.max(1));
        i64::try_from(exact).unwrap_or(i64::MAX).max(1)
    }

    /// Latest theoretical arrival time (GCRA) at which an attempt of this cost is allowed.
    fn latest_tat(self, cost: i64, now: Timestamp) -> Timestamp {
        now.plus(self.period.saturating_sub(cost).max(0))
    }
}

/// Consumes one attempt. If none is left, returns the milliseconds until the next.
///
/// A row that is full more than a period from now was written before the clock was set back. It counts as one attempt
/// left. Otherwise all attempts would be rejected until the clock caught up.
pub async fn take(db: &Db, key: &str, of: Quota, now: Timestamp) -> Result<std::result::Result<(), i64>> {
    take_cost(db, key, of, of.each(), now).await
}

/// Consumes `count` attempts, all or none. If fewer are left, returns the milliseconds until there are enough. Returns
/// the period if `count` exceeds the full quota.
pub async fn take_many(
    db: &Db,
    key: &str,
    of: Quota,
    count: i64,
    now: Timestamp,
) -> Result<std::result::Result<(), i64>> {
    if count > of.times {
        return Ok(Err(of.period));
    }
    take_cost(db, key, of, of.cost(count), now).await
}

async fn take_cost(db: &Db, key: &str, of: Quota, cost: i64, now: Timestamp) -> Result<std::result::Result<(), i64>> {
    let (hash, latest_tat) = (hash(key), of.latest_tat(cost, now));
    let taken: Option<(Timestamp,)> = on!(db.write(), at => sqlx::query_as(
        "INSERT INTO allowance (hash, full_at) VALUES ($1, $2 + $3)
         ON CONFLICT (hash) DO UPDATE
            SET full_at = CASE WHEN allowance.full_at > $5 THEN $4 WHEN allowance.full_at > $2 THEN allowance.full_at
                ELSE $2 END + $3
            WHERE allowance.full_at <= $4 OR allowance.full_at > $5
         RETURNING full_at")
        .bind(&hash).bind(now).bind(cost).bind(latest_tat).bind(now.plus(of.period + Timestamp::SKEW))
        .fetch_optional(at).await)?;
    if taken.is_some() {
        return Ok(Ok(()));
    }
    let full_at: Option<(Timestamp,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT full_at FROM allowance WHERE hash = $1").bind(&hash).fetch_optional(at).await)?;
    Ok(Err(full_at.map_or(1, |(full_at,)| (full_at.0 - latest_tat.0).max(1))))
}

/// Consumes `count` attempts of each of these quotas, or of none. If one has fewer left, returns the milliseconds until
/// it has enough.
pub async fn take_of_all(
    db: &Db,
    quotas: &[(String, Quota)],
    count: i64,
    now: Timestamp,
) -> Result<std::result::Result<(), i64>> {
    for (place, (key, of)) in quotas.iter().enumerate() {
        if let Err(wait) = take_many(db, key, *of, count, now).await? {
            for (key, of) in &quotas[..place] {
                refund_many(db, key, *of, count).await?;
            }
            return Ok(Err(wait));
        }
    }
    Ok(Ok(()))
}

/// Returns true if an attempt is left. Consumes none.
pub async fn has_left(db: &Db, key: &str, of: Quota, now: Timestamp) -> Result<bool> {
    let full_at: Option<(Timestamp,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT full_at FROM allowance WHERE hash = $1").bind(hash(key)).fetch_optional(at).await)?;
    Ok(full_at.is_none_or(|(full_at,)| full_at <= of.latest_tat(of.each(), now)))
}

/// Refunds one attempt.
pub async fn refund(db: &Db, key: &str, of: Quota) -> Result<()> {
    refund_cost(db, key, of.each()).await
}

/// Refunds `count` attempts.
pub async fn refund_many(db: &Db, key: &str, of: Quota, count: i64) -> Result<()> {
    refund_cost(db, key, of.cost(count)).await
}

async fn refund_cost(db: &Db, key: &str, cost: i64) -> Result<()> {
    on!(db.write(), at => sqlx::query("UPDATE allowance SET full_at = full_at - $2 WHERE hash = $1")
        .bind(hash(key)).bind(cost).execute(at).await.map(drop))?;
    Ok(())
}

/// Deletes the rows of full quotas. Returns their number.
pub async fn purge(db: &Db, now: Timestamp) -> Result<u64> {
    Ok(on!(db.write(), at => sqlx::query("DELETE FROM allowance WHERE full_at <= $1")
        .bind(now).execute(at).await.map(|done| done.rows_affected()))?)
}

fn hash(key: &str) -> String {
    base64::engine::general_purpose::STANDARD_NO_PAD.encode(Sha256::digest(key))
}
