//! Refunds that the company of this server made at the payment provider itself: the orders of the payment follow.

use super::{
    Outcome, Result,
    transition::{Current, lock_payment, of_payment},
    view,
};
use crate::{
    Db,
    db::Tx,
    invoice, on,
    order::OrderState,
    payment::{self, PaymentEvent, PaymentState},
    sales::{self, Delta},
    types::{ids::PaymentId, timestamp::Timestamp},
};

/// Applies a refund of `amount` minor units that was made at the provider. `reference` is its id there. A repeat has no
/// effect.
///
/// The orders of the payment take it in order of their companies, each up to what was not paid back yet. A part that
/// exceeds them all is left out, and the second value is false.
pub async fn apply(
    db: &Db,
    id: PaymentId,
    (reference, amount): (&str, i64),
    now: Timestamp,
) -> Result<(Outcome, bool)> {
    let (mut tx, current, _) = lock_payment(db, id).await?;
    let event = PaymentEvent {
        id: reference.to_owned(),
        to: PaymentState::PartiallyRefunded,
        reference: None,
        card: None,
        failure: None,
    };
    if !payment::record(&mut tx, &current, &event, now).await? {
        return Ok((Outcome::default(), true));
    }
    let mut rest = amount.max(0);
    for order in of_payment(&mut tx, id).await? {
        let share = rest.min(order.total - order.refunded);
        if share > 0 {
            take(&mut tx, &order, share, now).await?;
            rest -= share;
        }
    }
    payment::mirror(&mut tx, id, amount.max(0) - rest, now).await?;
    tx.commit().await?;
    let outcome = Outcome { orders: view::of_payment(db, id, now).await?, changes: Vec::new() };
    Ok((outcome, rest == 0))
}

async fn take(tx: &mut Tx, order: &Current, share: i64, now: Timestamp) -> Result<()> {
    on!(tx.at(), at => sqlx::query(
        "UPDATE customer_order SET refunded = refunded + $2,
            changed_at = CASE WHEN changed_at < $3 THEN $3 ELSE changed_at + 1 END WHERE id = $1")
        .bind(order.id).bind(share).bind(now).execute(at).await.map(drop))?;
    // The income of a cancelled order is out of the figures.
    if order.was_placed && order.state != OrderState::Cancelled {
        sales::record(tx, order.id, Delta::refunded(share)).await?;
    }
    invoice::credit_all(tx, order.id, share, now).await?;
    Ok(())
}
