//! Applying an event of the payment provider to a payment and its orders.

use super::{
    OrderState, Outcome, Result,
    bookings::accept_booked,
    cart_removal::remove_ordered,
    checkout, in_progress,
    transition::{Current, Step, lock_payment, of_payment, record},
    view,
};
use crate::{
    Db,
    booking::{Actor, InventoryChange, ordered},
    cart::promo_code,
    db::Tx,
    invoice, on,
    payment::{self, Payment, PaymentEvent, PaymentState},
    sales::{self, Delta},
    types::{ids::PaymentId, timestamp::Timestamp},
};

/// Applies an event, apart from a lost dispute: [`super::mirrored_refund::charged_back`]. An event that was applied before, or
/// that the payment's state does not admit, has no effect.
pub async fn settle(db: &Db, id: PaymentId, event: &PaymentEvent, now: Timestamp) -> Result<(Payment, Outcome)> {
    let (mut tx, current, mut orders) = lock_payment(db, id).await?;
    let mut changes = Vec::new();
    let is_new = payment::record(&mut tx, &current, event, now).await?;
    if is_new && current.state.may_become(event.to) {
        payment::apply(&mut tx, &current, event, now).await?;
        match (current.state, event.to) {
            (_, PaymentState::Processing) => in_progress::extend(&mut tx, id, now).await?,
            (PaymentState::Processing, to) if to != PaymentState::Paid => in_progress::restore(&mut tx, id).await?,
            _ => {}
        }
        if event.to == PaymentState::Paid && current.state != PaymentState::Disputed {
            for order in of_payment(&mut tx, id).await? {
                changes.push((order.company_id, sell(&mut tx, &order, now).await?));
            }
        }
    }
    let payment = payment::read(&mut tx, id).await?;
    tx.commit().await?;
    orders.sort_unstable();
    Ok((payment, Outcome { orders: view::many(db, &orders, now).await?, changes }))
}

/// Gives a paid order to the company. If its hold has ended meanwhile, takes the stock again or pays the order back.
async fn sell(tx: &mut Tx, order: &Current, now: Timestamp) -> Result<Vec<InventoryChange>> {
    let mut changes = Vec::new();
    let step = Step { to: OrderState::New, actor: Actor::System, actor_id: None, note: "" };
    match order.state {
        OrderState::PendingPayment => match confirm_bookings(tx, order, now).await? {
            Some(taken) => {
                changes.extend(taken);
                changes.extend(order.step(tx, step, now).await?);
            }
            // The hold of a booking ended, and its time was taken.
            None => {
                let step = Step { to: OrderState::Cancelled, actor: Actor::System, actor_id: None, note: "" };
                changes.extend(order.step(tx, step, now).await?);
                order.refund(tx, now).await?;
                return Ok(changes);
            }
        },
        // It left the payment before, which is of the others.
        OrderState::Cancelled if order.waived > 0 => return Ok(changes),
        // The customer gave it up, or ordered anew.
        OrderState::Cancelled if order.cancel_reason.is_some() => return refund(tx, order, now).await,
        OrderState::Cancelled => match take_again(tx, order, now).await? {
            Some(taken) => {
                changes.extend(taken);
                on!(tx.at(), at => sqlx::query(
                    "UPDATE customer_order SET state = 'new', changed_at = $2 WHERE id = $1")
                    .bind(order.id).bind(now).execute(at).await.map(drop))?;
                record(tx, order.id, step, now).await?;
                sales::record(tx, order.id, Delta::placed(order.total)).await?;
            }
            None => return refund(tx, order, now).await,
        },
        _ => return Ok(changes),
    }
    if order.has_bookings {
        accept_booked(tx, order.id, now).await?;
    }
    invoice::issue_for_order(tx, order.id, now).await?;
    remove_ordered(tx, order).await?;
    Ok(changes)
}

/// Confirms the bookings of an order. Returns none if one of them cannot be had any more.
async fn confirm_bookings(tx: &mut Tx, order: &Current, now: Timestamp) -> Result<Option<Vec<InventoryChange>>> {
    if order.has_bookings { Ok(ordered::confirm(tx, order.id, now).await?) } else { Ok(Some(Vec::new())) }
}

/// Takes again what the cancellation gave back: the use of the promo code, coins, stock and bookings. All of it, or nothing.
async fn take_again(tx: &mut Tx, order: &Current, now: Timestamp) -> Result<Option<Vec<InventoryChange>>> {
    if let Some(promo) = order.promo_id
        && !promo_code::take(tx, promo, order.customer_id).await?
    {
        return Ok(None);
    }
    let taken = if has_coins(tx, order, now).await? { take_units_again(tx, order, now).await? } else { None };
    if taken.is_none() {
        if let Some(promo) = order.promo_id {
            promo_code::give_back(tx, promo).await?;
        }
        if let Some(card) = order.card() {
            card.keep(tx, 0, 1, now).await?;
        }
    }
    Ok(taken)
}

/// Takes stock and bookings of an order again: all of them, or none.
async fn take_units_again(tx: &mut Tx, order: &Current, now: Timestamp) -> Result<Option<Vec<InventoryChange>>> {
    let Some(mut taken) = checkout::hold_again(tx, order.id).await? else { return Ok(None) };
    match confirm_bookings(tx, order, now).await? {
        Some(bookings) => {
            taken.extend(bookings);
            Ok(Some(taken))
        }
        None => {
            checkout::give_back(tx, order.id).await?;
            Ok(None)
        }
    }
}

/// Takes the coins again that the cancellation gave back. Returns false if they were spent meanwhile.
async fn has_coins(tx: &mut Tx, order: &Current, now: Timestamp) -> Result<bool> {
    match order.card() {
        Some(card) => Ok(card.spend_again(tx, now).await?),
        None => Ok(true),
    }
}

async fn refund(tx: &mut Tx, order: &Current, now: Timestamp) -> Result<Vec<InventoryChange>> {
    order.refund(tx, now).await?;
    Ok(Vec::new())
}
