//! The processes that share a database: the number that each has in the ids it gives out, and the name of them all.

use crate::{
    Db, Result, on,
    types::{ids::NODES, timestamp::Timestamp},
};

/// How long a number is kept for a process that does not renew it. Long enough for a database that is away for a while;
/// nobody waits for it, since there are more numbers than processes.
pub const LEASE_DURATION: i64 = 5 * Timestamp::MINUTE;

/// The number that `holder` holds already, or else the smallest that nobody holds, held by it from now on; `None` when all
/// are taken. A process that was killed has not given its number back: under the same name it goes on with it.
pub async fn acquire(db: &Db, holder: &str, now: Timestamp) -> Result<Option<u8>> {
    let own: Option<(i64,)> = on!(db.write(), at => sqlx::query_as(
        "UPDATE node SET until = $2 WHERE holder = $1 RETURNING number")
        .bind(holder).bind(now.plus(LEASE_DURATION)).fetch_optional(at).await)?;
    if let Some(number) = own.and_then(|(number,)| u8::try_from(number).ok()) {
        return Ok(Some(number));
    }
    for number in 0..NODES {
        // Another process may want the same one at the same moment: the key decides.
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

/// Keeps a number. Answers whether it is still the holder's: it may have gone to another after it ran out.
pub async fn renew(db: &Db, number: u8, holder: &str, now: Timestamp) -> Result<bool> {
    let done = on!(db.write(), at => sqlx::query("UPDATE node SET until = $3 WHERE number = $1 AND holder = $2")
        .bind(i64::from(number)).bind(holder).bind(now.plus(LEASE_DURATION)).execute(at).await.map(|done| done.rows_affected()))?;
    Ok(done > 0)
}

/// Gives a number back.
pub async fn release(db: &Db, number: u8, holder: &str) -> Result<()> {
    on!(db.write(), at => sqlx::query("DELETE FROM node WHERE number = $1 AND holder = $2")
        .bind(i64::from(number)).bind(holder).execute(at).await.map(drop))?;
    Ok(())
}

/// Fails while the database cannot be read, or while a write failed and none has succeeded since.
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

/// The name of this deployment, drawn when the first process asks for it.
pub async fn deployment_id(db: &Db) -> Result<String> {
    let drawn = format!("{:016x}", rand::random::<u64>());
    on!(db.write(), at => sqlx::query(
        "INSERT INTO deployment (name, value) VALUES ('id', $1) ON CONFLICT (name) DO NOTHING")
        .bind(drawn).execute(at).await.map(drop))?;
    let (id,): (String,) = on!(db.read(), at => sqlx::query_as("SELECT value FROM deployment WHERE name = 'id'")
        .fetch_one(at).await)?;
    Ok(id)
}
