//! Lists of orders, for customers and companies.

use super::{Order, OrderState, Result, view};
use crate::{
    Db, on,
    types::{
        ids::{CompanyId, OrderId, UserId},
        timestamp::Timestamp,
    },
};

/// Page of a list: rows to return and rows before them.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    pub limit: i64,
    pub offset: i64,
}

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
        AND (state <> 'cancelled' OR cancel_reason IS NULL OR cancel_reason <> 'replaced') AND ($3 = 0 OR company_id = $3)";
    let states = keys(states);
    let count = format!("SELECT COUNT(*) FROM customer_order WHERE {CONDITION}");
    let rows =
        format!("SELECT id FROM customer_order WHERE {CONDITION} ORDER BY created_at DESC, id DESC LIMIT $4 OFFSET $5");
    let company = company.unwrap_or(CompanyId(0));
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
}

/// Returns the orders of a company and their number, the newest first.
pub async fn of_company(
    db: &Db,
    company: CompanyId,
    filter: &OrderFilter,
    page: Window,
    now: Timestamp,
) -> Result<(Vec<Order>, i64)> {
    // An order that was never paid is not shown.
    const CONDITION: &str = "company_id = $1 AND state <> 'pending_payment'
        AND ($2 = '' OR $2 LIKE '%,' || state || ',%') AND created_at >= $3 AND created_at < $4
        AND (state <> 'cancelled' OR EXISTS (SELECT 1 FROM order_change h WHERE h.order_id = customer_order.id AND h.state = 'new'))
        AND ($5 = '' OR lower(customer_name) LIKE $5 OR lower(code) LIKE $5 OR contact_number LIKE $5 OR lower(email) LIKE $5)
        AND ($6 = 0 OR customer_id = $6)";
    let customer = filter.customer.unwrap_or(UserId(0));
    let states = keys(&filter.states);
    let (from, to) = (filter.from.unwrap_or(Timestamp(i64::MIN)), filter.to.unwrap_or(Timestamp(i64::MAX)));
    let query = filter.query.trim().to_lowercase().replace(['%', '_'], "");
    let query = if query.is_empty() { query } else { format!("%{query}%") };
    let count = format!("SELECT COUNT(*) FROM customer_order WHERE {CONDITION}");
    let rows =
        format!("SELECT id FROM customer_order WHERE {CONDITION} ORDER BY created_at DESC, id DESC LIMIT $7 OFFSET $8");
    let (total,): (i64,) = on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(count))
        .bind(company).bind(&states).bind(from).bind(to).bind(&query).bind(customer).fetch_one(at).await)?;
    let ids: Vec<(OrderId,)> = on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(rows))
        .bind(company).bind(&states).bind(from).bind(to).bind(&query).bind(customer).bind(page.limit).bind(page.offset)
        .fetch_all(at).await)?;
    let ids: Vec<_> = ids.into_iter().map(|(id,)| id).collect();
    Ok((view::many(db, &ids, now).await?, total))
}

/// Returns the orders that a company works on, the oldest first, at most `limit`.
pub async fn board(db: &Db, company: CompanyId, limit: i64, now: Timestamp) -> Result<Vec<Order>> {
    let ids: Vec<(OrderId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT id FROM customer_order WHERE company_id = $1
            AND state IN ('new', 'accepted', 'processing', 'ready', 'en_route') ORDER BY id LIMIT $2")
        .bind(company).bind(limit).fetch_all(at).await)?;
    view::many(db, &ids.into_iter().map(|(id,)| id).collect::<Vec<_>>(), now).await
}

/// States as `,a,b,`, to look one up with LIKE. Empty for none.
fn keys(states: &[OrderState]) -> String {
    let keys = states.iter().filter_map(|state| serde_json::to_value(state).ok()?.as_str().map(str::to_owned));
    let keys: Vec<_> = keys.collect();
    if keys.is_empty() { String::new() } else { format!(",{},", keys.join(",")) }
}
