//! Returns as both sides see them, with their order.

use std::collections::HashMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::{ReturnReason, ReturnState};
use crate::{
    Db, Result,
    booking::Actor,
    each,
    media::{Media, attached},
    on,
    types::{
        ids::{MediaId, OrderId, ReturnId},
        timestamp::Timestamp,
    },
};

/// Return of units of an order.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct OrderReturn {
    pub id: ReturnId,
    pub state: ReturnState,
    pub reason: ReturnReason,
    pub description: String,
    pub lines: Vec<ReturnLine>,
    /// Pictures and videos of the customer.
    pub media: Vec<Media>,
    /// Paid for the units, in minor units: what a refund pays back.
    pub amount: i64,
    pub refunded: i64,
    pub restocked: bool,
    /// States that the company may choose next.
    pub next: Vec<ReturnState>,
    /// States that the customer may choose next.
    pub customer_next: Vec<ReturnState>,
    /// Timeline, oldest first.
    pub changes: Vec<ReturnStep>,
    pub created_at: Timestamp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReturnLine {
    /// Index of the line in the order, from 0.
    pub line: i64,
    pub quantity: i64,
    pub amount: i64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReturnStep {
    pub at: Timestamp,
    pub state: ReturnState,
    pub actor: Actor,
    pub note: String,
}

impl OrderReturn {
    /// Returns true if its units cannot be part of another return.
    pub fn takes_units(&self) -> bool {
        let is_done = |step: &ReturnStep| matches!(step.state, ReturnState::Refunded | ReturnState::Replaced);
        !matches!(self.state, ReturnState::Rejected | ReturnState::Closed) || self.changes.iter().any(is_done)
    }
}

#[derive(sqlx::FromRow)]
struct Row {
    id: ReturnId,
    order_id: OrderId,
    state: ReturnState,
    reason: ReturnReason,
    description: String,
    amount: i64,
    refunded: i64,
    restocked: bool,
    created_at: Timestamp,
}

/// Reads the returns of orders, oldest first. `keys` is a JSON array of arrays of one id each.
pub(in crate::order) async fn of_orders(db: &Db, keys: &str) -> Result<HashMap<OrderId, Vec<OrderReturn>>> {
    let read = db.read();
    macro_rules! of_orders {
        ($select:literal, $after:literal) => {
            each!(read, concat!($select, " t.order_id IN (SELECT CAST(value->>0 AS BIGINT) FROM "), $after)
        };
    }
    let sql = of_orders!(
        "SELECT t.id, t.order_id, t.state, t.reason, t.description, t.amount, t.refunded, t.restocked, t.created_at
         FROM order_return t WHERE",
        ") ORDER BY t.id"
    );
    let rows: Vec<Row> = on!(db.read(), at => sqlx::query_as(sql).bind(keys).fetch_all(at).await)?;
    if rows.is_empty() {
        return Ok(HashMap::new());
    }
    let lines_sql = of_orders!(
        "SELECT u.return_id, u.position, u.quantity, u.amount
         FROM order_return t JOIN order_return_line u ON u.return_id = t.id WHERE",
        ") ORDER BY u.return_id, u.position"
    );
    let media_sql = of_orders!(
        "SELECT m.return_id, m.media_id FROM order_return t JOIN order_return_media m ON m.return_id = t.id WHERE",
        ") ORDER BY m.return_id, m.position"
    );
    let steps_sql = of_orders!(
        "SELECT h.return_id, h.at, h.state, h.actor, h.note
         FROM order_return t JOIN order_return_change h ON h.return_id = t.id WHERE",
        ") ORDER BY h.return_id, h.position"
    );
    let lines: Vec<(ReturnId, i64, i64, i64)> =
        on!(db.read(), at => sqlx::query_as(lines_sql).bind(keys).fetch_all(at).await)?;
    let files: Vec<(ReturnId, MediaId)> =
        on!(db.read(), at => sqlx::query_as(media_sql).bind(keys).fetch_all(at).await)?;
    let steps: Vec<(ReturnId, Timestamp, ReturnState, Actor, String)> =
        on!(db.read(), at => sqlx::query_as(steps_sql).bind(keys).fetch_all(at).await)?;
    let media = attached::find_all(db, &files.iter().map(|(_, id)| *id).collect::<Vec<_>>()).await?;
    let mut known: HashMap<OrderId, Vec<OrderReturn>> = HashMap::new();
    for row in rows {
        let own = |id: ReturnId| id == row.id;
        let shown = OrderReturn {
            id: row.id,
            state: row.state,
            reason: row.reason,
            lines: lines
                .iter()
                .filter(|(id, ..)| own(*id))
                .map(|&(_, line, quantity, amount)| ReturnLine { line, quantity, amount })
                .collect(),
            media: files.iter().filter(|(id, _)| own(*id)).filter_map(|(_, file)| media.get(file).cloned()).collect(),
            amount: row.amount,
            refunded: row.refunded,
            restocked: row.restocked,
            next: row.state.next(Actor::Company),
            customer_next: row.state.next(Actor::Customer),
            changes: steps
                .iter()
                .filter(|(id, ..)| own(*id))
                .map(|(_, at, state, actor, note)| ReturnStep {
                    at: *at,
                    state: *state,
                    actor: *actor,
                    note: note.clone(),
                })
                .collect(),
            created_at: row.created_at,
            description: row.description,
        };
        known.entry(row.order_id).or_default().push(shown);
    }
    Ok(known)
}
