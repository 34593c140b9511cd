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
            "SELECT p.id, p.account_id, p.provider, p.reference, p.state, p.amount, p.refunded, p.currency, p.card_brand,
                p.card_last4, p.failure, p.request_hash, o.state AS order_state, o.hold_expires_at
             FROM customer_order o JOIN payment p ON p.id = o.payment_id
             WHERE o.id = $1 AND o.customer_id = $2 AND p.account_id = $2")
            .bind(id).bind(customer).fetch_one(at).await)?)
    }

    /// Refuses an order that cannot be paid now.
    pub fn check(&self, now: Timestamp) -> Result<()> {
        let is_held = self.order_state == OrderState::PendingPayment && self.hold_expires_at.is_some_and(|at| at > now);
        match self.payment.state {
            PaymentState::RequiresMethod | PaymentState::RequiresAction if is_held => Ok(()),
            _ if self.hold_expires_at.is_some_and(|at| at <= now) => Err(Refusal::HoldExpired.into()),
            _ => Err(Refusal::State.into()),
        }
    }
}
