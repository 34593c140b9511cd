//! Node leases: the node number of each process in generated ids, and the deployment's name.

use crate::{
    Db, Result, on,
    types::{ids::NODES, timestamp::Timestamp},
};

/// Lease duration. Long enough for a short database outage. No process waits for a free number, since there are more
/// numbers than processes.
pub const LEASE_DURATION: i64 = 5 * Timestamp::MINUTE;

/// Returns the number that `holder` has leased, else leases the smallest free one; `None` if all are taken. A killed
/// process does not release its number and resumes it under the same name.
pub async fn acquire(db: &Db, holder: &str, now: Timestamp) -> Result<Option<u8>> {
    let own: Option<(i64,)> = on!(db.write(), at => sqlx::query_as(
        "UPDATE node SET until = $2 WHERE holder = $1 RETURNING number")
        .bind(holder).bind(now.plus(LEASE_DURATION)).fetch_optional(at).await)?;
    if let Some(number) = own.and_then(|(number,)| u8::try_from(number).ok()) {
        return Ok(Some(number));
    }
    for number in 0..NODES {
        // Another process may insert the same number concurrently. The primary key decides.
        let taken: Option<(i64,)> = on!(db.write(), at => sqlx::query_as(
            "INSERT INTO node (number, holder, until) VALUES ($1, $2, $3)
             ON CONFLICT (number) DO UPDATE SET holder = $2, until = $3 WHERE node.until < $4 RETURNING number")
            .bind(i64::from(number)).bind(holder).bind(now.plus(LEASE_DURATION)).bind(now).fetch_optional(at).await)?;
        if taken.is_some() {
            return Ok(Some(number));
        }
    }
    Ok(None)
}

/// Renews a lease. Returns false if it expired and another process has acquired the number.
pub async fn renew(db: &Db, number: u8, holder: &str, now: Timestamp) -> Result<bool> {
    let done = on!(db.write(), at => sqlx::query("UPDATE node SET until = $3 WHERE number = $1 AND holder = $2")
        .bind(i64::from(number)).bind(holder).bind(now.plus(LEASE_DURATION)).execute(at).await.map(|done| done.rows_affected()))?;
    Ok(done > 0)
}

/// Releases a number.
pub async fn release(db: &Db, number: u8, holder: &str) -> Result<()> {
    on!(db.write(), at => sqlx::query("DELETE FROM node WHERE number = $1 AND holder = $2")
        .bind(i64::from(number)).bind(holder).execute(at).await.map(drop))?;
    Ok(())
}

/// Returns an error while the database cannot be read, or while a write failed and none has succeeded since.
pub async fn ready(db: &Db, now: Timestamp) -> Result<()> {
    db.ping().await?;
    db.writes()
        .check(async || {
            on!(db.write(), at => sqlx::query(
                "INSERT INTO deployment (name, value) VALUES ('written_at', $1)
                 ON CONFLICT (name) DO UPDATE SET value = excluded.value")
                .bind(now.to_string()).execute(at).await.map(drop))?;
            Ok(())
        })
        .await
}

/// Returns the name of this deployment, generated on first use.
pub async fn deployment_id(db: &Db) -> Result<String> {
    let drawn = format!("{:016x}", rand::random::<u64>());
    on!(db.write(), at => sqlx::query(
        "INSERT INTO deployment (name, value) VALUES ('id', $1) ON CONFLICT (name) DO NOTHING")
        .bind(drawn).execute(at).await.map(drop))?;
    let (id,): (String,) = on!(db.read(), at => sqlx::query_as("SELECT value FROM deployment WHERE name = 'id'")
        .fetch_one(at).await)?;
    Ok(id)
}
