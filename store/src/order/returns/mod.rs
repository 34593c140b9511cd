//! Returns: units of a fulfilled order that its customer gives back, until they are refunded or replaced.
//!
//! [`request`] asks for a return, [`progress`] moves it on and pays it back, [`view`] shows it with its order. Each
//! locks the order's company first.

pub mod progress;
pub mod request;
pub mod state;
pub mod view;
pub mod window;

pub use progress::{CompanyReturnStep, company_step, customer_step};
pub use request::{NewReturn, ReturnedUnits, request};
pub use state::{ReturnReason, ReturnState};
pub use view::OrderReturn;

use super::Result;
use crate::{
    booking::Actor,
    db::Tx,
    on,
    types::{
        ids::{OrderId, ReturnId, UserId},
        timestamp::Timestamp,
    },
};

/// Adds a step to the timeline of a return, and makes the order newer than before.
async fn record(
    tx: &mut Tx,
    (order, id): (OrderId, ReturnId),
    to: ReturnState,
    (actor, actor_id): (Actor, UserId),
    note: &str,
    now: Timestamp,
) -> Result<()> {
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO order_return_change (return_id, position, at, state, actor, actor_id, note)
         SELECT $1, COUNT(*), $2, $3, $4, $5, $6 FROM order_return_change WHERE return_id = $1")
        .bind(id).bind(now).bind(to).bind(actor).bind(actor_id).bind(note).execute(at).await.map(drop))?;
    on!(tx.at(), at => sqlx::query(
        "UPDATE customer_order SET changed_at = CASE WHEN changed_at < $2 THEN $2 ELSE changed_at + 1 END WHERE id = $1")
        .bind(order).bind(now).execute(at).await.map(drop))?;
    Ok(())
}
