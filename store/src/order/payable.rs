//! Order that its customer pays, with its payment.

use super::{
    OrderState, Refusal, Result,
    transition::{lock_payment, of_payment, waive},
};
use crate::{
    Db, on,
    payment::{self, Payment, PaymentState, Provider},
    types::{
        ids::{OrderId, PaymentId, UserId},
        timestamp::Timestamp,
    },
};

/// An order as far as paying needs it.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct PayableOrder {
    #[sqlx(flatten)]
    pub payment: Payment,
    order_state: OrderState,
    hold_expires_at: Option<Timestamp>,
    /// Part of the payment for orders that were cancelled meanwhile.
    ended: i64,
}

impl PayableOrder {
    /// Returns an order of the customer.
    pub async fn find(db: &Db, customer: UserId, id: OrderId) -> Result<Self> {
        Ok(on!(db.read(), at => sqlx::query_as(
            "SELECT p.*, o.state AS order_state, o.hold_expires_at,
                (SELECT CAST(COALESCE(SUM(e.total - e.refunded), 0) AS BIGINT) FROM customer_order e
                 WHERE e.payment_id = p.id AND e.state = 'cancelled') AS ended
             FROM customer_order o JOIN payment p ON p.id = o.payment_id
             WHERE o.id = $1 AND o.customer_id = $2 AND p.account_id = $2")
            .bind(id).bind(customer).fetch_one(at).await)?)
    }

    /// Returns the amount to charge if it differs from that of the payment, since orders of it were cancelled.
    pub fn new_amount(&self) -> Option<i64> {
        let waits = self.payment.state == PaymentState::RequiresMethod;
        (waits && (1..self.payment.amount).contains(&self.ended)).then(|| self.payment.amount - self.ended)
    }

    /// Refuses an order that cannot be paid now.
    pub fn check(&self, now: Timestamp) -> Result<()> {
        if can_be_paid(self.order_state, self.payment.state, self.hold_expires_at, now) {
            return Ok(());
        }
        let is_over = self.hold_expires_at.is_some_and(|at| at <= now);
        Err(if is_over { Refusal::HoldExpired } else { Refusal::State }.into())
    }
}

/// Returns true if the money of an order has arrived and not all of its payment went back. The company takes the money of an
/// order on site when it hands it over, whatever becomes of the other orders of the payment.
pub(super) fn is_paid(provider: Provider, payment: PaymentState, order: OrderState) -> bool {
    match (provider, payment) {
        (Provider::OnSite, PaymentState::Processing) => order == OrderState::Fulfilled,
        (Provider::OnSite, _) => order == OrderState::Fulfilled && payment.is_paid(),
        _ => payment.is_paid(),
    }
}

/// Takes the cancelled orders out of a payment that is not paid. `amount` is the new one, which the provider charges from now
/// on. Refused if the payment or an order has changed meanwhile.
pub async fn take_out_ended(db: &Db, id: PaymentId, amount: i64, now: Timestamp) -> Result<Payment> {
    let (mut tx, current, _) = lock_payment(db, id).await?;
    let mut ended = 0;
    for order in of_payment(&mut tx, id).await? {
        let left = order.total - order.refunded;
        if order.state == OrderState::Cancelled && left > 0 {
            waive(&mut tx, order.id, left).await?;
            ended += left;
        }
    }
    if current.state != PaymentState::RequiresMethod || current.amount - ended != amount {
        return Err(Refusal::State.into());
    }
    payment::set_amount(&mut tx, id, amount, now).await?;
    tx.commit().await?;
    Ok(Payment { amount, ..current })
}

/// Returns true if an order waits for a card, and its stock is held.
pub(super) fn can_be_paid(
    order: OrderState,
    payment: PaymentState,
    hold_expires_at: Option<Timestamp>,
    now: Timestamp,
) -> bool {
    let waits = matches!(payment, PaymentState::RequiresMethod | PaymentState::RequiresAction);
    waits && order == OrderState::PendingPayment && hold_expires_at.is_some_and(|at| at > now)
}
