//! Moving a booking to another time of the same offering.

use super::{
    Actor, BookingState, InventoryChange, Outcome, Refusal, Request, Result,
    draft::{self, Draft},
    expiry,
    hold::{allocate, requested_dates},
    ordered,
    transition::{Current, Scope, Step, lock, record, taken_by},
    view,
    waitlist::offer,
};
use crate::{
    Db, booking_payment,
    db::Tx,
    inventory::{
        counted::{self, Move},
        exclusive, plan,
        slots::Stock,
    },
    on,
    types::{
        ids::{BookingId, OfferingId, UserId},
        timestamp::Timestamp,
    },
};

/// Moves a booking. The old time is given back only if the new one is free. A customer may move it while cancelling is
/// free, a company to any time that it could book itself. A customer's new time waits for a company that approves bookings.
pub async fn reschedule(
    db: &Db,
    scope: Scope,
    actor_id: UserId,
    id: BookingId,
    request: &Request,
    expected_total: Option<i64>,
    now: Timestamp,
) -> Result<Outcome> {
    let offering = offering_of(db, id).await?;
    let actor = match scope {
        Scope::Customer(_) => Actor::Customer,
        Scope::Company(_) => Actor::Company,
    };
    let terms = plan::terms_of_booked(db, offering).await?;
    let terms = if actor == Actor::Company { terms.for_company() } else { terms };
    let approves = actor == Actor::Customer && terms.approves_bookings;
    let dates = requested_dates(db, &terms, request).await?;
    let stock = Stock::load(db, terms, &dates.0, &dates.1, now).await?;
    let mut draft = draft::draft(&stock, &dates, request, now)?;
    let (mut tx, current) = lock(db, id, scope).await?;
    let is_too_late = actor == Actor::Customer && now > current.free_cancel_until;
    if !current.state.is_open() || !current.state.is_sold() || is_too_late {
        return Err(Refusal::State.into());
    }
    if current.order_id.is_some() && draft.total != current.total {
        return Err(Refusal::PaidPrice.into());
    }
    if expected_total.is_some_and(|expected| expected != draft.total) {
        return Err(Refusal::PriceChanged(draft.total).into());
    }
    keep_terms(&mut draft, &current);
    let mut changes = expiry::release_ended(&mut tx, current.company_id, now).await?;
    // The company may decide otherwise.
    if actor == Actor::Customer && offer::is_due(&mut tx, current.company_id, &draft).await? {
        return Err(Refusal::WaitlistFirst(current.company_id).into());
    }
    let freed = taken_by(&mut tx, id).await?;
    let own = |change: &InventoryChange| match *change {
        InventoryChange::Freed { resource_id, .. } => Some(resource_id),
        _ => None,
    };
    draft.prefer(&freed.iter().filter_map(own).collect::<Vec<_>>());
    offer::wake(&mut tx, current.company_id, &freed).await?;
    changes.extend(freed);
    changes.extend(retake(&mut tx, &current, &stock, &draft).await?);
    let to = if approves { BookingState::AwaitingCompany } else { current.state };
    record(&mut tx, id, Step { to, actor, actor_id: Some(actor_id), note: "" }, now).await?;
    write(&mut tx, id, &draft, to, now).await?;
    booking_payment::repriced(&mut tx, id, current.total, draft.total, now).await?;
    ordered::moved(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Outcome { booking: view::one(db, id, now).await?, changes })
}

/// Keeps the terms of cancellation that the customer accepted: the time before the start, and the share of the price. A
/// booking that cost nothing has no fee.
fn keep_terms(draft: &mut Draft, current: &Current) {
    let ahead = current.starts_at.0 - current.free_cancel_until.0;
    draft.free_cancel_until = draft.starts_at.plus(-ahead);
    let fee = (i128::from(draft.total) * i128::from(current.cancel_fee)).checked_div(i128::from(current.total));
    draft.cancel_fee = i64::try_from(fee.unwrap_or(0)).unwrap_or(draft.total);
}

/// Gives the inventory of a booking back and takes that of the draft.
async fn retake(tx: &mut Tx, current: &Current, stock: &Stock, draft: &Draft) -> Result<Vec<InventoryChange>> {
    let id = current.id;
    counted::move_units(tx, &[id], Move::ReleaseSold).await?;
    exclusive::free(tx, &[id]).await?;
    on!(tx.at(), at => sqlx::query("DELETE FROM booking_item WHERE booking_id = $1").bind(id).execute(at).await.map(drop))?;
    on!(tx.at(), at => sqlx::query("DELETE FROM booking_resource WHERE booking_id = $1")
        .bind(id).execute(at).await.map(drop))?;
    let changes = allocate(tx, id, current.offering_id, stock, draft).await?;
    counted::move_units(tx, &[id], Move::Sell).await?;
    Ok(changes)
}

async fn write(tx: &mut Tx, id: BookingId, draft: &Draft, state: BookingState, now: Timestamp) -> Result<()> {
    on!(tx.at(), at => sqlx::query(
        "UPDATE booking SET starts_at = $2, ends_at = $3, members = $4, total = $5, vat = $6, free_cancel_until = $7,
            cancel_fee = $8, changed_at = $9, scheduled_at = $9, children = $10, state = $11
         WHERE id = $1")
        .bind(id).bind(draft.starts_at).bind(draft.ends_at).bind(draft.members).bind(draft.total).bind(draft.vat)
        .bind(draft.free_cancel_until).bind(draft.cancel_fee).bind(now).bind(draft.children).bind(state).execute(at).await.map(drop))?;
    Ok(())
}

async fn offering_of(db: &Db, id: BookingId) -> Result<OfferingId> {
    let (offering,): (OfferingId,) = on!(db.read(), at => sqlx::query_as("SELECT offering_id FROM booking WHERE id = $1")
        .bind(id).fetch_one(at).await)?;
    Ok(offering)
}
