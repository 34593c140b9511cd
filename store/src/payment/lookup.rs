//! Payments by their id at the provider, and payments whose answer may have been lost.

use super::{Payment, Provider, SELECT};
use crate::{
    Db, Result, on,
    types::{ids::PaymentId, timestamp::Timestamp},
};

/// Maximum payments read at once.
const BATCH: i64 = 100;

/// Returns a payment, whoever pays it.
pub async fn any(db: &Db, id: PaymentId) -> Result<Payment> {
    let sql = format!("{SELECT} WHERE id = $1");
    on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(id).fetch_one(at).await).map_err(Into::into)
}

/// Returns the payment with this id at the provider.
pub async fn with_reference(db: &Db, provider: Provider, reference: &str) -> Result<Option<Payment>> {
    let sql = format!("{SELECT} WHERE provider = $1 AND reference = $2");
    on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(provider).bind(reference).fetch_optional(at).await)
        .map_err(Into::into)
}

/// Saves the id at the provider, before money can move. A repeat has no effect.
pub async fn set_reference(db: &Db, id: PaymentId, reference: &str) -> Result<()> {
    on!(db.write(), at => sqlx::query("UPDATE payment SET reference = $2 WHERE id = $1 AND reference IS NULL")
        .bind(id).bind(reference).execute(at).await.map(drop))
    .map_err(Into::into)
}

/// Returns the number of events that were applied to a payment.
pub async fn event_count(db: &Db, id: PaymentId) -> Result<i64> {
    let (count,): (i64,) = on!(db.read(), at => sqlx::query_as("SELECT COUNT(*) FROM payment_event WHERE payment_id = $1")
        .bind(id).fetch_one(at).await)?;
    Ok(count)
}

/// Returns true if an event was recorded before.
pub async fn is_recorded(db: &Db, provider: Provider, event: &str) -> Result<bool> {
    let row: Option<(i64,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT payment_id FROM payment_event WHERE provider = $1 AND event_id = $2")
        .bind(provider).bind(event).fetch_optional(at).await)?;
    Ok(row.is_some())
}

/// Returns payments to look up at the provider: open ones without news since `before`, and given up ones that are not
/// cancelled there yet. The one that was looked up longest ago comes first, at most 100.
pub async fn due(db: &Db, provider: Provider, before: Timestamp) -> Result<Vec<Payment>> {
    let sql = format!(
        "{SELECT} WHERE provider = $1 AND reference IS NOT NULL AND provider_ended = FALSE
            AND (state IN ('requires_method', 'requires_action', 'processing') AND changed_at <= $2 OR state = 'voided')
            AND COALESCE(checked_at, 0) <= $2
         ORDER BY COALESCE(checked_at, 0), id LIMIT $3"
    );
    on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(provider).bind(before).bind(BATCH).fetch_all(at).await)
        .map_err(Into::into)
}

/// Records a look at the provider.
pub async fn checked(db: &Db, id: PaymentId, now: Timestamp) -> Result<()> {
    on!(db.write(), at => sqlx::query("UPDATE payment SET checked_at = $2 WHERE id = $1").bind(id).bind(now)
        .execute(at).await.map(drop))
    .map_err(Into::into)
}
