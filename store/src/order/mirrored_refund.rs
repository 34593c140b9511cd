//! Money that went back outside of this server: refunded at the payment provider, or taken by the bank of the customer. The
//! orders of the payment follow as with a refund of their company.

use super::{
    Outcome, Result, refund,
    transition::{lock_payment, of_payment},
    view,
};
use crate::{
    Db,
    db::Tx,
    payment::{self, Payment, PaymentEvent, PaymentState, provider_refund},
    types::{ids::PaymentId, timestamp::Timestamp},
};

/// Applies the refunds that were made at the provider. `made` is their sum in minor units, without those that do not reach
/// the customer. Only sums count, so a repeat and an old sum have no effect.
///
/// A refund that replaces one of this server that failed is in the books already. The orders of the payment take the rest in
/// order of their companies, each up to what was not paid back yet. A part that exceeds them all is left out, and the second
/// value is false.
pub async fn apply(db: &Db, id: PaymentId, made: i64, now: Timestamp) -> Result<(Outcome, bool)> {
    let (mut tx, current, _) = lock_payment(db, id).await?;
    let own = provider_refund::sums(&mut tx, id).await?;
    let mirrored = current.refunded - own.promised;
    let amount = made - own.failed - mirrored;
    // The bank has given back what was left.
    if amount <= 0 || current.state == PaymentState::ChargedBack {
        return Ok((Outcome::default(), true));
    }
    let taken = take(&mut tx, &current, amount, now).await?;
    tx.commit().await?;
    let outcome = Outcome { orders: view::of_payment(db, id, now).await?, changes: Vec::new() };
    Ok((outcome, taken == amount))
}

/// Applies a lost dispute: the bank has given `amount` minor units back to the customer. None: all that is left. An event
/// that was applied before, or that the payment's state does not admit, has no effect.
///
/// Refunds that were promised and not made are a part of it, since they are never sent.
pub async fn charged_back(
    db: &Db,
    id: PaymentId,
    event: &PaymentEvent,
    amount: Option<i64>,
    now: Timestamp,
) -> Result<(Payment, Outcome)> {
    let (mut tx, current, _) = lock_payment(db, id).await?;
    let is_new = payment::record(&mut tx, &current, event, now).await?;
    if is_new && current.state.may_become(event.to) {
        payment::apply(&mut tx, &current, event, now).await?;
        let unsent = provider_refund::sums(&mut tx, id).await?.unsent;
        take(&mut tx, &current, amount.map_or(i64::MAX, |amount| amount - unsent), now).await?;
    }
    let payment = payment::read(&mut tx, id).await?;
    tx.commit().await?;
    Ok((payment, Outcome { orders: view::of_payment(db, id, now).await?, changes: Vec::new() }))
}

/// Takes an amount off the orders of a payment. Returns the part that they had.
async fn take(tx: &mut Tx, payment: &Payment, amount: i64, now: Timestamp) -> Result<i64> {
    let most = amount.min(payment.amount - payment.refunded).max(0);
    let mut rest = most;
    for order in of_payment(tx, payment.id).await? {
        let share = rest.min(order.total - order.refunded);
        if share > 0 {
            refund::mirror(tx, &order, share, now).await?;
            rest -= share;
        }
    }
    payment::mirror(tx, payment.id, most - rest, now).await?;
    Ok(most - rest)
}
