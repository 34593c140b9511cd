//! Time to pay of orders whose payment the provider works on: their stock and bookings stay held for its answer.

use super::{Result, checkout::HOLD};
use crate::{
    db::Tx,
    on,
    types::{ids::PaymentId, timestamp::Timestamp},
};

/// Maximum time for which a payment in progress holds stock and bookings, counted from its begin. Cards are answered within
/// minutes. A later answer takes them again, or is paid back.
pub const PROCESSING_HOLD: i64 = 2 * Timestamp::HOUR;

/// Holds the unpaid orders of a payment that the provider works on from `now`.
pub(super) async fn extend(tx: &mut Tx, payment: PaymentId, now: Timestamp) -> Result<()> {
    on!(tx.at(), at => sqlx::query(
        "UPDATE customer_order SET hold_expires_at = $2
         WHERE payment_id = $1 AND state = 'pending_payment' AND hold_expires_at < $2")
        .bind(payment).bind(now.plus(PROCESSING_HOLD)).execute(at).await.map(drop))?;
    hold_bookings(tx, payment).await
}

/// Gives the unpaid orders of a payment that failed the time of a checkout again.
pub(super) async fn restore(tx: &mut Tx, payment: PaymentId) -> Result<()> {
    on!(tx.at(), at => sqlx::query(
        "UPDATE customer_order SET hold_expires_at = created_at + $2
         WHERE payment_id = $1 AND state = 'pending_payment' AND hold_expires_at > created_at + $2")
        .bind(payment).bind(HOLD).execute(at).await.map(drop))?;
    hold_bookings(tx, payment).await
}

/// Bookings are held as long as their order.
async fn hold_bookings(tx: &mut Tx, payment: PaymentId) -> Result<()> {
    on!(tx.at(), at => sqlx::query(
        "UPDATE booking SET hold_expires_at = (SELECT o.hold_expires_at FROM customer_order o WHERE o.id = booking.order_id)
         WHERE state = 'held' AND order_id IN (SELECT id FROM customer_order WHERE payment_id = $1 AND state = 'pending_payment')")
        .bind(payment).execute(at).await.map(drop))?;
    Ok(())
}
