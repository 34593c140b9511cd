//! Sales of a company: figures of each day and customers, kept in the transactions that change orders and bookings.
//!
//! A test proves that the rows equal the sum of the orders and of the bookings that no order pays.

pub mod customer;
pub mod customer_file;
pub mod day;

use crate::{
    Result,
    db::Tx,
    on,
    reel::sale,
    types::{
        ids::{BookingId, CompanyId, OrderId, UserId},
        local_time::TimeZone,
        timestamp::{Date, Timestamp},
    },
};

/// Change of an order as the figures count it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Delta {
    /// Placed and not cancelled.
    pub orders: i64,
    pub fulfilled: i64,
    pub cancelled: i64,
    /// Minor units.
    pub income: i64,
}

impl Delta {
    pub fn placed(total: i64) -> Self {
        Self { orders: 1, income: total, ..Self::default() }
    }

    pub fn cancelled(left: i64) -> Self {
        Self { orders: -1, cancelled: 1, income: -left, ..Self::default() }
    }

    /// A part of a fulfilled order was paid back.
    pub fn refunded(amount: i64) -> Self {
        Self { income: -amount, ..Self::default() }
    }

    pub fn fulfilled() -> Self {
        Self { fulfilled: 1, ..Self::default() }
    }
}

/// Change of a booking as the figures count it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BookingDelta {
    /// Sold and not cancelled.
    pub bookings: i64,
    /// Those of them that cost something and that no order pays.
    pub own_tickets: i64,
    /// Minor units.
    pub income: i64,
}

impl BookingDelta {
    /// A booking that an order pays was sold. The income counts with the order.
    pub fn sold_in_order() -> Self {
        Self { bookings: 1, ..Self::default() }
    }

    /// A booking that no order pays was sold.
    pub fn sold(total: i64) -> Self {
        Self { bookings: 1, own_tickets: i64::from(total > 0), income: total }
    }

    /// A booking that no order pays was moved to another price.
    pub fn repriced(from: i64, to: i64) -> Self {
        Self { bookings: 0, own_tickets: i64::from(to > 0) - i64::from(from > 0), income: to - from }
    }

    #[must_use]
    pub fn reversed(self) -> Self {
        Self { bookings: -self.bookings, own_tickets: -self.own_tickets, income: -self.income }
    }
}

/// Order or booking that the figures count.
#[derive(sqlx::FromRow)]
struct Sale {
    company_id: CompanyId,
    time_zone: TimeZone,
    created_at: Timestamp,
    /// Local day that counts it. A later change of the company's zone does not move it.
    placed_on: Option<Date>,
    /// None: a walk-in, or the account was deleted.
    customer_id: Option<UserId>,
    customer_name: String,
    email: String,
    /// Not a booking that an order pays.
    is_own: bool,
    /// A reel caused it, or a part of it.
    is_of_reel: bool,
}

/// Change of what a customer bought.
struct Purchases {
    orders: i64,
    bookings: i64,
    own_bookings: i64,
    /// Minor units.
    spent: i64,
}

/// Counts a change of an order on the day of the order. Its company is locked.
pub(crate) async fn record(tx: &mut Tx, order: OrderId, delta: Delta) -> Result<()> {
    let sale: Sale = on!(tx.at(), at => sqlx::query_as(
        "SELECT o.company_id, c.time_zone, o.created_at, o.placed_on, o.customer_name, o.email,
            (SELECT a.id FROM account a WHERE a.id = o.customer_id AND a.deleted_at IS NULL) AS customer_id,
            TRUE AS is_own,
            EXISTS (SELECT 1 FROM reel_sale s WHERE s.order_id = o.id)
                OR EXISTS (SELECT 1 FROM booking b JOIN reel_sale s ON s.booking_id = b.id WHERE b.order_id = o.id)
                AS is_of_reel
         FROM customer_order o JOIN company c ON c.id = o.company_id WHERE o.id = $1")
        .bind(order).fetch_one(at).await)?;
    let day = sale.placed_on.clone().unwrap_or_else(|| sale.time_zone.date_at(sale.created_at));
    on!(tx.at(), at => sqlx::query("UPDATE customer_order SET placed_on = $2 WHERE id = $1 AND placed_on IS NULL")
        .bind(order).bind(&day).execute(at).await.map(drop))?;
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO company_day (company_id, day, orders, fulfilled, cancelled, income) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (company_id, day) DO UPDATE SET orders = company_day.orders + excluded.orders,
            fulfilled = company_day.fulfilled + excluded.fulfilled, cancelled = company_day.cancelled + excluded.cancelled,
            income = company_day.income + excluded.income")
        .bind(sale.company_id).bind(&day).bind(delta.orders).bind(delta.fulfilled).bind(delta.cancelled)
        .bind(delta.income).execute(at).await.map(drop))?;
    if sale.is_of_reel {
        sale::count_order(tx, order).await?;
    }
    if delta.orders == 0 && delta.income == 0 {
        return Ok(());
    }
    count_purchases(tx, &sale, Purchases { orders: delta.orders, bookings: 0, own_bookings: 0, spent: delta.income })
        .await
}

/// Counts a change of a booking on the day of its sale. Its company is locked.
pub(crate) async fn record_booking(tx: &mut Tx, id: BookingId, delta: BookingDelta, now: Timestamp) -> Result<()> {
    let sale: Sale = on!(tx.at(), at => sqlx::query_as(
        "SELECT b.company_id, c.time_zone, b.created_at, b.placed_on, b.customer_name, b.email,
            (SELECT a.id FROM account a WHERE a.id = b.customer_id AND a.deleted_at IS NULL) AS customer_id,
            b.order_id IS NULL AS is_own, EXISTS (SELECT 1 FROM reel_sale s WHERE s.booking_id = b.id) AS is_of_reel
         FROM booking b JOIN company c ON c.id = b.company_id WHERE b.id = $1").bind(id).fetch_one(at).await)?;
    // It was sold before figures counted bookings.
    if sale.placed_on.is_none() && delta.bookings <= 0 {
        return Ok(());
    }
    let day = sale.placed_on.clone().unwrap_or_else(|| sale.time_zone.date_at(now));
    on!(tx.at(), at => sqlx::query("UPDATE booking SET placed_on = $2 WHERE id = $1 AND placed_on IS NULL")
        .bind(id).bind(&day).execute(at).await.map(drop))?;
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO company_day (company_id, day, orders, fulfilled, cancelled, bookings, own_tickets, income)
         VALUES ($1, $2, 0, 0, 0, $3, $4, $5)
         ON CONFLICT (company_id, day) DO UPDATE SET bookings = company_day.bookings + excluded.bookings,
            own_tickets = company_day.own_tickets + excluded.own_tickets, income = company_day.income + excluded.income")
        .bind(sale.company_id).bind(&day).bind(delta.bookings).bind(delta.own_tickets).bind(delta.income)
        .execute(at).await.map(drop))?;
    if sale.is_of_reel {
        sale::count_booking(tx, id).await?;
    }
    let own_bookings = if sale.is_own { delta.bookings } else { 0 };
    count_purchases(tx, &sale, Purchases { orders: 0, bookings: delta.bookings, own_bookings, spent: delta.income })
        .await
}

/// Adds to what a customer bought. Name and e-mail are those of the latest sale.
async fn count_purchases(tx: &mut Tx, sale: &Sale, change: Purchases) -> Result<()> {
    let Some(customer) = sale.customer_id else { return Ok(()) };
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO company_customer (company_id, account_id, name, email, orders, bookings, own_bookings, spent,
            first_at, last_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
         ON CONFLICT (company_id, account_id) DO UPDATE SET orders = company_customer.orders + excluded.orders,
            bookings = company_customer.bookings + excluded.bookings,
            own_bookings = company_customer.own_bookings + excluded.own_bookings,
            spent = company_customer.spent + excluded.spent,
            name = CASE WHEN excluded.last_at >= company_customer.last_at THEN excluded.name ELSE company_customer.name END,
            email = CASE WHEN excluded.last_at >= company_customer.last_at THEN excluded.email ELSE company_customer.email END,
            last_at = CASE WHEN excluded.last_at >= company_customer.last_at THEN excluded.last_at
                ELSE company_customer.last_at END")
        .bind(sale.company_id).bind(customer).bind(&sale.customer_name).bind(&sale.email).bind(change.orders)
        .bind(change.bookings).bind(change.own_bookings).bind(change.spent).bind(sale.created_at)
        .execute(at).await.map(drop))?;
    Ok(())
}
