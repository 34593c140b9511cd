//! Receipts of placed orders, mailed once across all nodes.

use super::Result;
use crate::{
    Db, each,
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

/// Returns the receipts of recent orders that were not sent yet, some of them.
pub async fn due(db: &Db, now: Timestamp) -> Result<Vec<Receipt>> {
    let sql = format!("{SELECT} AND o.created_at > $1 ORDER BY o.created_at LIMIT $2");
    Ok(on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(now.plus(-LIFETIME)).bind(BATCH)
        .fetch_all(at).await)?)
}

/// Adds receipts to the outbox, apart from those that were sent before. Returns the number that it added.
pub async fn send(db: &Db, receipts: &[(OrderId, NewOutboxMessage)], now: Timestamp) -> Result<usize> {
    let mut tx = db.begin().await?;
    let ids = serde_json::to_string(&receipts.iter().map(|(id, _)| [id]).collect::<Vec<_>>())?;
    let at = tx.at();
    let sql = each!(
        at,
        "UPDATE customer_order SET receipt_at = $2
         WHERE receipt_at IS NULL AND id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ") RETURNING id"
    );
    let first: Vec<(OrderId,)> = on!(at, at => sqlx::query_as(sql).bind(ids).bind(now).fetch_all(at).await)?;
    for (id, mail) in receipts {
        if first.contains(&(*id,)) {
            outbox::add_in(&mut tx, mail).await?;
        }
    }
    tx.commit().await?;
    Ok(first.len())
}
