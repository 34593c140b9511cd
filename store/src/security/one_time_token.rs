//! One-time tokens: login challenges, OIDC requests, socket tickets. Redeeming deletes the row, so a token works once
//! across all nodes.

use base64::Engine as _;
use serde::{Serialize, de::DeserializeOwned};
use sha2::{Digest as _, Sha256};

use crate::{Db, Error, Result, on, types::timestamp::Timestamp};

/// Kind of token. A token of one kind is not valid as another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Ticket,
    Challenge,
    Oidc,
}

/// Stores a value until a time. Returns its token: 128 random bits.
pub async fn issue(db: &Db, kind: Kind, what: &impl Serialize, until: Timestamp) -> Result<String> {
    let key = format!("{:032x}", rand::random::<u128>());
    let what = serde_json::to_string(what).map_err(|cause| Error::Corrupt(cause.to_string()))?;
    on!(db.write(), at => sqlx::query("INSERT INTO one_use (hash, what, expires_at) VALUES ($1, $2, $3)")
        .bind(hash(kind, &key)).bind(what).bind(until).execute(at).await.map(drop))?;
    Ok(key)
}

/// Redeems a token and returns its value; `None` if unknown or expired.
pub async fn redeem<T: DeserializeOwned>(db: &Db, kind: Kind, key: &str, now: Timestamp) -> Result<Option<T>> {
    let row: Option<(String, Timestamp)> = on!(db.write(), at => sqlx::query_as(
        "DELETE FROM one_use WHERE hash = $1 RETURNING what, expires_at")
        .bind(hash(kind, key)).fetch_optional(at).await)?;
    read(row.filter(|(_, until)| *until > now).map(|(what, _)| what))
}

/// Returns the value without redeeming the token, at most `times` times.
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

/// Deletes expired tokens. Returns their number.
pub async fn purge_expired(db: &Db, now: Timestamp) -> Result<u64> {
    Ok(on!(db.write(), at => sqlx::query("DELETE FROM one_use WHERE expires_at <= $1")
        .bind(now).execute(at).await.map(|done| done.rows_affected()))?)
}

fn read<T: DeserializeOwned>(what: Option<String>) -> Result<Option<T>> {
    what.map(|what| serde_json::from_str(&what).map_err(|cause| Error::Corrupt(cause.to_string()))).transpose()
}

/// Hashes the token. 128 random bits need no salt and no slow hash.
fn hash(kind: Kind, key: &str) -> String {
    let kind = match kind {
        Kind::Ticket => "ticket:",
        Kind::Challenge => "challenge:",
        Kind::Oidc => "trip:",
    };
    base64::engine::general_purpose::STANDARD_NO_PAD.encode(Sha256::digest([kind, key].concat()))
}
