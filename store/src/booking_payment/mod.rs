//! Money of bookings: the order that pays one gives its share back once, and the figures of the company follow.
//!
//! The caller has locked the company of the booking, which is the company of the order.

use crate::{
    Result,
    db::Tx,
    invoice, on, payment,
    sales::{self, BookingDelta},
    types::{
        ids::{BookingId, OrderId, PaymentId},
        timestamp::Timestamp,
    },
};

/// Share of a booking in the order that pays it.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
struct Share {
    order_id: OrderId,
    payment_id: PaymentId,
    amount: i64,
    refunded: i64,
    /// Part of `refunded` that never was paid.
    waived: i64,
    /// Part of the order's total that has not gone back.
    left_of_order: i64,
    /// The money of the order is still to be paid at the company.
    is_due: bool,
}

async fn share(tx: &mut Tx, booking: BookingId) -> Result<Option<Share>> {
    on!(tx.at(), at => sqlx::query_as(
        "SELECT l.order_id, o.payment_id, l.amount, l.refunded, l.refunded - l.given_back AS waived,
            o.total - o.refunded AS left_of_order,
            p.provider = 'on_site' AND o.state NOT IN ('fulfilled', 'cancelled') AS is_due
         FROM booking b JOIN order_booking l ON l.order_id = b.order_id AND l.booking_id = b.id
            JOIN customer_order o ON o.id = l.order_id JOIN payment p ON p.id = o.payment_id
         WHERE b.id = $1").bind(booking).fetch_optional(at).await)
    .map_err(Into::into)
}

/// Counts a booking that is sold. Its income counts with the order, if one pays it.
pub(crate) async fn sold(tx: &mut Tx, booking: BookingId, total: i64, now: Timestamp) -> Result<()> {
    let is_in_order = share(tx, booking).await?.is_some();
    let sold = if is_in_order { BookingDelta::sold_in_order() } else { BookingDelta::sold(total) };
    sales::record_booking(tx, booking, sold, now).await
}

/// Takes a cancelled booking from the figures. Gives back what the order paid for it without the fee `kept`. Returns the fee
/// that is kept: at most what was left of the booking.
///
/// A second call for one booking finds nothing left, so the share goes back once.
pub(crate) async fn cancelled(tx: &mut Tx, booking: BookingId, total: i64, kept: i64, now: Timestamp) -> Result<i64> {
    let Some(share) = share(tx, booking).await? else {
        sales::record_booking(tx, booking, BookingDelta::sold(total).reversed(), now).await?;
        return Ok(kept);
    };
    sales::record_booking(tx, booking, BookingDelta::sold_in_order().reversed(), now).await?;
    let left = share.amount - share.refunded;
    let kept = kept.min(left);
    // A refund at the provider may have given more back already.
    let amount = (left - kept).min(share.left_of_order);
    if amount > 0 {
        take_off(tx, booking, &share, amount, now).await?;
        invoice::credit_booking(tx, share.order_id, booking, amount, now).await?;
    }
    Ok(kept)
}

/// Takes a part of a booking off its order, with the payment and the figures. A negative amount adds it again.
async fn take_off(tx: &mut Tx, booking: BookingId, share: &Share, amount: i64, now: Timestamp) -> Result<()> {
    on!(tx.at(), at => sqlx::query("UPDATE order_booking SET refunded = refunded + $3 WHERE order_id = $1 AND booking_id = $2")
        .bind(share.order_id).bind(booking).bind(amount).execute(at).await.map(drop))?;
    on!(tx.at(), at => sqlx::query(
        "UPDATE customer_order SET refunded = refunded + $2,
            changed_at = CASE WHEN changed_at < $3 THEN $3 ELSE changed_at + 1 END WHERE id = $1")
        .bind(share.order_id).bind(amount).bind(now).execute(at).await.map(drop))?;
    payment::refund(tx, share.payment_id, amount, now).await?;
    sales::record(tx, share.order_id, sales::Delta::refunded(amount)).await
}

/// Takes a booking off the figures whose guests did not come: they pay nothing at the company. What was paid stays.
pub(crate) async fn missed(tx: &mut Tx, booking: BookingId, total: i64, now: Timestamp) -> Result<()> {
    match share(tx, booking).await? {
        Some(share) if share.is_due && share.amount > share.refunded => {
            take_off(tx, booking, &share, share.amount - share.refunded, now).await
        }
        _ => repriced(tx, booking, total, 0, now).await,
    }
}

/// Counts a booking again whose guests came after all. Returns false if its order has ended without its money.
pub(crate) async fn came(tx: &mut Tx, booking: BookingId, total: i64, now: Timestamp) -> Result<bool> {
    match share(tx, booking).await? {
        Some(share) if share.waived > 0 => {
            if share.is_due {
                take_off(tx, booking, &share, -share.waived, now).await?;
            }
            Ok(share.is_due)
        }
        _ => {
            repriced(tx, booking, 0, total, now).await?;
            Ok(true)
        }
    }
}

/// Counts another income of a booking that no order pays.
pub(crate) async fn repriced(tx: &mut Tx, booking: BookingId, from: i64, to: i64, now: Timestamp) -> Result<()> {
    if from == to || share(tx, booking).await?.is_some() {
        return Ok(());
    }
    // One that was sold before figures counted bookings has no day, and stays out of them.
    sales::record_booking(tx, booking, BookingDelta::repriced(from, to), now).await
}

/// Issues the invoice of a booking that took place and was paid at the company.
pub(crate) async fn completed(tx: &mut Tx, booking: BookingId, now: Timestamp) -> Result<()> {
    if share(tx, booking).await?.is_some() {
        return Ok(());
    }
    invoice::issue_for_booking(tx, booking, now).await
}
