//! Steps of an order after it was placed: the company works on it, either side cancels it, the customer receives it.

use super::{
    OrderState, Outcome, Refusal, Result, bookings,
    transition::{Current, Scope, Step, lock},
    view,
};
use crate::{
    Db,
    booking::{Actor, InventoryChange},
    db::Tx,
    invoice, on, payment,
    types::{
        ids::{CompanyId, OrderId, UserId},
        timestamp::Timestamp,
    },
};

/// Step that a member of the company takes.
#[derive(Clone, Debug)]
pub struct CompanyStep {
    pub to: OrderState,
    /// Time that the customer is told.
    pub promised_at: Option<Timestamp>,
    /// Reason of a cancellation.
    pub note: String,
}

/// Moves an order of the company on. A repeat has no effect. Cancelling pays everything back, apart from
/// delivery fee and tip of an order that was sent.
pub async fn set_state(
    db: &Db,
    company: CompanyId,
    member: UserId,
    id: OrderId,
    step: &CompanyStep,
    now: Timestamp,
) -> Result<Outcome> {
    let (mut tx, order) = lock(db, id, Scope::Company(company)).await?;
    let mut changes = Vec::new();
    if order.state != step.to {
        let may_be_taken = match step.to {
            OrderState::Cancelled => may_be_cancelled(&mut tx, id, Actor::Company, now).await?,
            _ => has_lines(&mut tx, id).await?,
        };
        if !may_be_taken {
            return Err(Refusal::State.into());
        }
        let taken = Step { to: step.to, actor: Actor::Company, actor_id: Some(member), note: &step.note };
        changes = order.step(&mut tx, taken, now).await?;
        if let Some(promised) = step.promised_at {
            on!(tx.at(), at => sqlx::query("UPDATE customer_order SET promised_at = $2 WHERE id = $1")
                .bind(id).bind(promised).execute(at).await.map(drop))?;
        }
        match step.to {
            OrderState::Cancelled => cancelled(&mut tx, &order, &step.note, now).await?,
            OrderState::Fulfilled => collect(&mut tx, &order, now).await?,
            _ => {}
        }
    }
    finish(db, tx, &order, changes, now).await
}

/// Returns true if the order holds goods. One of bookings ends with them.
async fn has_lines(tx: &mut Tx, id: OrderId) -> Result<bool> {
    let (has_lines,): (bool,) = on!(tx.at(), at => sqlx::query_as(
        "SELECT EXISTS (SELECT 1 FROM order_line WHERE order_id = $1)").bind(id).fetch_one(at).await)?;
    Ok(has_lines)
}

/// Returns true if a cancellation ends a part of the order: goods, or a booking that has not taken place.
async fn may_be_cancelled(tx: &mut Tx, id: OrderId, actor: Actor, now: Timestamp) -> Result<bool> {
    Ok(has_lines(tx, id).await? || bookings::any_may_end(tx, id, actor, now).await?)
}

/// Changes the time that the customer of an open order is told. Returns false if it was that already.
pub async fn set_promised(
    db: &Db,
    company: CompanyId,
    id: OrderId,
    promised: Timestamp,
    now: Timestamp,
) -> Result<(Outcome, bool)> {
    let (mut tx, order) = lock(db, id, Scope::Company(company)).await?;
    if !order.state.is_on_board() || !has_lines(&mut tx, id).await? {
        return Err(Refusal::State.into());
    }
    let changed = on!(tx.at(), at => sqlx::query(
        "UPDATE customer_order SET promised_at = $2,
            changed_at = CASE WHEN changed_at < $3 THEN $3 ELSE changed_at + 1 END
         WHERE id = $1 AND (promised_at IS NULL OR promised_at <> $2)")
        .bind(id).bind(promised).bind(now).execute(at).await.map(|done| done.rows_affected()))?;
    Ok((finish(db, tx, &order, Vec::new(), now).await?, changed > 0))
}

/// Cancels an order of the customer before the company prepares it. Pays everything back. A repeat has no effect.
///
/// Each booking of the order is cancelled under its terms. `expected_refund` is what the customer has seen. None: any.
pub async fn cancel(
    db: &Db,
    customer: UserId,
    id: OrderId,
    reason: &str,
    expected_refund: Option<i64>,
    now: Timestamp,
) -> Result<Outcome> {
    let (mut tx, order) = lock(db, id, Scope::Customer(customer)).await?;
    let mut changes = Vec::new();
    if order.state != OrderState::Cancelled {
        if !may_be_cancelled(&mut tx, id, Actor::Customer, now).await? {
            return Err(Refusal::State.into());
        }
        let refund = bookings::refund_now(&mut tx, id, now).await?;
        if expected_refund.is_some_and(|expected| expected != refund) {
            return Err(Refusal::RefundChanged(refund).into());
        }
        let step = Step { to: OrderState::Cancelled, actor: Actor::Customer, actor_id: Some(customer), note: reason };
        changes = order.step(&mut tx, step, now).await?;
        cancelled(&mut tx, &order, reason, now).await?;
    }
    finish(db, tx, &order, changes, now).await
}

/// Records the customer's answer: received or not. Only an order that is ready, on its way or fulfilled can be received.
///
/// A received order is fulfilled, unless its money is still to be paid to the company. "Not received" can become
/// "received" later, not the other way. A repeat has no effect.
pub async fn answer_received(
    db: &Db,
    customer: UserId,
    id: OrderId,
    received: bool,
    now: Timestamp,
) -> Result<Outcome> {
    let (mut tx, order) = lock(db, id, Scope::Customer(customer)).await?;
    let is_handed_over = matches!(order.state, OrderState::EnRoute | OrderState::Ready | OrderState::Fulfilled);
    if !is_handed_over || (order.received == Some(true) && !received) || !has_lines(&mut tx, id).await? {
        return Err(Refusal::State.into());
    }
    if order.received == Some(received) {
        return finish(db, tx, &order, Vec::new(), now).await;
    }
    on!(tx.at(), at => sqlx::query("UPDATE customer_order SET received = $2, changed_at = $3 WHERE id = $1")
        .bind(id).bind(received).bind(now).execute(at).await.map(drop))?;
    let mut changes = Vec::new();
    if received && order.state != OrderState::Fulfilled && order.is_paid(&mut tx).await? {
        let step = Step { to: OrderState::Fulfilled, actor: Actor::Customer, actor_id: Some(customer), note: "" };
        changes = order.step(&mut tx, step, now).await?;
        collect(&mut tx, &order, now).await?;
    }
    finish(db, tx, &order, changes, now).await
}

/// Records the reason of a cancellation and pays back what was paid.
pub(super) async fn cancelled(tx: &mut Tx, order: &Current, reason: &str, now: Timestamp) -> Result<()> {
    on!(tx.at(), at => sqlx::query("UPDATE customer_order SET cancel_reason = $2 WHERE id = $1")
        .bind(order.id).bind(reason).execute(at).await.map(drop))?;
    order.refund(tx, now).await
}

/// Marks a payment on site as paid: the order was handed over. Issues the invoice if the payment did not.
pub(super) async fn collect(tx: &mut Tx, order: &Current, now: Timestamp) -> Result<()> {
    payment::close_on_site(tx, order.payment_id, now).await?;
    invoice::issue_for_order(tx, order.id, now).await?;
    Ok(())
}

/// Commits, and reads the order as it is then.
pub(super) async fn finish(
    db: &Db,
    tx: Tx,
    order: &Current,
    changes: Vec<InventoryChange>,
    now: Timestamp,
) -> Result<Outcome> {
    tx.commit().await?;
    Ok(Outcome { orders: view::many(db, &[order.id], now).await?, changes: vec![(order.company_id, changes)] })
}
