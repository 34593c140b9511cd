//! Refund of a part of an order by its company: an amount, or units of its lines.
//!
//! An amount is shared by goods, delivery and tip on one side and each booking on the other. Units are paid back as a
//! return pays them, and cannot be returned any more.

use std::collections::HashMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    OrderState, Outcome, Refusal, Result,
    payable::is_paid,
    progress::finish,
    returns::{
        request::{ReturnedUnits, parts, units_of},
        view::ReturnLine,
    },
    transition::{Current, Scope, lock},
};
use crate::{
    Db,
    db::Tx,
    each,
    invoice::{self, CreditParts},
    on,
    payment::{self, PaymentState},
    sales::{self, Delta},
    types::{
        currency::distribute,
        ids::{BookingId, CompanyId, OrderId, UserId},
        request_key::{self, request_hash},
        timestamp::Timestamp,
    },
};

/// Part of an order to pay back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefundedPart {
    /// Minor units.
    Amount(i64),
    Units(Vec<ReturnedUnits>),
}

/// Refund that a member of a company makes. The reason is validated.
#[derive(Clone, Debug)]
pub struct NewRefund {
    pub order: OrderId,
    pub part: RefundedPart,
    /// The customer reads it.
    pub reason: String,
    /// Part of the total that was not paid back yet, as the member has seen it. Another amount is refused.
    pub expected_left: i64,
    /// Idempotency key of the company's client.
    pub client_id: Option<String>,
}

/// Refund as both sides see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OrderRefund {
    pub at: Timestamp,
    /// Minor units.
    pub amount: i64,
    pub reason: String,
    /// Units that it pays back. Empty: an amount.
    pub lines: Vec<ReturnLine>,
}

/// Pays a part of an order back, with a credit note. A repeat with the same key has no effect, another request with it is
/// refused.
pub async fn refund(
    db: &Db,
    (company, member): (CompanyId, UserId),
    new: &NewRefund,
    now: Timestamp,
) -> Result<Outcome> {
    let (mut tx, order) = lock(db, new.order, Scope::Company(company)).await?;
    let known: Option<(i64, Option<String>)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT position, request_hash FROM order_refund WHERE order_id = $1 AND client_id = $2")
        .bind(new.order).bind(&new.client_id).fetch_optional(at).await)?;
    // Without `expected_left`: the refund itself has changed it if its answer was lost.
    let hash = request_hash(&(&new.part, &new.reason));
    if request_key::repeated(known, &hash)?.is_some() {
        return finish(db, tx, &order, Vec::new(), now).await;
    }
    let most = refundable(&mut tx, &order).await?;
    let left = order.total - order.refunded;
    if new.expected_left != left {
        return Err(Refusal::LeftChanged(left).into());
    }
    let share = match &new.part {
        RefundedPart::Amount(amount) => of_amount(&mut tx, &order, *amount).await?,
        RefundedPart::Units(units) => of_units(&mut tx, &order, units).await?,
    };
    if !(1..=most).contains(&share.amount) {
        return Err(Refusal::RefundAbove(most).into());
    }
    let key = new.client_id.as_deref().map(|key| (key, hash.as_str()));
    let origin = Origin { member: Some(member), reason: &new.reason, key };
    record(&mut tx, &order, origin, &share, now).await?;
    payment::refund(&mut tx, order.payment_id, share.amount, now).await?;
    settle(&mut tx, &order, &share, now).await?;
    finish(db, tx, &order, Vec::new(), now).await
}

/// Returns the amount that can go back now. Refuses an order that is not paid, or was cancelled.
async fn refundable(tx: &mut Tx, order: &Current) -> Result<i64> {
    if order.state == OrderState::Cancelled {
        return Err(Refusal::State.into());
    }
    let paid = payment::read(tx, order.payment_id).await?;
    // All of a refunded payment went back: nothing is left, but it was paid.
    if !is_paid(paid.provider, paid.state, order.state) && paid.state != PaymentState::Refunded {
        return Err(Refusal::NotPaid.into());
    }
    Ok((order.total - order.refunded).min(paid.amount - paid.refunded))
}

/// Part of an order with the parts of its lines and bookings.
struct Share {
    amount: i64,
    /// Part of the goods at their unit prices.
    goods_value: i64,
    /// Line of the order, quantity, amount.
    lines: Vec<(i64, i64, i64)>,
    /// Position and id of the booking, amount.
    bookings: Vec<(i64, Option<BookingId>, i64)>,
}

async fn of_units(tx: &mut Tx, order: &Current, units: &[ReturnedUnits]) -> Result<Share> {
    let known = units_of(tx, order.id).await?;
    let lines = parts(&known, units).ok_or(Refusal::RefundUnits)?;
    let amount = lines.iter().map(|(.., amount)| amount).sum();
    if amount == 0 {
        return Err(Refusal::RefundUnits.into());
    }
    let prices: Vec<(i64, i64)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT position, unit_price FROM order_line WHERE order_id = $1").bind(order.id).fetch_all(at).await)?;
    let price = |line: i64| prices.iter().find(|(position, _)| *position == line).map_or(0, |(_, price)| *price);
    let goods_value = lines.iter().map(|(line, quantity, _)| price(*line) * quantity).sum();
    Ok(Share { amount, goods_value, lines, bookings: Vec::new() })
}

async fn of_amount(tx: &mut Tx, order: &Current, amount: i64) -> Result<Share> {
    let bookings: Vec<(i64, Option<BookingId>, i64, i64)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT position, booking_id, amount, refunded FROM order_booking WHERE order_id = $1 ORDER BY position")
        .bind(order.id).fetch_all(at).await)?;
    let booked_left: i64 = bookings.iter().map(|(.., amount, refunded)| amount - refunded).sum();
    let goods_left = (order.total - order.refunded - booked_left).max(0);
    let weights: Vec<i64> =
        std::iter::once(goods_left).chain(bookings.iter().map(|(.., amount, refunded)| amount - refunded)).collect();
    let shares = distribute(amount.max(0), &weights);
    let (goods, of_bookings) = shares.split_first().map_or((0, &[][..]), |(goods, rest)| (*goods, rest));
    // The last part has all that is left, so that no rounding keeps coins.
    let (_, value_left) = order.goods(tx).await?;
    let part = i128::from(value_left) * i128::from(goods) / i128::from(goods_left.max(1));
    let goods_value = i64::try_from(part).unwrap_or(0);
    let bookings = bookings.iter().zip(of_bookings).filter(|(_, share)| **share > 0);
    let bookings = bookings.map(|(&(position, id, ..), share)| (position, id, *share)).collect();
    Ok(Share { amount, goods_value, lines: Vec::new(), bookings })
}

/// Takes an amount off an order that went back without this server. The order keeps no reason and no member for it.
pub(super) async fn mirror(tx: &mut Tx, order: &Current, amount: i64, now: Timestamp) -> Result<()> {
    let share = of_amount(tx, order, amount).await?;
    record(tx, order, Origin { member: None, reason: "", key: None }, &share, now).await?;
    settle(tx, order, &share, now).await
}

/// Author and reason of a refund.
#[derive(Clone, Copy, Debug)]
struct Origin<'a> {
    member: Option<UserId>,
    reason: &'a str,
    /// Idempotency key and hash of its request.
    key: Option<(&'a str, &'a str)>,
}

async fn record(
    tx: &mut Tx,
    order: &Current,
    Origin { member, reason, key }: Origin<'_>,
    share: &Share,
    now: Timestamp,
) -> Result<()> {
    let (position,): (i64,) = on!(tx.at(), at => sqlx::query_as(
        "INSERT INTO order_refund (order_id, position, amount, goods_value, reason, actor_id, client_id, request_hash, at)
         SELECT $1, COUNT(*), $2, $3, $4, $5, $6, $7, $8 FROM order_refund WHERE order_id = $1 RETURNING position")
        .bind(order.id).bind(share.amount).bind(share.goods_value).bind(reason).bind(member).bind(key.map(|(key, _)| key))
        .bind(key.map(|(_, hash)| hash)).bind(now).fetch_one(at).await)?;
    for (line, quantity, amount) in &share.lines {
        on!(tx.at(), at => sqlx::query(
            "INSERT INTO order_refund_line (order_id, refund, position, quantity, amount) VALUES ($1, $2, $3, $4, $5)")
            .bind(order.id).bind(position).bind(line).bind(quantity).bind(amount).execute(at).await.map(drop))?;
    }
    for (position, _, amount) in &share.bookings {
        on!(tx.at(), at => sqlx::query(
            "UPDATE order_booking SET refunded = refunded + $3, given_back = given_back + $3
             WHERE order_id = $1 AND position = $2")
            .bind(order.id).bind(position).bind(amount).execute(at).await.map(drop))?;
    }
    on!(tx.at(), at => sqlx::query(
        "UPDATE customer_order SET refunded = refunded + $2,
            changed_at = CASE WHEN changed_at < $3 THEN $3 ELSE changed_at + 1 END WHERE id = $1")
        .bind(order.id).bind(share.amount).bind(now).execute(at).await.map(drop))?;
    Ok(())
}

/// Moves the coins and figures, and issues the credit note. The figures never counted an order that was not placed.
async fn settle(tx: &mut Tx, order: &Current, share: &Share, now: Timestamp) -> Result<()> {
    order.settle_coins(tx, 0, now).await?;
    if order.was_placed {
        sales::record(tx, order.id, Delta::refunded(share.amount)).await?;
    }
    let lines: Vec<_> = share.lines.iter().map(|&(line, _, amount)| (line, amount)).collect();
    let bookings: Vec<_> = share.bookings.iter().filter_map(|&(_, id, amount)| Some((id?, amount))).collect();
    let parts = CreditParts { lines: &lines, bookings: &bookings, with_extras: false };
    invoice::credit_parts(tx, order.id, &parts, share.amount, now).await?;
    Ok(())
}

/// Reads the refunds of orders, oldest first. `keys` is a JSON array of arrays of one id each.
pub(super) async fn of_orders(db: &Db, keys: &str) -> Result<HashMap<OrderId, Vec<OrderRefund>>> {
    let read = db.read();
    let sql = each!(
        read,
        "SELECT order_id, position, at, amount, reason FROM order_refund
         WHERE order_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ") ORDER BY order_id, position"
    );
    let rows: Vec<(OrderId, i64, Timestamp, i64, String)> =
        on!(db.read(), at => sqlx::query_as(sql).bind(keys).fetch_all(at).await)?;
    let sql = each!(
        read,
        "SELECT order_id, refund, position, quantity, amount FROM order_refund_line
         WHERE order_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ") ORDER BY order_id, refund, position"
    );
    let units: Vec<(OrderId, i64, i64, i64, i64)> =
        on!(db.read(), at => sqlx::query_as(sql).bind(keys).fetch_all(at).await)?;
    let mut found: HashMap<OrderId, Vec<OrderRefund>> = HashMap::new();
    for (order, position, at, amount, reason) in rows {
        let own = units.iter().filter(|(of, refund, ..)| (*of, *refund) == (order, position));
        let lines = own.map(|&(_, _, line, quantity, amount)| ReturnLine { line, quantity, amount }).collect();
        found.entry(order).or_default().push(OrderRefund { at, amount, reason, lines });
    }
    Ok(found)
}
