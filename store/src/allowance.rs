//! How often something may be tried, counted for all nodes together.
//!
//! A full allowance holds `times` tries and fills evenly within `period`. Its row says when it is full again; one that is
//! full has none.

use base64::Engine as _;
use sha2::{Digest as _, Sha256};

use crate::{Db, Result, on, time::Millis};

/// How much there is of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// Tries in a full one: at least one.
    pub times: i64,
    /// Milliseconds in which it fills.
    pub period: i64,
}

impl Allowance {
    /// Milliseconds until there is a try more.
    fn each(self) -> i64 {
        (self.period / self.times.max(1)).max(1)
    }

    /// When, at the latest, it is full again for there to be a try left now.
    fn latest(self, now: Millis) -> Millis {
        now.plus((self.period - self.each()).max(0))
    }
}

/// Takes a try. When there is none left, answers the milliseconds until there is one.
pub async fn take(db: &Db, key: &str, of: Allowance, now: Millis) -> Result<std::result::Result<(), i64>> {
    let hash = hash(key);
    let taken: Option<(Millis,)> = on!(db.write(), at => sqlx::query_as(
        "INSERT INTO allowance (hash, full_at) VALUES ($1, $2 + $3)
         ON CONFLICT (hash) DO UPDATE
            SET full_at = CASE WHEN allowance.full_at > $2 THEN allowance.full_at ELSE $2 END + $3
            WHERE allowance.full_at <= $4
         RETURNING full_at")
        .bind(&hash).bind(now).bind(of.each()).bind(of.latest(now)).fetch_optional(at).await)?;
    if taken.is_some() {
        return Ok(Ok(()));
    }
    let full_at: Option<(Millis,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT full_at FROM allowance WHERE hash = $1").bind(&hash).fetch_optional(at).await)?;
    Ok(Err(full_at.map_or(1, |(full_at,)| (full_at.0 - of.latest(now).0).max(1))))
}

/// Returns true if a try is left. Takes none.
pub async fn has_left(db: &Db, key: &str, of: Allowance, now: Millis) -> Result<bool> {
    let full_at: Option<(Millis,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT full_at FROM allowance WHERE hash = $1").bind(hash(key)).fetch_optional(at).await)?;
    Ok(full_at.is_none_or(|(full_at,)| full_at <= of.latest(now)))
}

/// Gives a try back that is not to count.
pub async fn give_back(db: &Db, key: &str, of: Allowance) -> Result<()> {
    on!(db.write(), at => sqlx::query("UPDATE allowance SET full_at = full_at - $2 WHERE hash = $1")
        .bind(hash(key)).bind(of.each()).execute(at).await.map(drop))?;
    Ok(())
}

/// Forgets those that are full. Answers how many.
pub async fn forget_full(db: &Db, now: Millis) -> Result<u64> {
    Ok(on!(db.write(), at => sqlx::query("DELETE FROM allowance WHERE full_at <= $1")
        .bind(now).execute(at).await.map(|done| done.rows_affected()))?)
}

fn hash(key: &str) -> String {
    base64::engine::general_purpose::STANDARD_NO_PAD.encode(Sha256::digest(key))
}
