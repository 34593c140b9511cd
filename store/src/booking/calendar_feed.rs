//! Calendar subscription of a customer: a URL with a secret that shows the bookings. Only a hash of the secret is stored.

use base64::Engine as _;
use sha2::{Digest as _, Sha256};

use super::{Booking, Result, view};
use crate::{
    Db, on,
    types::{
        ids::{BookingId, UserId},
        timestamp::Timestamp,
    },
};

/// Maximum bookings of a calendar.
const BOOKINGS: i64 = 500;
/// Time for which a past booking stays in the calendar.
const PAST: i64 = 30 * Timestamp::DAY;

/// Starts the subscription of an account, or replaces its secret. Returns the new secret: 256 random bits.
pub async fn renew(db: &Db, account: UserId, now: Timestamp) -> Result<String> {
    let secret = format!("{:032x}{:032x}", rand::random::<u128>(), rand::random::<u128>());
    on!(db.write(), at => sqlx::query(
        "INSERT INTO calendar_feed (account_id, secret_hash, created_at) VALUES ($1, $2, $3)
         ON CONFLICT (account_id) DO UPDATE SET secret_hash = excluded.secret_hash, created_at = excluded.created_at")
        .bind(account).bind(hash(&secret)).bind(now).execute(at).await.map(drop))?;
    Ok(secret)
}

/// Returns the time at which the secret of an account was made.
pub async fn created_at(db: &Db, account: UserId) -> Result<Option<Timestamp>> {
    let row: Option<(Timestamp,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT created_at FROM calendar_feed WHERE account_id = $1").bind(account).fetch_optional(at).await)?;
    Ok(row.map(|(created_at,)| created_at))
}

/// Ends the subscription of an account. A repeat has no effect.
pub async fn delete(db: &Db, account: UserId) -> Result<()> {
    on!(db.write(), at => sqlx::query("DELETE FROM calendar_feed WHERE account_id = $1")
        .bind(account).execute(at).await.map(drop))?;
    Ok(())
}

/// Returns the account that a secret belongs to.
pub async fn owner(db: &Db, secret: &str) -> Result<UserId> {
    let (account,): (UserId,) = on!(db.read(), at => sqlx::query_as(
        "SELECT account_id FROM calendar_feed WHERE secret_hash = $1").bind(hash(secret)).fetch_one(at).await)?;
    Ok(account)
}

/// Returns the bookings of a calendar in order of their start: all that are ahead and those of the last days, cancelled
/// ones included.
pub async fn bookings(db: &Db, account: UserId, now: Timestamp) -> Result<Vec<Booking>> {
    let ids: Vec<(BookingId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT id FROM booking
         WHERE customer_id = $1 AND state NOT IN ('held', 'expired') AND starts_at > $2
         ORDER BY starts_at, id LIMIT $3")
        .bind(account).bind(now.plus(-PAST)).bind(BOOKINGS).fetch_all(at).await)?;
    let ids: Vec<_> = ids.into_iter().map(|(id,)| id).collect();
    view::many(db, &ids, now).await
}

/// Hashes a secret. Random bits need no salt and no slow hash.
fn hash(secret: &str) -> String {
    base64::engine::general_purpose::STANDARD_NO_PAD.encode(Sha256::digest(["calendar:", secret].concat()))
}
