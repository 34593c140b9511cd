//! Ending a booking: release of a hold, cancellation, and the states that the company sets.

use super::{
    Actor, BookingState, Outcome, Refusal, Result,
    transition::{Scope, Step, lock},
    view,
};
use crate::{
    Db, on,
    types::{
        ids::{BookingId, CompanyId, UserId},
        timestamp::Timestamp,
    },
};

/// Gives a hold back before it ends. A repeat has no effect.
pub async fn release(db: &Db, customer: UserId, id: BookingId, now: Timestamp) -> Result<Outcome> {
    let (mut tx, current) = lock(db, id, Scope::Customer(customer)).await?;
    let mut changes = Vec::new();
    if current.state == BookingState::Held && current.order_id.is_some() {
        // Its order is being paid, and gives it back if it is not.
        return Err(Refusal::State.into());
    }
    if !current.has_ended(now) {
        let step = Step { to: BookingState::Expired, actor: Actor::Customer, actor_id: Some(customer), note: "" };
        changes = current.step(&mut tx, step, now).await?;
    }
    tx.commit().await?;
    Ok(Outcome { booking: view::one(db, id, now).await?, changes })
}

/// Cancels a booking of the customer under the terms it was made with. `expected_fee` is what the customer has seen.
pub async fn cancel(
    db: &Db,
    customer: UserId,
    id: BookingId,
    reason: &str,
    expected_fee: i64,
    now: Timestamp,
) -> Result<Outcome> {
    let (mut tx, current) = lock(db, id, Scope::Customer(customer)).await?;
    if current.state == BookingState::CancelledByUser {
        return Ok(Outcome { booking: view::one(db, id, now).await?, changes: Vec::new() });
    }
    if current.starts_at <= now {
        return Err(Refusal::State.into());
    }
    let fee = current.fee(now);
    if fee != expected_fee {
        return Err(Refusal::FeeChanged(fee).into());
    }
    let step =
        Step { to: BookingState::CancelledByUser, actor: Actor::Customer, actor_id: Some(customer), note: reason };
    let changes = current.step(&mut tx, step, now).await?;
    on!(tx.at(), at => sqlx::query("UPDATE booking SET cancel_reason = $2 WHERE id = $1")
        .bind(id).bind(reason).execute(at).await.map(drop))?;
    tx.commit().await?;
    Ok(Outcome { booking: view::one(db, id, now).await?, changes })
}

/// Moves a booking of the company to another state. A repeat has no effect. What says that guests came, or did not, is set
/// at the time of the booking.
pub async fn set_state(
    db: &Db,
    company: CompanyId,
    member: UserId,
    id: BookingId,
    to: BookingState,
    note: &str,
    now: Timestamp,
) -> Result<Outcome> {
    let (mut tx, current) = lock(db, id, Scope::Company(company)).await?;
    let mut changes = Vec::new();
    if current.state != to {
        if to.earliest().is_some_and(|before| now < current.starts_at.plus(-before)) {
            return Err(Refusal::TooEarly.into());
        }
        // A request ends at its start.
        if to == BookingState::Confirmed && current.starts_at <= now {
            return Err(Refusal::State.into());
        }
        let step = Step { to, actor: Actor::Company, actor_id: Some(member), note };
        changes = current.step(&mut tx, step, now).await?;
        if to == BookingState::CancelledByCompany || to == BookingState::Declined {
            on!(tx.at(), at => sqlx::query("UPDATE booking SET cancel_reason = $2 WHERE id = $1")
                .bind(id).bind(note).execute(at).await.map(drop))?;
        }
    }
    tx.commit().await?;
    Ok(Outcome { booking: view::one(db, id, now).await?, changes })
}
