//! Receipts of placed orders, mailed once across all nodes.

use super::Result;
use crate::{
    Db,
    notify::outbox::{self, NewOutboxMessage},
    on,
    types::{ids::OrderId, timestamp::Timestamp},
};

/// Maximum receipts read at once.
const BATCH: i64 = 100;
/// Age of an order after which a lost receipt is of no use.
const LIFETIME: i64 = Timestamp::DAY;

/// Recipient of a receipt.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Receipt {
    pub order: OrderId,
    pub email: String,
    /// Language of the customer.
    pub language: String,
}

const SELECT: &str =
    "SELECT o.id AS \"order\", CASE WHEN o.email <> '' THEN o.email ELSE a.email END AS email, a.language
     FROM customer_order o JOIN account a ON a.id = o.customer_id
     WHERE o.receipt_at IS NULL AND o.state NOT IN ('pending_payment', 'cancelled')
        AND (o.email <> '' OR a.email IS NOT NULL)";

/// Returns the receipts of recent orders that were not sent yet. A crash after the payment leaves one.
pub async fn due(db: &Db, now: Timestamp) -> Result<Vec<Receipt>> {
    let sql = format!("{SELECT} AND o.created_at > $1 ORDER BY o.created_at LIMIT $2");
    Ok(on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(now.plus(-LIFETIME)).bind(BATCH)
        .fetch_all(at).await)?)
}

/// Returns the receipt of an order. None: it was sent, or there is nothing to receipt.
pub async fn of_order(db: &Db, id: OrderId) -> Result<Option<Receipt>> {
    let sql = format!("{SELECT} AND o.id = $1");
    Ok(on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(id).fetch_optional(at).await)?)
}

/// Adds a receipt to the outbox. Returns false if it was sent before.
pub async fn send(db: &Db, id: OrderId, mail: &NewOutboxMessage, now: Timestamp) -> Result<bool> {
    let mut tx = db.begin().await?;
    let is_first = on!(tx.at(), at => sqlx::query(
        "UPDATE customer_order SET receipt_at = $2 WHERE id = $1 AND receipt_at IS NULL")
        .bind(id).bind(now).execute(at).await.map(|done| done.rows_affected()))?
        > 0;
    if is_first {
        outbox::add_in(&mut tx, mail).await?;
        tx.commit().await?;
    }
    Ok(is_first)
}
