//! Lists of orders, for customers and companies.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Order, OrderState, Result, checkout::is_code, view};
use crate::{
    Db,
    db::conditions::Conditions,
    on,
    types::{
        ids::{CompanyId, OrderId, UserId},
        sort::Direction,
        timestamp::Timestamp,
    },
};

/// Page of a list: rows to return and rows before them.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    pub limit: i64,
    pub offset: i64,
}

/// Maximum orders that a filter counts.
pub const COUNTED_MAX: i64 = 10_000;

/// Returns the orders of a customer in these states (empty: all), of one company or all, and their number. The newest
/// first.
pub async fn of_customer(
    db: &Db,
    customer: UserId,
    states: &[OrderState],
    company: Option<CompanyId>,
    page: Window,
    now: Timestamp,
) -> Result<(Vec<Order>, i64)> {
    const CONDITION: &str = "customer_id = $1 AND ($2 = '' OR $2 LIKE '%,' || state || ',%')
        AND (state <> 'cancelled' OR cancel_reason IS NULL OR cancel_reason <> 'replaced') AND ($3 IS NULL OR company_id = $3)";
    let states = keys(states);
    let count = format!("SELECT COUNT(*) FROM customer_order WHERE {CONDITION}");
    let rows =
        format!("SELECT id FROM customer_order WHERE {CONDITION} ORDER BY created_at DESC, id DESC LIMIT $4 OFFSET $5");
    let (total,): (i64,) = on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(count))
        .bind(customer).bind(&states).bind(company).fetch_one(at).await)?;
    let ids: Vec<(OrderId,)> = on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(rows))
        .bind(customer).bind(&states).bind(company).bind(page.limit).bind(page.offset).fetch_all(at).await)?;
    let ids: Vec<_> = ids.into_iter().map(|(id,)| id).collect();
    let orders = view::many(db, &ids, now).await?.into_iter().map(Order::for_customer);
    Ok((orders.collect(), total))
}

/// Filter of a company's orders.
#[derive(Clone, Debug, Default)]
pub struct OrderFilter {
    /// Empty: all states but unpaid orders.
    pub states: Vec<OrderState>,
    pub from: Option<Timestamp>,
    pub to: Option<Timestamp>,
    /// Text in name, order number, phone or e-mail.
    pub query: String,
    pub customer: Option<UserId>,
    /// Only orders with a return that waits for the company.
    pub waiting_return: bool,
    /// Order after which the page begins, where the newest come first.
    pub before: Option<(Timestamp, OrderId)>,
    pub sort: OrderSort,
    pub direction: Direction,
}

/// Column by which a company's orders are sorted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OrderSort {
    /// Time of the order.
    #[default]
    Placed,
    Total,
}

/// Returns the orders of a company and their number, sorted as the filter says. With a filter, orders beyond [`COUNTED_MAX`] are
/// not counted. An order that was never paid is not shown.
pub async fn of_company(
    db: &Db,
    company: CompanyId,
    filter: &OrderFilter,
    page: Window,
    now: Timestamp,
) -> Result<(Vec<Order>, i64)> {
    let total = if filter.is_empty() { placed(db, company).await? } else { counted(db, company, filter).await? };
    Ok((self::page(db, company, filter, page, now).await?, total))
}

/// Returns a page of the orders of a company.
pub(super) async fn page(
    db: &Db,
    company: CompanyId,
    filter: &OrderFilter,
    page: Window,
    now: Timestamp,
) -> Result<Vec<Order>> {
    let ids: Vec<(OrderId, i64)> = filter.page(company, page).fetch(db).await?;
    view::many(db, &ids.into_iter().map(|(id, _)| id).collect::<Vec<_>>(), now).await
}

/// Returns the number of orders that were ever placed with a company, from its figures by day.
async fn placed(db: &Db, company: CompanyId) -> Result<i64> {
    let (total,): (i64,) = on!(db.read(), at => sqlx::query_as(
        "SELECT CAST(COALESCE(SUM(orders + cancelled), 0) AS BIGINT) FROM company_day WHERE company_id = $1")
        .bind(company).fetch_one(at).await)?;
    Ok(total)
}

async fn counted(db: &Db, company: CompanyId, filter: &OrderFilter) -> Result<i64> {
    let rows: Vec<(i64,)> = filter.count(company).fetch(db).await?;
    Ok(rows.first().map_or(0, |(count,)| *count))
}

impl OrderFilter {
    fn is_empty(&self) -> bool {
        let Self { states, from, to, query, customer, waiting_return, before, sort: _, direction: _ } = self;
        states.is_empty()
            && from.is_none()
            && to.is_none()
            && query.trim().is_empty()
            && customer.is_none()
            && !waiting_return
            && before.is_none()
    }

    /// Returns the query for the ids of a page.
    fn page(&self, company: CompanyId, page: Window) -> Conditions {
        let mut query = Conditions::new("", vec![company.0.into(), page.limit.into(), page.offset.into()]);
        let (select, first, order) = self.sorted();
        self.select(&mut query, select, first);
        query.push(order);
        query
    }

    /// Returns the texts that select the orders of a state, take the first of them, and sort those of all states.
    fn sorted(&self) -> (&'static str, &'static str, &'static str) {
        macro_rules! sorted {
            ($column:literal, $direction:literal) => {
                (
                    concat!("SELECT id, place FROM (SELECT o.id, o.", $column, " AS place FROM customer_order o"),
                    concat!(
                        " ORDER BY o.",
                        $column,
                        " ",
                        $direction,
                        ", o.id ",
                        $direction,
                        " LIMIT $2 + $3) AS first"
                    ),
                    concat!(" ORDER BY place ", $direction, ", id ", $direction, " LIMIT $2 OFFSET $3"),
                )
            };
        }
        match (self.sort, self.direction) {
            (OrderSort::Placed, Direction::Desc) => sorted!("created_at", "DESC"),
            (OrderSort::Placed, Direction::Asc) => sorted!("created_at", "ASC"),
            (OrderSort::Total, Direction::Desc) => sorted!("total", "DESC"),
            (OrderSort::Total, Direction::Asc) => sorted!("total", "ASC"),
        }
    }

    /// Returns the query for the number of orders.
    fn count(&self, company: CompanyId) -> Conditions {
        let mut query = Conditions::new("SELECT COUNT(*) FROM (", vec![company.0.into(), COUNTED_MAX.into()]);
        self.select(&mut query, "SELECT o.id, o.created_at FROM customer_order o", "");
        query.push(" LIMIT $2) AS counted");
        query
    }

    /// Selects the orders of each state on its own: an index has them in order of their time. Those of a customer, and those
    /// with returns, are few and selected at once.
    fn select(&self, query: &mut Conditions, before: &'static str, after: &'static str) {
        let is_shown = |state: &OrderState| self.states.is_empty() || self.states.contains(state);
        let states = OrderState::ALL.into_iter().filter(|state| *state != OrderState::PendingPayment);
        let states: Vec<_> = states.filter(is_shown).collect();
        let together = if self.customer.is_some() || self.waiting_return { states.len().max(1) } else { 1 };
        for states in states.chunks(together) {
            query.push(before);
            self.narrow(query, states);
            query.push(after).push(" UNION ALL ");
        }
        query.push("SELECT id, created_at FROM customer_order WHERE FALSE");
    }

    fn narrow(&self, query: &mut Conditions, states: &[OrderState]) {
        query.push(" WHERE o.placed_on IS NOT NULL AND o.state IN (");
        for (index, state) in states.iter().enumerate() {
            query.push(if index == 0 { "" } else { ", " }).bind("?", state.key());
        }
        query.push(")");
        match self.customer {
            // The index of the customer serves, not that of the company.
            Some(customer) => query.bind(" AND o.company_id + 0 = $1 AND o.customer_id = ?", customer.0),
            // The returns lead to their orders.
            None if self.waiting_return => query.push(" AND o.company_id + 0 = $1"),
            None => query.push(" AND o.company_id = $1"),
        };
        if self.waiting_return {
            query.push(
                " AND o.id IN (SELECT t.order_id FROM order_return t WHERE t.company_id = $1
                    AND t.state IN ('requested', 'in_transit', 'received', 'inspected'))",
            );
        }
        if let Some((at, id)) = self.before {
            query.bind(" AND (o.created_at, o.id) < (?", at.0).bind(", ?)", id.0);
        }
        if let Some(from) = self.from {
            query.bind(" AND o.created_at >= ?", from.0);
        }
        if let Some(to) = self.to {
            query.bind(" AND o.created_at < ?", to.0);
        }
        let text = self.query.trim();
        if is_code(text) {
            query.bind(" AND o.code = ?", text.to_uppercase());
        } else if !text.is_empty() {
            query.contain(&["o.customer_name", "o.code", "o.contact_number", "o.email"], text);
        }
    }
}

/// Returns the orders that a company works on, the oldest first. Of more than `limit`, the newest. Orders that hold only
/// bookings are left out: their bookings are reservations.
pub async fn board(db: &Db, company: CompanyId, limit: i64, now: Timestamp) -> Result<Vec<Order>> {
    let ids: Vec<(OrderId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT id FROM customer_order WHERE company_id = $1
            AND state IN ('new', 'accepted', 'processing', 'ready', 'en_route')
            AND EXISTS (SELECT 1 FROM order_line l WHERE l.order_id = customer_order.id) ORDER BY id DESC LIMIT $2")
        .bind(company).bind(limit).fetch_all(at).await)?;
    view::many(db, &ids.into_iter().rev().map(|(id,)| id).collect::<Vec<_>>(), now).await
}

/// States as `,a,b,`, to look one up with LIKE. Empty for none.
fn keys(states: &[OrderState]) -> String {
    let keys: Vec<_> = states.iter().map(|state| state.key()).collect();
    if keys.is_empty() { String::new() } else { format!(",{},", keys.join(",")) }
}

#[cfg(test)]
mod tests;
