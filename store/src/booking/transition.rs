//! The row of a booking under lock, and its change of state with the inventory that follows.

use super::{Actor, BookingState, InventoryChange, Refusal, Result, waitlist::offer};
use crate::{
    Db, booking_payment,
    db::Tx,
    inventory::{
        counted::{self, Move},
        exclusive,
    },
    on,
    types::{
        ids::{BookingId, CompanyId, OfferingId, OrderId, ResourceId, UserId, VariantId},
        timestamp::Timestamp,
    },
};

/// Side that a caller belongs to. Bookings of others do not exist for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    Customer(UserId),
    Company(CompanyId),
}

/// Row of a booking as far as commands need it.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(super) struct Current {
    pub id: BookingId,
    pub company_id: CompanyId,
    pub offering_id: OfferingId,
    pub customer_id: Option<UserId>,
    pub state: BookingState,
    pub starts_at: Timestamp,
    pub ends_at: Timestamp,
    pub total: i64,
    pub hold_expires_at: Option<Timestamp>,
    pub free_cancel_until: Timestamp,
    pub cancel_fee: i64,
    /// Order that pays the booking.
    pub order_id: Option<OrderId>,
}

/// Step of a booking: the next state, and who takes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step<'a> {
    pub to: BookingState,
    pub actor: Actor,
    pub actor_id: Option<UserId>,
    pub note: &'a str,
}

/// Begins a transaction, locks the company of a booking and reads the booking.
pub(super) async fn lock(db: &Db, id: BookingId, scope: Scope) -> Result<(Tx, Current)> {
    let (tx, current) = lock_any(db, id).await?;
    let is_own = match scope {
        Scope::Customer(user) => current.customer_id == Some(user),
        // A hold is not a booking yet.
        Scope::Company(company) => current.company_id == company && current.state != BookingState::Held,
    };
    if !is_own {
        return Err(crate::Error::NotFound.into());
    }
    Ok((tx, current))
}

/// Begins a transaction, locks the company of a booking and reads the booking, whoever asks.
pub(super) async fn lock_any(db: &Db, id: BookingId) -> Result<(Tx, Current)> {
    let (company,): (CompanyId,) = on!(db.read(), at => sqlx::query_as("SELECT company_id FROM booking WHERE id = $1")
        .bind(id).fetch_one(at).await)?;
    let mut tx = db.begin().await?;
    tx.lock_company(company).await?;
    let current = read(&mut tx, id).await?;
    Ok((tx, current))
}

/// Reads a booking within a transaction that has locked its company.
pub(super) async fn read(tx: &mut Tx, id: BookingId) -> Result<Current> {
    Ok(on!(tx.at(), at => sqlx::query_as(
        "SELECT id, company_id, offering_id, customer_id, state, starts_at, ends_at, total, hold_expires_at,
            free_cancel_until, cancel_fee, order_id
         FROM booking WHERE id = $1").bind(id).fetch_one(at).await)?)
}

impl Current {
    /// Returns true if the hold has ended.
    pub(super) fn has_ended(&self, now: Timestamp) -> bool {
        self.state == BookingState::Expired
            || self.state == BookingState::Held && self.hold_expires_at.is_some_and(|at| at <= now)
    }

    /// Returns the fee of cancelling now.
    pub(super) fn fee(&self, now: Timestamp) -> i64 {
        if now > self.free_cancel_until && self.state.is_sold() { self.cancel_fee } else { 0 }
    }

    /// Changes the state and moves the inventory. Returns what the inventory gained or lost.
    pub(super) async fn step(&self, tx: &mut Tx, step: Step<'_>, now: Timestamp) -> Result<Vec<InventoryChange>> {
        if !self.state.may_become(step.to, step.actor) {
            return Err(Refusal::State.into());
        }
        on!(tx.at(), at => sqlx::query(
            "UPDATE booking SET state = $2, changed_at = $3,
                scheduled_at = CASE WHEN $2 = 'confirmed' THEN $3 ELSE scheduled_at END,
                hold_expires_at = CASE WHEN $2 = 'held' THEN hold_expires_at ELSE NULL END
             WHERE id = $1").bind(self.id).bind(step.to).bind(now).execute(at).await.map(drop))?;
        record(tx, self.id, step, now).await?;
        let from = self.state;
        if from == BookingState::Held && step.to.is_sold() {
            counted::move_units(tx, &[self.id], Move::Sell).await?;
            booking_payment::sold(tx, self.id, self.total, now).await?;
            return Ok(Vec::new());
        }
        match (from, step.to) {
            (_, BookingState::Completed) => booking_payment::completed(tx, self.id, now).await?,
            (_, BookingState::NoShow) => booking_payment::missed(tx, self.id, self.total, now).await?,
            (BookingState::NoShow, _) if !booking_payment::came(tx, self.id, self.total, now).await? => {
                return Err(Refusal::State.into());
            }
            _ => {}
        }
        if step.to.is_sold() {
            return Ok(Vec::new());
        }
        if from.is_sold() {
            // The customer pays nothing for the company's decision.
            let kept = if step.to == BookingState::CancelledByUser { self.fee(now) } else { 0 };
            let kept = booking_payment::cancelled(tx, self.id, self.total, kept, now).await?;
            on!(tx.at(), at => sqlx::query("UPDATE booking SET cancel_fee = $2 WHERE id = $1").bind(self.id).bind(kept)
                .execute(at).await.map(drop))?;
        }
        let freed = taken_by(tx, self.id).await?;
        let release = if from == BookingState::Held { Move::ReleaseHeld } else { Move::ReleaseSold };
        counted::move_units(tx, &[self.id], release).await?;
        exclusive::free(tx, &[self.id]).await?;
        offer::wake(tx, self.company_id, &freed).await?;
        Ok(freed)
    }
}

/// Adds a step to the timeline of a booking. A mail is due if the booking has an address that is not that of the account.
pub(super) async fn record(tx: &mut Tx, id: BookingId, step: Step<'_>, now: Timestamp) -> Result<()> {
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO booking_change (booking_id, at, state, actor, actor_id, note, mail_due_at)
         SELECT b.id, $2, $3, $4, $5, $6,
            CASE WHEN $7 AND b.email <> '' AND (a.email_key IS NULL OR a.email_key <> lower(b.email)) THEN $2 END
         FROM booking b LEFT JOIN account a ON a.id = b.customer_id WHERE b.id = $1
         ON CONFLICT (booking_id, at, state) DO NOTHING")
        .bind(id).bind(now).bind(step.to).bind(step.actor).bind(step.actor_id).bind(step.note).bind(step.to.is_mailed())
        .execute(at).await.map(drop))?;
    Ok(())
}

/// Returns what a booking takes, as changes that give it back.
pub(super) async fn taken_by(tx: &mut Tx, id: BookingId) -> Result<Vec<InventoryChange>> {
    let units: Vec<(VariantId, Timestamp, i64)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT variant_id, starts_at, quantity FROM booking_item WHERE booking_id = $1 AND counted = TRUE
         ORDER BY starts_at, variant_id").bind(id).fetch_all(at).await)?;
    let resources: Vec<(ResourceId, i64, i64)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT resource_id, MIN(tick), MAX(tick) FROM occupancy WHERE booking_id = $1 GROUP BY resource_id")
        .bind(id).fetch_all(at).await)?;
    let tick = crate::inventory::schedule::TICK;
    let freed = resources.into_iter().map(|(resource_id, first, last)| InventoryChange::Freed {
        resource_id,
        starts_at: Timestamp(first * tick),
        ends_at: Timestamp((last + 1) * tick),
    });
    let units = units.into_iter().map(|(variant_id, starts_at, change)| InventoryChange::Units {
        variant_id,
        starts_at,
        change,
    });
    Ok(freed.chain(units).collect())
}
