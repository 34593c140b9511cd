//! Orders whose time to pay has ended: cancelled by the next checkout at the company, or by a sweep.

use super::{
    OrderState, Outcome, Result,
    transition::{Step, pending},
    view,
};
use crate::{
    Db,
    booking::Actor,
    on, payment,
    types::{ids::CompanyId, timestamp::Timestamp},
};

/// Maximum companies of one sweep.
const BATCH: i64 = 100;

/// Cancels the unpaid orders of all companies whose time ended by `now`, and gives their stock back.
pub async fn sweep(db: &Db, now: Timestamp) -> Result<Outcome> {
    let companies: Vec<(CompanyId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT DISTINCT company_id FROM customer_order WHERE state = 'pending_payment' AND hold_expires_at <= $1 LIMIT $2")
        .bind(now).bind(BATCH).fetch_all(at).await)?;
    let mut outcome = Outcome::default();
    for (company,) in companies {
        let mut tx = db.begin().await?;
        tx.lock_company(company).await?;
        let mut changes = Vec::new();
        let mut ids = Vec::new();
        for order in pending(&mut tx, company, None, now).await? {
            let step = Step { to: OrderState::Cancelled, actor: Actor::System, actor_id: None, note: "" };
            changes.extend(order.step(&mut tx, step, now).await?);
            payment::void_if_unused(&mut tx, order.payment_id, now).await?;
            ids.push(order.id);
        }
        tx.commit().await?;
        outcome.orders.extend(view::many(db, &ids, now).await?);
        outcome.changes.push((company, changes));
    }
    Ok(outcome)
}
