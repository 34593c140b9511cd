//! What waits to be called for once, by whoever holds its key: the second step of a sign-in, the way back from a social
//! provider, a socket's ticket. It serves once even when it is called for on two nodes in the same moment, because only one
//! of them deletes the row.

use base64::Engine as _;
use serde::{Serialize, de::DeserializeOwned};
use sha2::{Digest as _, Sha256};

use crate::{Db, Error, Result, on, types::timestamp::Timestamp};

/// What it is; a key of one kind opens nothing of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Ticket,
    Challenge,
    Oidc,
}

/// Keeps something until a moment, and answers its key: 128 random bits.
pub async fn issue(db: &Db, kind: Kind, what: &impl Serialize, until: Timestamp) -> Result<String> {
    let key = format!("{:032x}", rand::random::<u128>());
    let what = serde_json::to_string(what).map_err(|cause| Error::Corrupt(cause.to_string()))?;
    on!(db.write(), at => sqlx::query("INSERT INTO one_use (hash, what, expires_at) VALUES ($1, $2, $3)")
        .bind(hash(kind, &key)).bind(what).bind(until).execute(at).await.map(drop))?;
    Ok(key)
}

/// What the key stands for, if its time has not passed. It serves no second time.
pub async fn redeem<T: DeserializeOwned>(db: &Db, kind: Kind, key: &str, now: Timestamp) -> Result<Option<T>> {
    let row: Option<(String, Timestamp)> = on!(db.write(), at => sqlx::query_as(
        "DELETE FROM one_use WHERE hash = $1 RETURNING what, expires_at")
        .bind(hash(kind, key)).fetch_optional(at).await)?;
    read(row.filter(|(_, until)| *until > now).map(|(what, _)| what))
}

/// Looks at what the key stands for and leaves it there, at most so many times.
pub async fn peek<T: DeserializeOwned>(
    db: &Db,
    kind: Kind,
    key: &str,
    times: i64,
    now: Timestamp,
) -> Result<Option<T>> {
    let row: Option<(String,)> = on!(db.write(), at => sqlx::query_as(
        "UPDATE one_use SET tries = tries + 1 WHERE hash = $1 AND expires_at > $2 AND tries < $3 RETURNING what")
        .bind(hash(kind, key)).bind(now).bind(times).fetch_optional(at).await)?;
    read(row.map(|(what,)| what))
}

/// Forgets what was never called for. Answers how many.
pub async fn purge_expired(db: &Db, now: Timestamp) -> Result<u64> {
    Ok(on!(db.write(), at => sqlx::query("DELETE FROM one_use WHERE expires_at <= $1")
        .bind(now).execute(at).await.map(|done| done.rows_affected()))?)
}

fn read<T: DeserializeOwned>(what: Option<String>) -> Result<Option<T>> {
    what.map(|what| serde_json::from_str(&what).map_err(|cause| Error::Corrupt(cause.to_string()))).transpose()
}

/// So many random bits need no salt and no slow hash.
fn hash(kind: Kind, key: &str) -> String {
    let kind = match kind {
        Kind::Ticket => "ticket:",
        Kind::Challenge => "challenge:",
        Kind::Oidc => "trip:",
    };
    base64::engine::general_purpose::STANDARD_NO_PAD.encode(Sha256::digest([kind, key].concat()))
}
