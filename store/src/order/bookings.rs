//! Bookings of an order as its view shows them, and the end of orders that hold nothing else.

use std::collections::HashMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    OrderState, Outcome, Result,
    progress::collect,
    transition::{Step, lock_any, record},
    view,
};
use crate::{
    Db,
    booking::{Actor, BookingState, overdue::GRACE},
    db::Tx,
    each, on,
    types::{
        ids::{BookingId, OfferingId, OrderId},
        timestamp::Timestamp,
    },
};

/// Maximum orders of one sweep.
const BATCH: i64 = 100;

/// Booking that the order pays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OrderBooking {
    /// Null if the company has deleted the offering.
    pub booking_id: Option<BookingId>,
    pub product_id: Option<OfferingId>,
    /// Short code for phone and counter.
    pub code: Option<String>,
    pub state: Option<BookingState>,
    pub name: String,
    pub starts_at: Timestamp,
    pub ends_at: Timestamp,
    /// Persons, children included.
    pub members: i64,
    pub children: i64,
    /// Hundredths of a percent.
    pub vat_rate: i64,
    /// Minor units, VAT included in every country.
    pub amount: i64,
    pub vat: i64,
    /// Part that was taken off the order when the booking was cancelled.
    pub refunded: i64,
    /// Part of `refunded` that never was paid: the booking was cancelled before the order was paid at the company.
    pub waived: i64,
    /// Part that the company keeps if the customer cancels the order now.
    pub kept_now: i64,
    /// True: it took place, so the customer may review it.
    pub took_place: bool,
}

impl OrderBooking {
    /// Returns true if a cancellation of the order by `actor` ends the booking.
    pub(super) fn may_end(&self, actor: Actor, now: Timestamp) -> bool {
        may_end(self.state, self.starts_at, actor, now)
    }

    /// Returns the part that the company keeps if it cancels the order now: bookings that began or ended stay as they are.
    pub(super) fn kept_by_company(&self) -> i64 {
        match self.state {
            Some(
                BookingState::Held | BookingState::Expired | BookingState::AwaitingCompany | BookingState::Confirmed,
            ) => 0,
            _ => self.amount - self.refunded,
        }
    }
}

fn may_end(state: Option<BookingState>, starts_at: Timestamp, actor: Actor, now: Timestamp) -> bool {
    match state {
        Some(BookingState::Held | BookingState::Expired | BookingState::AwaitingCompany) => true,
        Some(BookingState::Confirmed) => actor == Actor::Company || starts_at > now,
        _ => false,
    }
}

#[derive(sqlx::FromRow)]
struct Row {
    order_id: OrderId,
    booking_id: Option<BookingId>,
    offering_id: Option<OfferingId>,
    code: Option<String>,
    state: Option<BookingState>,
    name: String,
    starts_at: Timestamp,
    ends_at: Timestamp,
    members: i64,
    children: i64,
    vat_rate: i64,
    amount: i64,
    vat: i64,
    refunded: i64,
    given_back: i64,
    was_paid: bool,
    free_cancel_until: Option<Timestamp>,
    cancel_fee: Option<i64>,
}

/// The booking belongs to the order only as long as no other has replaced it. An order that is paid at the company has its
/// invoice from then on, and a cancelled booking does not change any more.
macro_rules! select {
    () => {
        "SELECT l.order_id, b.id AS booking_id, b.offering_id, b.code, b.state, l.name, l.starts_at, l.ends_at, l.members, l.vat_rate,
            l.amount, l.vat, l.refunded, l.given_back, COALESCE(b.children, 0) AS children, b.free_cancel_until, b.cancel_fee,
            (SELECT p.provider <> 'on_site' FROM customer_order o JOIN payment p ON p.id = o.payment_id WHERE o.id = l.order_id)
                OR EXISTS (SELECT 1 FROM invoice i
                    WHERE i.order_id = l.order_id AND i.kind = 'invoice' AND i.issued_at <= b.changed_at) AS was_paid
         FROM order_booking l LEFT JOIN booking b ON b.id = l.booking_id AND b.order_id = l.order_id WHERE l.order_id"
    };
}

impl Row {
    /// Part that is not given back if the customer cancels now.
    fn kept_now(&self, now: Timestamp) -> i64 {
        let left = self.amount - self.refunded;
        match self.state {
            Some(BookingState::Held | BookingState::Expired) => 0,
            // The company did not answer by the start.
            Some(BookingState::AwaitingCompany) if self.starts_at <= now => 0,
            Some(BookingState::AwaitingCompany | BookingState::Confirmed) if self.starts_at > now => {
                let is_late = self.free_cancel_until.is_some_and(|until| now > until);
                if is_late { self.cancel_fee.unwrap_or(0).min(left) } else { 0 }
            }
            _ => left,
        }
    }

    fn took_place(&self, now: Timestamp) -> bool {
        self.state.is_some_and(|state| state.took_place(self.ends_at, now))
    }

    fn shown(self, now: Timestamp) -> OrderBooking {
        OrderBooking {
            kept_now: self.kept_now(now),
            took_place: self.took_place(now),
            booking_id: self.booking_id,
            product_id: self.offering_id,
            code: self.code,
            state: self.state,
            name: self.name,
            starts_at: self.starts_at,
            ends_at: self.ends_at,
            members: self.members,
            children: self.children,
            vat_rate: self.vat_rate,
            amount: self.amount,
            vat: self.vat,
            refunded: self.refunded,
            waived: if self.was_paid { 0 } else { self.refunded - self.given_back },
        }
    }
}

/// Returns the bookings of orders: `keys` is a JSON array of arrays of one id.
pub(super) async fn of_orders(db: &Db, keys: &str, now: Timestamp) -> Result<HashMap<OrderId, Vec<OrderBooking>>> {
    let read = db.read();
    let sql = each!(
        read,
        concat!(select!(), " IN (SELECT CAST(value->>0 AS BIGINT) FROM "),
        ") ORDER BY l.order_id, l.position"
    );
    let rows: Vec<Row> = on!(db.read(), at => sqlx::query_as(sql).bind(keys).fetch_all(at).await)?;
    let mut found: HashMap<OrderId, Vec<OrderBooking>> = HashMap::new();
    for row in rows {
        found.entry(row.order_id).or_default().push(row.shown(now));
    }
    Ok(found)
}

/// Returns true if the order pays a booking of the offering that took place.
pub(super) async fn took_place(tx: &mut Tx, id: OrderId, offering: OfferingId, now: Timestamp) -> Result<bool> {
    let sql = concat!(select!(), " = $1");
    let rows: Vec<Row> = on!(tx.at(), at => sqlx::query_as(sql).bind(id).fetch_all(at).await)?;
    Ok(rows.iter().any(|row| row.offering_id == Some(offering) && row.took_place(now)))
}

/// Returns true if a cancellation of the order by `actor` ends one of its bookings. A visit that took place is not cancelled
/// any more: an order that holds nothing else ends with it.
pub(super) async fn any_may_end(tx: &mut Tx, id: OrderId, actor: Actor, now: Timestamp) -> Result<bool> {
    let sql = concat!(select!(), " = $1");
    let rows: Vec<Row> = on!(tx.at(), at => sqlx::query_as(sql).bind(id).fetch_all(at).await)?;
    Ok(rows.iter().any(|row| may_end(row.state, row.starts_at, actor, now)))
}

/// Returns the amount that goes back if the customer cancels the order now. Minor units.
pub(super) async fn refund_now(tx: &mut Tx, id: OrderId, now: Timestamp) -> Result<i64> {
    let (left,): (i64,) = on!(tx.at(), at => sqlx::query_as("SELECT total - refunded FROM customer_order WHERE id = $1")
        .bind(id).fetch_one(at).await)?;
    let sql = concat!(select!(), " = $1");
    let rows: Vec<Row> = on!(tx.at(), at => sqlx::query_as(sql).bind(id).fetch_all(at).await)?;
    Ok((left - rows.iter().map(|row| row.kept_now(now)).sum::<i64>()).max(0))
}

/// Accepts an order that holds nothing but bookings, none of which waits for the company: there is nothing to prepare.
pub(super) async fn accept_booked(tx: &mut Tx, id: OrderId, now: Timestamp) -> Result<()> {
    let accepted = on!(tx.at(), at => sqlx::query(
        "UPDATE customer_order SET state = 'accepted', changed_at = CASE WHEN changed_at < $2 THEN $2 ELSE changed_at + 1 END
         WHERE id = $1 AND state = 'new' AND NOT EXISTS (SELECT 1 FROM order_line l WHERE l.order_id = $1)
            AND EXISTS (SELECT 1 FROM booking b WHERE b.order_id = $1 AND b.state IN ('confirmed', 'checked_in'))
            AND NOT EXISTS (SELECT 1 FROM booking b WHERE b.order_id = $1 AND b.state IN ('held', 'awaiting_company'))")
        .bind(id).bind(now).execute(at).await.map(|done| done.rows_affected()))?;
    if accepted > 0 {
        let step = Step { to: OrderState::Accepted, actor: Actor::System, actor_id: None, note: "" };
        record(tx, id, step, now).await?;
    }
    Ok(())
}

/// Accepts the orders of bookings that the company has confirmed.
pub async fn accept_confirmed(db: &Db, now: Timestamp) -> Result<Outcome> {
    let due: Vec<(OrderId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT o.id FROM customer_order o
         WHERE o.state = 'new' AND NOT EXISTS (SELECT 1 FROM order_line l WHERE l.order_id = o.id)
            AND EXISTS (SELECT 1 FROM booking b WHERE b.order_id = o.id AND b.state IN ('confirmed', 'checked_in'))
            AND NOT EXISTS (SELECT 1 FROM booking b WHERE b.order_id = o.id AND b.state IN ('held', 'awaiting_company'))
         ORDER BY o.id LIMIT $1").bind(BATCH).fetch_all(at).await)?;
    let mut ids = Vec::new();
    for (id,) in due {
        let (mut tx, order) = lock_any(db, id).await?;
        accept_booked(&mut tx, order.id, now).await?;
        tx.commit().await?;
        ids.push(id);
    }
    Ok(Outcome { orders: view::many(db, &ids, now).await?, changes: Vec::new() })
}

/// Ends the placed orders whose bookings have all ended, and that hold nothing else: fulfilled if one took place or was paid,
/// else cancelled. The company has nothing to do for them.
///
/// Guests who do not come pay nothing at the company: an order on site waits until the company may not say so any more.
pub async fn finish_ended(db: &Db, now: Timestamp) -> Result<Outcome> {
    let due: Vec<(OrderId, i64)> = on!(db.read(), at => sqlx::query_as(
        "SELECT o.id, COUNT(CASE WHEN b.state IN ('confirmed', 'checked_in', 'completed')
            OR b.state = 'no_show' AND p.provider <> 'on_site' THEN 1 END)
         FROM customer_order o JOIN payment p ON p.id = o.payment_id JOIN order_booking l ON l.order_id = o.id
            LEFT JOIN booking b ON b.id = l.booking_id AND b.order_id = o.id
         WHERE o.state IN ('new', 'accepted') AND NOT EXISTS (SELECT 1 FROM order_line g WHERE g.order_id = o.id)
         GROUP BY o.id
         HAVING COUNT(CASE WHEN b.state IN ('held', 'awaiting_company')
            OR b.state IN ('confirmed', 'checked_in') AND b.ends_at > $1
            OR b.state IN ('confirmed', 'no_show') AND b.ends_at > $3 AND p.provider = 'on_site' THEN 1 END) = 0
         ORDER BY o.id LIMIT $2").bind(now).bind(BATCH).bind(now.plus(-GRACE)).fetch_all(at).await)?;
    let mut outcome = Outcome::default();
    for (id, took_place) in due {
        let (mut tx, order) = lock_any(db, id).await?;
        let to = if took_place > 0 { OrderState::Fulfilled } else { OrderState::Cancelled };
        if !order.state.may_become(to, Actor::System) {
            continue;
        }
        let step = Step { to, actor: Actor::System, actor_id: None, note: "" };
        let changes = order.step(&mut tx, step, now).await?;
        if to == OrderState::Fulfilled {
            collect(&mut tx, &order, now).await?;
        } else {
            order.refund(&mut tx, now).await?;
        }
        tx.commit().await?;
        outcome.orders.extend(view::many(db, &[id], now).await?);
        outcome.changes.push((order.company_id, changes));
    }
    Ok(outcome)
}
