//! Ending the open orders of an account or company that is deleted.

use super::{
    OrderError, OrderState, Outcome, Refusal, Result,
    progress::{self, cancelled, finish},
    transition::{Step, lock_any},
};
use crate::{
    Db,
    booking::Actor,
    on,
    types::{
        ids::{CompanyId, OrderId, UserId},
        timestamp::Timestamp,
    },
};

/// Reason of a cancellation because the company closes: a key of the list that companies choose from.
const CLOSING: &str = "closing";

/// Returns the orders of a customer that no company prepares yet.
pub async fn of_customer(db: &Db, customer: UserId) -> Result<Vec<OrderId>> {
    let rows: Vec<(OrderId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT id FROM customer_order
         WHERE customer_id = $1 AND state IN ('pending_payment', 'new', 'accepted') ORDER BY id")
        .bind(customer).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Cancels an order of a customer whose account is deleted, and pays everything back. An order that the company prepares
/// goes on.
pub async fn end_for_customer(db: &Db, customer: UserId, id: OrderId, now: Timestamp) -> Result<Outcome> {
    match progress::cancel(db, customer, id, "", None, now).await {
        Err(OrderError::Refused(Refusal::State)) => Ok(Outcome::default()),
        ended => ended,
    }
}

/// Returns the orders of a company that are unpaid or not fulfilled yet.
pub async fn of_company(db: &Db, company: CompanyId) -> Result<Vec<OrderId>> {
    let rows: Vec<(OrderId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT id FROM customer_order WHERE company_id = $1 AND state = 'pending_payment'
         UNION ALL SELECT id FROM customer_order
         WHERE company_id = $1 AND state IN ('new', 'accepted', 'processing', 'ready', 'en_route') ORDER BY id")
        .bind(company).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Cancels an order of a company that closes, and pays it back. A repeat has no effect. Delivery fee and tip of an order
/// that was sent stay.
pub async fn end_for_company(db: &Db, id: OrderId, now: Timestamp) -> Result<Outcome> {
    let (mut tx, order) = lock_any(db, id).await?;
    let actor = match order.state {
        OrderState::Cancelled | OrderState::Fulfilled => return Ok(Outcome::default()),
        OrderState::PendingPayment => Actor::System,
        _ => Actor::Company,
    };
    let step = Step { to: OrderState::Cancelled, actor, actor_id: None, note: CLOSING };
    let changes = order.step(&mut tx, step, now).await?;
    cancelled(&mut tx, &order, CLOSING, now).await?;
    finish(db, tx, &order, changes, now).await
}
