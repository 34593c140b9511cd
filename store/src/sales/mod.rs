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
    types::{
        ids::{BookingId, CompanyId, OrderId},
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

/// Counts a change of an order on the day of the order. Its company is locked.
pub(crate) async fn record(tx: &mut Tx, order: OrderId, delta: Delta) -> Result<()> {
    let (company, zone, created_at, placed_on): (CompanyId, TimeZone, Timestamp, Option<Date>) = on!(tx.at(), at => sqlx::query_as(
            "SELECT o.company_id, c.time_zone, o.created_at, o.placed_on
             FROM customer_order o JOIN company c ON c.id = o.company_id WHERE o.id = $1")
            .bind(order).fetch_one(at).await)?;
    // A later change of the company's zone must not move the order to another day.
    let day = placed_on.unwrap_or_else(|| zone.date_at(created_at));
    on!(tx.at(), at => sqlx::query("UPDATE customer_order SET placed_on = $2 WHERE id = $1 AND placed_on IS NULL")
        .bind(order).bind(&day).execute(at).await.map(drop))?;
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO company_day (company_id, day, orders, fulfilled, cancelled, income) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (company_id, day) DO UPDATE SET orders = company_day.orders + excluded.orders,
            fulfilled = company_day.fulfilled + excluded.fulfilled, cancelled = company_day.cancelled + excluded.cancelled,
            income = company_day.income + excluded.income")
        .bind(company).bind(&day).bind(delta.orders).bind(delta.fulfilled).bind(delta.cancelled).bind(delta.income)
        .execute(at).await.map(drop))?;
    if delta.orders == 0 && delta.income == 0 {
        return Ok(());
    }
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO company_customer (company_id, account_id, name, email, orders, spent, first_at, last_at)
         SELECT company_id, customer_id, customer_name, email, CAST($2 AS BIGINT), CAST($3 AS BIGINT), created_at, created_at
         FROM customer_order WHERE id = $1 AND customer_id IS NOT NULL
         ON CONFLICT (company_id, account_id) DO UPDATE SET orders = company_customer.orders + excluded.orders,
            spent = company_customer.spent + excluded.spent,
            name = CASE WHEN excluded.last_at >= company_customer.last_at THEN excluded.name ELSE company_customer.name END,
            email = CASE WHEN excluded.last_at >= company_customer.last_at THEN excluded.email ELSE company_customer.email END,
            last_at = CASE WHEN excluded.last_at >= company_customer.last_at THEN excluded.last_at
                ELSE company_customer.last_at END")
        .bind(order).bind(delta.orders).bind(delta.income).execute(at).await.map(drop))?;
    Ok(())
}

/// Counts a change of a booking on the day of its sale. Its company is locked.
pub(crate) async fn record_booking(tx: &mut Tx, id: BookingId, delta: BookingDelta, now: Timestamp) -> Result<()> {
    let (company, zone, placed_on): (CompanyId, TimeZone, Option<Date>) = on!(tx.at(), at => sqlx::query_as(
        "SELECT b.company_id, c.time_zone, b.placed_on FROM booking b JOIN company c ON c.id = b.company_id WHERE b.id = $1")
        .bind(id).fetch_one(at).await)?;
    // It was sold before figures counted bookings.
    if placed_on.is_none() && delta.bookings <= 0 {
        return Ok(());
    }
    let day = placed_on.unwrap_or_else(|| zone.date_at(now));
    on!(tx.at(), at => sqlx::query("UPDATE booking SET placed_on = $2 WHERE id = $1 AND placed_on IS NULL")
        .bind(id).bind(&day).execute(at).await.map(drop))?;
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO company_day (company_id, day, orders, fulfilled, cancelled, bookings, own_tickets, income)
         VALUES ($1, $2, 0, 0, 0, $3, $4, $5)
         ON CONFLICT (company_id, day) DO UPDATE SET bookings = company_day.bookings + excluded.bookings,
            own_tickets = company_day.own_tickets + excluded.own_tickets, income = company_day.income + excluded.income")
        .bind(company).bind(&day).bind(delta.bookings).bind(delta.own_tickets).bind(delta.income)
        .execute(at).await.map(drop))?;
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO company_customer (company_id, account_id, name, email, orders, bookings, own_bookings, spent,
            first_at, last_at)
         SELECT company_id, customer_id, customer_name, email, 0, CAST($2 AS BIGINT),
            CASE WHEN order_id IS NULL THEN CAST($2 AS BIGINT) ELSE 0 END, CAST($3 AS BIGINT), created_at, created_at
         FROM booking WHERE id = $1 AND customer_id IS NOT NULL
         ON CONFLICT (company_id, account_id) DO UPDATE SET bookings = company_customer.bookings + excluded.bookings,
            own_bookings = company_customer.own_bookings + excluded.own_bookings,
            spent = company_customer.spent + excluded.spent,
            name = CASE WHEN excluded.last_at >= company_customer.last_at THEN excluded.name ELSE company_customer.name END,
            email = CASE WHEN excluded.last_at >= company_customer.last_at THEN excluded.email ELSE company_customer.email END,
            last_at = CASE WHEN excluded.last_at >= company_customer.last_at THEN excluded.last_at
                ELSE company_customer.last_at END")
        .bind(id).bind(delta.bookings).bind(delta.income).execute(at).await.map(drop))?;
    Ok(())
}
