//! Order that its customer pays, with its payment.

use super::{OrderState, Refusal, Result};
use crate::{
    Db, on,
    payment::{Payment, PaymentState},
    types::{
        ids::{OrderId, UserId},
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
}

impl PayableOrder {
    /// Returns an order of the customer.
    pub async fn find(db: &Db, customer: UserId, id: OrderId) -> Result<Self> {
        Ok(on!(db.read(), at => sqlx::query_as(
            "SELECT p.*, o.state AS order_state, o.hold_expires_at
             FROM customer_order o JOIN payment p ON p.id = o.payment_id
             WHERE o.id = $1 AND o.customer_id = $2 AND p.account_id = $2")
            .bind(id).bind(customer).fetch_one(at).await)?)
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
