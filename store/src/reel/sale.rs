//! Sales that a reel led to, and their income.
//!
//! A booking, or a line of an order, belongs to the reel from which its customer opened the offering last, at most
//! [`ATTRIBUTED_FOR`] before it was made. The reel is chosen when the booking is held or the order is placed, and stays.
//! Sale and counters change in the transaction that sells, cancels or pays back, and are computed from its rows. A part
//! that was paid back counts for the lines that it names; the rest of it counts for all goods in proportion.

use std::collections::BTreeMap;

use super::reaction::{self, Counter};
use crate::{
    Result,
    db::Tx,
    on,
    types::{
        ids::{BookingId, OrderId, ReelId, UserId},
        timestamp::Timestamp,
    },
};

/// Time after an opening in which a sale counts for the reel.
pub const ATTRIBUTED_FOR: i64 = 7 * Timestamp::DAY;

/// Chooses the reel of a new booking of a customer.
pub(crate) async fn attribute_booking(tx: &mut Tx, id: BookingId, customer: UserId, now: Timestamp) -> Result<()> {
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO reel_sale (reel_id, booking_id)
         SELECT o.reel_id, b.id FROM booking b JOIN reel_open o ON o.account_id = $2 AND o.offering_id = b.offering_id
         WHERE b.id = $1 AND o.at >= $3 ORDER BY o.at DESC, o.reel_id DESC LIMIT 1")
        .bind(id).bind(customer).bind(now.plus(-ATTRIBUTED_FOR)).execute(at).await.map(drop))
    .map_err(Into::into)
}

/// Chooses the reels of the lines of a new order of a customer.
pub(crate) async fn attribute_order(tx: &mut Tx, id: OrderId, customer: UserId, now: Timestamp) -> Result<()> {
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO reel_sale (reel_id, order_id, position)
         SELECT o.reel_id, l.order_id, l.position
         FROM order_line l JOIN reel_open o ON o.account_id = $2 AND o.offering_id = l.offering_id AND o.at >= $3
         WHERE l.order_id = $1 AND NOT EXISTS (SELECT 1 FROM reel_open n
            WHERE n.account_id = $2 AND n.offering_id = l.offering_id
                AND (n.at > o.at OR n.at = o.at AND n.reel_id > o.reel_id))")
        .bind(id).bind(customer).bind(now.plus(-ATTRIBUTED_FOR)).execute(at).await.map(drop))
    .map_err(Into::into)
}

/// Sale of a reel as it is counted, and the row that it counts.
#[derive(Clone, Debug, sqlx::FromRow)]
struct Sale {
    reel_id: ReelId,
    booking_id: Option<BookingId>,
    order_id: Option<OrderId>,
    position: Option<i64>,
    was_counted: bool,
    old_income: i64,
    /// Sold and not cancelled.
    is_counted: bool,
    /// Paid for it.
    amount: i64,
}

/// Sales that are bookings. One that an order pays costs what is left there.
macro_rules! booking_sales {
    () => {
        "SELECT s.reel_id, s.booking_id, s.order_id, s.position, s.counted AS was_counted, s.income AS old_income,
            b.placed_on IS NOT NULL AND b.state IN ('awaiting_company', 'confirmed', 'checked_in', 'completed', 'no_show')
                AS is_counted,
            COALESCE(l.amount - l.refunded, CASE WHEN b.state = 'no_show' THEN 0 ELSE b.total END) AS amount
         FROM reel_sale s JOIN booking b ON b.id = s.booking_id
            LEFT JOIN order_booking l ON l.order_id = b.order_id AND l.booking_id = b.id"
    };
}

/// Counts a booking anew after a change of its row.
pub(crate) async fn count_booking(tx: &mut Tx, id: BookingId) -> Result<()> {
    let sales: Vec<Sale> = on!(tx.at(), at => sqlx::query_as(
        concat!(booking_sales!(), " WHERE s.booking_id = $1")).bind(id).fetch_all(at).await)?;
    count(tx, sales).await
}

/// Counts the lines and bookings of an order anew after a change of their rows.
pub(crate) async fn count_order(tx: &mut Tx, id: OrderId) -> Result<()> {
    let mut sales: Vec<Sale> = on!(tx.at(), at => sqlx::query_as(
        "SELECT s.reel_id, s.booking_id, s.order_id, s.position, s.counted AS was_counted, s.income AS old_income,
            o.placed_on IS NOT NULL AND o.state <> 'cancelled' AS is_counted, l.amount
         FROM reel_sale s JOIN customer_order o ON o.id = s.order_id
            JOIN order_line l ON l.order_id = s.order_id AND l.position = s.position
         WHERE s.order_id = $1").bind(id).fetch_all(at).await)?;
    if !sales.is_empty() {
        let left = left_of_lines(tx, id).await?;
        for sale in &mut sales {
            sale.amount = sale.position.and_then(|position| left.get(&position).copied()).unwrap_or(0);
        }
    }
    let bookings: Vec<Sale> = on!(tx.at(), at => sqlx::query_as(
        concat!(booking_sales!(), " WHERE b.order_id = $1")).bind(id).fetch_all(at).await)?;
    sales.extend(bookings);
    count(tx, sales).await
}

/// Goods of an order, with what was paid back of the order.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
struct Goods {
    /// Without bookings.
    total: i64,
    refunded: i64,
}

/// Line of an order: position, amount, and the part that refunds and returns name.
type Line = (i64, i64, i64);

async fn left_of_lines(tx: &mut Tx, id: OrderId) -> Result<BTreeMap<i64, i64>> {
    let goods: Goods = on!(tx.at(), at => sqlx::query_as(
        "SELECT o.total - CAST(COALESCE(SUM(l.amount), 0) AS BIGINT) AS total,
            o.refunded - CAST(COALESCE(SUM(l.refunded), 0) AS BIGINT) AS refunded
         FROM customer_order o LEFT JOIN order_booking l ON l.order_id = o.id WHERE o.id = $1
         GROUP BY o.id, o.total, o.refunded").bind(id).fetch_one(at).await)?;
    let lines: Vec<Line> = on!(tx.at(), at => sqlx::query_as(
        "SELECT l.position, l.amount, CAST(
            COALESCE((SELECT SUM(f.amount) FROM order_refund_line f
                WHERE f.order_id = l.order_id AND f.position = l.position), 0)
            + COALESCE((SELECT SUM(u.amount) FROM order_return t JOIN order_return_line u ON u.return_id = t.id
                WHERE t.order_id = l.order_id AND u.position = l.position AND t.refunded > 0), 0) AS BIGINT)
         FROM order_line l WHERE l.order_id = $1 ORDER BY l.position").bind(id).fetch_all(at).await)?;
    Ok(left(&lines, goods))
}

/// Returns what is left of each line. What was paid back without naming a line is taken from all goods in proportion.
fn left(lines: &[Line], goods: Goods) -> BTreeMap<i64, i64> {
    let named: i64 = lines.iter().map(|(.., named)| named).sum();
    let unnamed = (goods.refunded - named).max(0);
    let whole = (goods.total - named).max(1);
    let left_of = |&(position, amount, named): &Line| {
        let left = (amount - named).max(0);
        let share = i128::from(left) * i128::from(unnamed) / i128::from(whole);
        (position, (left - i64::try_from(share).unwrap_or(left)).max(0))
    };
    lines.iter().map(left_of).collect()
}

/// Writes the sales as they are now, and changes the counters of their reels, in order of the reels.
async fn count(tx: &mut Tx, sales: Vec<Sale>) -> Result<()> {
    let mut changes: BTreeMap<ReelId, Counter> = BTreeMap::new();
    for reel in sales.iter().map(|sale| sale.reel_id) {
        let lines = || sales.iter().filter(|sale| sale.reel_id == reel && sale.order_id.is_some());
        let orders = i64::from(lines().any(|line| line.is_counted)) - i64::from(lines().any(|line| line.was_counted));
        changes.insert(reel, Counter { orders, ..Counter::default() });
    }
    for sale in sales {
        let income = if sale.is_counted { sale.amount } else { 0 };
        if sale.is_counted == sale.was_counted && income == sale.old_income {
            continue;
        }
        on!(tx.at(), at => sqlx::query(
            "UPDATE reel_sale SET counted = $4, income = $5
             WHERE booking_id = $1 OR order_id = $2 AND position = $3")
            .bind(sale.booking_id).bind(sale.order_id).bind(sale.position).bind(sale.is_counted).bind(income)
            .execute(at).await.map(drop))?;
        let change = changes.entry(sale.reel_id).or_default();
        change.income += income - sale.old_income;
        if sale.booking_id.is_some() {
            change.bookings += i64::from(sale.is_counted) - i64::from(sale.was_counted);
        }
    }
    for (reel, change) in changes {
        if [change.bookings, change.orders, change.income].iter().any(|moved| *moved != 0) {
            reaction::count(tx, reel, change).await?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refund_counts_for_named_lines_then_for_all_goods() {
        let lines = [(0, 1_000, 0), (1, 500, 0)];
        let left_after = |lines: &[Line], refunded| -> Vec<i64> {
            left(lines, Goods { total: 2_000, refunded }).into_values().collect()
        };
        assert_eq!(left_after(&lines, 0), [1_000, 500]);
        assert_eq!(left_after(&lines, 200), [900, 450], "a tenth of the goods with their delivery");
        assert_eq!(left_after(&[(0, 1_000, 0), (1, 500, 500)], 500), [1_000, 0]);
        assert_eq!(left_after(&[(0, 1_000, 0), (1, 500, 500)], 1_250), [500, 0]);
        assert_eq!(left_after(&lines, 2_000), [0, 0]);
        // Less went back than the returned units cost.
        assert_eq!(left_after(&[(0, 1_000, 1_000), (1, 500, 0)], 600), [0, 500]);
    }
}
