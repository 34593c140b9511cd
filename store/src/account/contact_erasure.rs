//! Contact and address in the orders and bookings of a deleted account. A company that still has to deliver or serve keeps
//! them until the order or booking ends.

use crate::{
    Db, Result,
    db::Tx,
    on,
    types::{
        ids::{OrderId, UserId},
        timestamp::Timestamp,
    },
};

/// Time after its last change from which an order counts as ended.
const RETENTION: i64 = 90 * Timestamp::DAY;

/// Marks the orders and bookings of a deleted account, and erases those that have ended.
pub(super) async fn begin(tx: &mut Tx, account: UserId, now: Timestamp) -> Result<()> {
    on!(tx.at(), at => sqlx::query(
        "UPDATE customer_order SET erase_at_end = TRUE,
            cancel_reason = CASE WHEN state = 'cancelled' THEN NULL ELSE cancel_reason END
         WHERE customer_id = $1").bind(account).execute(at).await.map(drop))?;
    on!(tx.at(), at => sqlx::query(
        "UPDATE booking SET erase_at_end = TRUE, client_id = NULL,
            cancel_reason = CASE WHEN state = 'cancelled_by_user' THEN NULL ELSE cancel_reason END
         WHERE customer_id = $1").bind(account).execute(at).await.map(drop))?;
    erase(tx, Some(account), now).await
}

/// Erases the marked orders and bookings that have ended since.
pub async fn erase_ended(db: &Db, now: Timestamp) -> Result<()> {
    let mut tx = db.begin().await?;
    erase(&mut tx, None, now).await?;
    tx.commit().await
}

/// An order with an open return has not ended: its replacement goes to the address.
async fn erase(tx: &mut Tx, account: Option<UserId>, now: Timestamp) -> Result<()> {
    let orders: Vec<(OrderId,)> = on!(tx.at(), at => sqlx::query_as(
        "UPDATE customer_order SET erase_at_end = FALSE, customer_name = '', contact_number = '', email = '', note = '',
            address = NULL
         WHERE erase_at_end AND ($1 IS NULL OR customer_id = $1)
            AND (changed_at <= $2 OR state IN ('fulfilled', 'cancelled') AND NOT EXISTS (
                SELECT 1 FROM order_return r WHERE r.order_id = customer_order.id
                    AND r.state IN ('requested', 'approved', 'in_transit', 'received', 'inspected')))
         RETURNING id").bind(account).bind(now.plus(-RETENTION)).fetch_all(at).await)?;
    for (order,) in orders {
        for sql in [
            "UPDATE order_return SET description = '' WHERE order_id = $1",
            "UPDATE order_line SET note = '' WHERE order_id = $1",
        ] {
            on!(tx.at(), at => sqlx::query(sql).bind(order).execute(at).await.map(drop))?;
        }
    }
    on!(tx.at(), at => sqlx::query(
        "UPDATE booking SET erase_at_end = FALSE, customer_name = '', contact_number = '', email = '', note = ''
         WHERE erase_at_end AND ($1 IS NULL OR customer_id = $1)
            AND state NOT IN ('held', 'awaiting_company', 'confirmed', 'checked_in')")
        .bind(account).execute(at).await.map(drop))?;
    Ok(())
}
