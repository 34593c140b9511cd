//! Lists of tickets.

use super::{
    TicketState,
    view::{self, Scope, Ticket},
};
use crate::{
    Db, Result, on,
    types::ids::{CompanyId, TicketId, UserId},
};

/// Page of a list: rows to return and rows before them.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    pub limit: i64,
    pub offset: i64,
}

/// Returns the tickets of the caller in these states (empty: all) and their number. The last changed first.
pub async fn of(db: &Db, scope: Scope, states: &[TicketState], page: Window) -> Result<(Vec<Ticket>, i64)> {
    const STATES: &str = "($2 = '' OR $2 LIKE '%,' || state || ',%')";
    let (whose, id) = match scope {
        Scope::Customer(UserId(id)) => ("customer_id = $1", id),
        Scope::Company(CompanyId(id)) => ("company_id = $1", id),
        // The condition on $1 keeps the parameters of all three alike.
        Scope::Operator => ("(company_id IS NULL OR escalated_at IS NOT NULL) AND $1 = 0", 0),
    };
    let states = keys(states);
    let count = format!("SELECT COUNT(*) FROM ticket WHERE {whose} AND {STATES}");
    let rows = format!(
        "SELECT id FROM ticket WHERE {whose} AND {STATES} ORDER BY changed_at DESC, id DESC LIMIT $3 OFFSET $4"
    );
    let (total,): (i64,) = on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(count))
        .bind(id).bind(&states).fetch_one(at).await)?;
    let ids: Vec<(TicketId,)> = on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(rows))
        .bind(id).bind(&states).bind(page.limit).bind(page.offset).fetch_all(at).await)?;
    Ok((view::many(db, &ids.into_iter().map(|(id,)| id).collect::<Vec<_>>()).await?, total))
}

/// States as `,a,b,`, to look one up with LIKE. Empty for none.
fn keys(states: &[TicketState]) -> String {
    let keys = states.iter().filter_map(|state| serde_json::to_value(state).ok()?.as_str().map(str::to_owned));
    let keys: Vec<_> = keys.collect();
    if keys.is_empty() { String::new() } else { format!(",{},", keys.join(",")) }
}
