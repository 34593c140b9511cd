//! Figures of a company by day.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    Db, Result, on,
    types::{ids::CompanyId, timestamp::Date},
};

/// Orders and bookings of a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct DayFigures {
    pub day: Date,
    /// Placed and not cancelled.
    pub orders: i64,
    pub fulfilled: i64,
    pub cancelled: i64,
    /// Bookings that were sold on the day and not cancelled, with those that an order pays.
    pub bookings: i64,
    /// Sales that have a price of their own: the orders, and the bookings that cost something and that no order pays.
    pub tickets: i64,
    /// Minor units, without what was paid back.
    pub income: i64,
}

impl DayFigures {
    pub fn empty(day: Date) -> Self {
        Self { day, orders: 0, fulfilled: 0, cancelled: 0, bookings: 0, tickets: 0, income: 0 }
    }
}

/// Returns the days from `from` to `to`, both included, that have orders or bookings.
pub async fn range(db: &Db, company: CompanyId, from: &Date, to: &Date) -> Result<Vec<DayFigures>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT day, orders, fulfilled, cancelled, bookings, orders + own_tickets AS tickets, income FROM company_day
         WHERE company_id = $1 AND day >= $2 AND day <= $3 ORDER BY day")
        .bind(company).bind(from).bind(to).fetch_all(at).await)?)
}
