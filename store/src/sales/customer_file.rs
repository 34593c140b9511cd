//! Customers of a company as a CSV file, page by page.

use super::customer::{self, Customer, CustomerCursor, CustomerSort};
use crate::{
    Db, Result, on,
    types::{
        csv::{BYTE_ORDER_MARK, escape, line},
        currency::Currency,
        ids::CompanyId,
        local_time::TimeZone,
        sort::Direction,
        timestamp::Timestamp,
    },
};

/// Customers of a page.
const PAGE: i64 = 500;

/// Export in progress.
pub struct Export {
    db: Db,
    company: CompanyId,
    zone: TimeZone,
    currency: String,
    query: String,
    /// Last customer. The outer `None`: the file is complete.
    after: Option<Option<CustomerCursor>>,
}

impl Export {
    /// Prepares the export of the customers with this text in name or e-mail.
    pub async fn of(db: &Db, company: CompanyId, query: &str) -> Result<Self> {
        let (zone, currency): (TimeZone, String) = on!(db.read(), at => sqlx::query_as(
            "SELECT time_zone, currency FROM company WHERE id = $1").bind(company).fetch_one(at).await)?;
        Ok(Self { db: db.clone(), company, zone, currency, query: query.to_owned(), after: Some(None) })
    }

    /// Returns the next part of the file. `None` at its end.
    pub async fn next(&mut self, now: Timestamp) -> Result<Option<Vec<u8>>> {
        let Some(after) = &self.after else { return Ok(None) };
        let order = (CustomerSort::Last, Direction::default());
        let customers = customer::list(&self.db, self.company, &self.query, order, after.as_ref(), PAGE, now).await?;
        let mut text = String::new();
        if after.is_none() {
            let head =
                ["name", "email", "status", "orders", "bookings", "spent", "currency", "first_order", "last_order"];
            text = format!("{BYTE_ORDER_MARK}{}", line(&head.map(str::to_owned)));
        }
        for customer in &customers {
            text += &self.line(customer);
        }
        let is_last = i64::try_from(customers.len()).unwrap_or(0) < PAGE;
        let last = customers.last().filter(|_| !is_last);
        self.after = last.map(|last| Some(CustomerCursor::of(last, CustomerSort::Last)));
        Ok(Some(text.into_bytes()))
    }

    fn line(&self, customer: &Customer) -> String {
        let currency: Option<Currency> = self.currency.parse().ok();
        let spent = currency.map_or_else(|| customer.spent.to_string(), |it| it.plain(customer.spent));
        line(&[
            escape(&customer.name),
            escape(&customer.email),
            customer.status.key().to_owned(),
            customer.orders.to_string(),
            customer.bookings.to_string(),
            spent,
            self.currency.clone(),
            self.zone.date_at(customer.first_at).to_string(),
            self.zone.date_at(customer.last_at).to_string(),
        ])
    }
}
