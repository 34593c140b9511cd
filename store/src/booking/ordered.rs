//! Bookings of an order: they are held while it is paid, sold when it is, and end with it.
//!
//! The order's transaction has locked the company.

use super::{
    Actor, BookingState, InventoryChange, Refusal, Result, Scope,
    called_off::is_called_off,
    confirm::{Contact, sell},
    transition::{Current, Step, lock, read, taken_by},
    view::{self, Booking},
};
use crate::{
    Db,
    db::Tx,
    inventory::{
        counted::{self, Move, Take},
        exclusive,
        schedule::TICK,
    },
    on,
    types::{
        ids::{BookingId, OrderId, ResourceId, UserId, VariantId},
        timestamp::Timestamp,
    },
};

/// Order that takes bookings of a cart.
#[derive(Clone, Debug)]
pub(crate) struct NewOrder<'a> {
    pub id: OrderId,
    pub customer: UserId,
    pub contact: &'a Contact,
    /// End of the time to pay. None: the bookings are sold at once.
    pub hold_expires_at: Option<Timestamp>,
}

/// Adds held bookings to an order and holds them until its end. Refuses one whose hold has ended, or that another order
/// pays.
pub(crate) async fn attach(tx: &mut Tx, order: &NewOrder<'_>, bookings: &[BookingId], now: Timestamp) -> Result<()> {
    for (position, id) in (0_i64..).zip(bookings) {
        let held = read(tx, *id).await?;
        let is_gone = held.has_ended(now) || is_called_off(tx, &held).await?;
        if held.customer_id != Some(order.customer) || is_gone {
            return Err(Refusal::HoldExpired.into());
        }
        if held.state != BookingState::Held || held.order_id.is_some() {
            return Err(Refusal::State.into());
        }
        let Contact { customer_name, contact_number, email, .. } = order.contact;
        on!(tx.at(), at => sqlx::query(
            "UPDATE booking SET order_id = $2, customer_name = $3, contact_number = $4, email = $5,
                hold_expires_at = COALESCE($6, hold_expires_at), changed_at = $7 WHERE id = $1")
            .bind(id).bind(order.id).bind(customer_name).bind(contact_number).bind(email).bind(order.hold_expires_at)
            .bind(now).execute(at).await.map(drop))?;
        on!(tx.at(), at => sqlx::query(
            "INSERT INTO order_booking (order_id, position, booking_id, name, starts_at, ends_at, members, vat_rate, amount,
                vat, first_tick, last_tick)
             SELECT $1, $3, b.id, o.name, b.starts_at, b.ends_at, b.members, o.vat_rate, b.total, b.vat,
                (SELECT MIN(t.tick) FROM occupancy t WHERE t.booking_id = b.id),
                (SELECT MAX(t.tick) FROM occupancy t WHERE t.booking_id = b.id)
             FROM booking b JOIN offering o ON o.id = b.offering_id WHERE b.id = $2")
            .bind(order.id).bind(id).bind(position).execute(at).await.map(drop))?;
        if order.hold_expires_at.is_none() {
            sell(tx, &held, now).await?;
        }
    }
    Ok(())
}

/// Takes the held bookings of an order that is replaced out of it. Those that are in no cart end.
pub(crate) async fn detach(tx: &mut Tx, order: OrderId, now: Timestamp) -> Result<Vec<InventoryChange>> {
    on!(tx.at(), at => sqlx::query(
        "UPDATE booking SET order_id = NULL WHERE order_id = $1 AND state = 'held' AND hold_expires_at > $2
            AND id IN (SELECT booking_id FROM cart_booking)").bind(order).bind(now).execute(at).await.map(drop))?;
    end(tx, order, Actor::System, None, now).await
}

/// Sells the bookings of an order whose payment arrived. One whose hold has ended is taken again.
///
/// Returns none, and takes nothing, if one of them is gone.
pub(crate) async fn confirm(tx: &mut Tx, order: OrderId, now: Timestamp) -> Result<Option<Vec<InventoryChange>>> {
    let bookings = of(tx, order).await?;
    for booking in &bookings {
        if is_called_off(tx, booking).await? {
            return Ok(None);
        }
    }
    let mut taken = Vec::new();
    for ended in bookings.iter().filter(|one| one.state != BookingState::Held) {
        let may_return = ended.state == BookingState::Expired && ended.starts_at > now;
        if !(may_return && take_again(tx, order, ended).await?) {
            for one in &taken {
                give_back(tx, *one).await?;
            }
            return Ok(None);
        }
        taken.push(ended.id);
    }
    let mut changes = Vec::new();
    for id in taken {
        changes.extend(taken_by(tx, id).await?.into_iter().map(InventoryChange::reversed));
    }
    for booking in bookings {
        let held = read(tx, booking.id).await?;
        sell(tx, &held, now).await?;
        leave_cart(tx, held.id).await?;
    }
    Ok(Some(changes))
}

/// Ends the bookings of an order that is cancelled, each under its terms. One that has begun or ended stays as it is.
pub(crate) async fn end(
    tx: &mut Tx,
    order: OrderId,
    actor: Actor,
    actor_id: Option<UserId>,
    now: Timestamp,
) -> Result<Vec<InventoryChange>> {
    let mut freed = Vec::new();
    for booking in of(tx, order).await? {
        let to = match (booking.state, actor) {
            (BookingState::Held, _) => BookingState::Expired,
            (BookingState::AwaitingCompany | BookingState::Confirmed, Actor::Customer) if booking.starts_at > now => {
                BookingState::CancelledByUser
            }
            // The company did not answer by the start.
            (BookingState::AwaitingCompany, Actor::Customer | Actor::System) if booking.starts_at <= now => {
                BookingState::Declined
            }
            (BookingState::AwaitingCompany, Actor::Company) => BookingState::Declined,
            (BookingState::Confirmed, Actor::Company) => BookingState::CancelledByCompany,
            _ => continue,
        };
        // The order, not the company, gives up what it holds. Nobody declines a request that was not answered.
        let is_own = to == BookingState::Expired || to == BookingState::Declined && actor != Actor::Company;
        let (actor, actor_id) = if is_own { (Actor::System, None) } else { (actor, actor_id) };
        freed.extend(booking.step(tx, Step { to, actor, actor_id, note: "" }, now).await?);
    }
    Ok(freed)
}

/// Takes a booking out of its cart.
pub(crate) async fn leave_cart(tx: &mut Tx, id: BookingId) -> Result<()> {
    on!(tx.at(), at => sqlx::query(
        "DELETE FROM cart WHERE id = (SELECT cart_id FROM cart_booking WHERE booking_id = $1)
            AND NOT EXISTS (SELECT 1 FROM cart_line l WHERE l.cart_id = cart.id)
            AND NOT EXISTS (SELECT 1 FROM cart_booking b WHERE b.cart_id = cart.id AND b.booking_id <> $1)")
        .bind(id).execute(at).await.map(drop))?;
    on!(tx.at(), at => sqlx::query("DELETE FROM cart_booking WHERE booking_id = $1").bind(id)
        .execute(at).await.map(drop))?;
    Ok(())
}

/// Takes a booking of the customer out of its cart and gives its hold back. A hold that an unpaid order has stays with
/// the order. A repeat has no effect.
pub async fn remove_from_cart(
    db: &Db,
    customer: UserId,
    id: BookingId,
    now: Timestamp,
) -> Result<(Booking, Vec<InventoryChange>)> {
    let (mut tx, current) = lock(db, id, Scope::Customer(customer)).await?;
    let mut freed = Vec::new();
    if current.state == BookingState::Held && current.order_id.is_none() {
        let step = Step { to: BookingState::Expired, actor: Actor::Customer, actor_id: Some(customer), note: "" };
        freed = current.step(&mut tx, step, now).await?;
    }
    leave_cart(&mut tx, id).await?;
    tx.commit().await?;
    Ok((view::one(db, id, now).await?, freed))
}

/// Returns the bookings of an order.
pub async fn of_order(db: &Db, order: OrderId, now: Timestamp) -> Result<Vec<Booking>> {
    let ids: Vec<(BookingId,)> = on!(db.read(), at => sqlx::query_as("SELECT id FROM booking WHERE order_id = $1 ORDER BY id")
        .bind(order).fetch_all(at).await)?;
    view::many(db, &ids.into_iter().map(|(id,)| id).collect::<Vec<_>>(), now).await
}

/// Writes the new time of a booking that was moved into its order.
pub(super) async fn moved(tx: &mut Tx, id: BookingId) -> Result<()> {
    on!(tx.at(), at => sqlx::query(
        "UPDATE order_booking SET starts_at = (SELECT b.starts_at FROM booking b WHERE b.id = $1),
            ends_at = (SELECT b.ends_at FROM booking b WHERE b.id = $1),
            members = (SELECT b.members FROM booking b WHERE b.id = $1)
         WHERE booking_id = $1").bind(id).execute(at).await.map(drop))?;
    Ok(())
}

async fn of(tx: &mut Tx, order: OrderId) -> Result<Vec<Current>> {
    let ids: Vec<(BookingId,)> = on!(tx.at(), at => sqlx::query_as("SELECT id FROM booking WHERE order_id = $1 ORDER BY id")
        .bind(order).fetch_all(at).await)?;
    let mut bookings = Vec::with_capacity(ids.len());
    for (id,) in ids {
        bookings.push(read(tx, id).await?);
    }
    Ok(bookings)
}

/// Holds what an ended booking had. Returns false, and holds nothing, if a part of it is gone.
async fn take_again(tx: &mut Tx, order: OrderId, ended: &Current) -> Result<bool> {
    let items: Vec<(VariantId, Timestamp, Timestamp, i64)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT variant_id, starts_at, ends_at, quantity FROM booking_item WHERE booking_id = $1 AND counted = TRUE
         ORDER BY starts_at, variant_id").bind(ended.id).fetch_all(at).await)?;
    let resources: Vec<(ResourceId,)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT resource_id FROM booking_resource WHERE booking_id = $1 ORDER BY resource_id")
        .bind(ended.id).fetch_all(at).await)?;
    let (first, last): (Option<i64>, Option<i64>) = on!(tx.at(), at => sqlx::query_as(
        "SELECT first_tick, last_tick FROM order_booking WHERE order_id = $1 AND booking_id = $2")
        .bind(order).bind(ended.id).fetch_one(at).await)?;
    let mut held: Vec<(VariantId, Timestamp, i64)> = Vec::new();
    for (variant, starts_at, ends_at, quantity) in items {
        // The bucket exists: the booking was in it.
        let take = Take { variant, starts_at, ends_at, quantity, capacity: 0 };
        if !counted::hold(tx, &[take]).await? {
            counted::move_each(tx, &held, Move::ReleaseHeld).await?;
            return Ok(false);
        }
        held.push((variant, starts_at, quantity));
    }
    if let Some((first, last)) = first.zip(last) {
        let range = Timestamp(first * TICK)..Timestamp((last + 1) * TICK);
        let resources: Vec<_> = resources.into_iter().map(|(id,)| id).collect();
        if !exclusive::occupy(tx, ended.id, &resources, &range).await? {
            exclusive::free(tx, &[ended.id]).await?;
            counted::move_each(tx, &held, Move::ReleaseHeld).await?;
            return Ok(false);
        }
    }
    on!(tx.at(), at => sqlx::query("UPDATE booking SET state = 'held' WHERE id = $1").bind(ended.id)
        .execute(at).await.map(drop))?;
    Ok(true)
}

async fn give_back(tx: &mut Tx, id: BookingId) -> Result<()> {
    counted::move_units(tx, &[id], Move::ReleaseHeld).await?;
    exclusive::free(tx, &[id]).await?;
    on!(tx.at(), at => sqlx::query("UPDATE booking SET state = 'expired' WHERE id = $1").bind(id)
        .execute(at).await.map(drop))?;
    Ok(())
}
