//! Orders of a company as a CSV file, a row for each order, page by page.

use super::{
    Order, Result,
    list::{self, OrderFilter, Window},
};
use crate::{
    Db,
    types::{
        csv::{BYTE_ORDER_MARK, escape, line},
        currency::Currency,
        ids::{CompanyId, OrderId},
        timestamp::Timestamp,
    },
};

/// Orders of a page.
const PAGE: i64 = 200;

const HEAD: [&str; 21] = [
    "order",
    "date",
    "time",
    "state",
    "customer",
    "phone",
    "email",
    "fulfilment",
    "items",
    "subtotal",
    "discount",
    "delivery_fee",
    "tip",
    "vat",
    "total",
    "refunded",
    "currency",
    "payment",
    "payment_state",
    "promo_code",
    "note",
];

/// Export in progress.
pub struct Export {
    db: Db,
    company: CompanyId,
    filter: OrderFilter,
    /// Last order. The outer `None`: the file is complete.
    before: Option<Option<(Timestamp, OrderId)>>,
}

impl Export {
    /// Prepares the export of the orders that the filter selects, the newest first.
    pub fn of(db: &Db, company: CompanyId, filter: OrderFilter) -> Self {
        Self { db: db.clone(), company, filter, before: Some(None) }
    }

    /// Returns the next part of the file. `None` at its end.
    pub async fn next(&mut self, now: Timestamp) -> Result<Option<Vec<u8>>> {
        let Some(before) = self.before else { return Ok(None) };
        let filter = OrderFilter { before, ..self.filter.clone() };
        let orders = list::page(&self.db, self.company, &filter, Window { limit: PAGE, offset: 0 }, now).await?;
        let mut text = String::new();
        if before.is_none() {
            text = format!("{BYTE_ORDER_MARK}{}", line(&HEAD.map(str::to_owned)));
        }
        text.extend(orders.iter().map(row));
        let is_last = i64::try_from(orders.len()).unwrap_or(0) < PAGE;
        self.before = orders.last().filter(|_| !is_last).map(|last| Some((last.created_at, last.id)));
        Ok(Some(text.into_bytes()))
    }
}

fn row(order: &Order) -> String {
    let currency: Option<Currency> = order.currency.parse().ok();
    let money = |amount: i64| currency.map_or_else(|| amount.to_string(), |it| it.plain(amount));
    let zone = &order.company.time_zone;
    let goods = order.lines.iter().map(|line| {
        let variant = if line.variant_name.is_empty() { String::new() } else { format!(", {}", line.variant_name) };
        format!("{} × {}{variant}", line.quantity, line.name)
    });
    let items: Vec<_> = order.bookings.iter().map(|booking| booking.name.clone()).chain(goods).collect();
    line(&[
        order.code.clone(),
        zone.date_at(order.created_at).to_string(),
        zone.minute_at(order.created_at).to_string(),
        order.state.key().to_owned(),
        escape(&order.customer_name),
        escape(&order.contact_number),
        escape(&order.email),
        key(&order.fulfilment),
        escape(&items.join("; ")),
        money(order.subtotal),
        money(order.discount),
        money(order.delivery_fee),
        money(order.tip),
        money(order.vat),
        money(order.total),
        money(order.refunded),
        order.currency.clone(),
        key(&order.payment.provider),
        key(&order.payment.state),
        escape(order.promo_code.as_deref().unwrap_or_default()),
        escape(&order.note),
    ])
}

/// Returns the key of a value as in JSON.
fn key(value: &impl serde::Serialize) -> String {
    let json = serde_json::to_value(value).ok();
    json.and_then(|json| json.as_str().map(str::to_owned)).unwrap_or_default()
}
