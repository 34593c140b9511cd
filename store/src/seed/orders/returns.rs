//! Returns of the newest fulfilled orders of each shop of the demo, in the states before money goes back.

use super::Shop;
use crate::{
    Result,
    booking::Actor,
    db::Tx,
    on,
    order::returns::{ReturnReason, ReturnState},
    types::{
        ids::{Ids, OrderId, ReturnId, UserId},
        timestamp::Timestamp,
    },
};

/// Orders with a return, of each shop and of the shop that visitors sign in as.
const RETURNS: i64 = 1;
const SHOWN_RETURNS: i64 = 4;

/// Reason, words, and the steps that were taken.
type Case = (ReturnReason, &'static str, &'static [(ReturnState, Actor)]);

const CASES: [Case; 4] = [
    (ReturnReason::Damaged, "It arrived broken.", &[(ReturnState::Requested, Actor::Customer)]),
    (
        ReturnReason::WrongItem,
        "This is not what I ordered.",
        &[(ReturnState::Requested, Actor::Customer), (ReturnState::Approved, Actor::Company)],
    ),
    (
        ReturnReason::NotAsDescribed,
        "It looks different from the picture.",
        &[
            (ReturnState::Requested, Actor::Customer),
            (ReturnState::Approved, Actor::Company),
            (ReturnState::InTransit, Actor::Customer),
        ],
    ),
    (
        ReturnReason::ChangedMind,
        "",
        &[
            (ReturnState::Requested, Actor::Customer),
            (ReturnState::Approved, Actor::Company),
            (ReturnState::InTransit, Actor::Customer),
            (ReturnState::Received, Actor::Company),
        ],
    ),
];

/// Adds a return of one unit to each of the newest orders.
pub(super) async fn add(tx: &mut Tx, shops: &[Shop], ids: &Ids, now: Timestamp) -> Result<()> {
    for shop in shops {
        add_of_shop(tx, shop, ids, now).await?;
    }
    Ok(())
}

async fn add_of_shop(tx: &mut Tx, shop: &Shop, ids: &Ids, now: Timestamp) -> Result<()> {
    let count = if shop.is_shown { SHOWN_RETURNS } else { RETURNS };
    let orders: Vec<(OrderId, UserId, Timestamp, i64)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT o.id, o.customer_id, o.changed_at,
            (l.amount + CASE WHEN o.vat_added > 0 THEN l.vat ELSE 0 END) / l.quantity
         FROM customer_order o JOIN order_line l ON l.order_id = o.id AND l.position = 0
         WHERE o.company_id = $1 AND o.state = 'fulfilled' AND o.customer_id IS NOT NULL AND o.refunded = 0
         ORDER BY o.changed_at DESC, o.id DESC LIMIT $2").bind(shop.id).bind(count).fetch_all(at).await)?;
    for ((order, customer, handed_over, amount), (reason, words, steps)) in orders.into_iter().zip(CASES.iter().cycle())
    {
        let id = ReturnId(ids.next(now));
        let times = (1_i64..).map(|hours| Timestamp(handed_over.plus(hours * Timestamp::HOUR).0.min(now.0)));
        let steps: Vec<_> = steps.iter().zip(times).collect();
        let (Some((_, created)), Some(((state, _), changed))) = (steps.first(), steps.last()) else { continue };
        on!(tx.at(), at => sqlx::query(
            "INSERT INTO order_return (id, order_id, state, reason, description, amount, created_at, changed_at,
                company_id)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)")
            .bind(id).bind(order).bind(state).bind(reason).bind(words).bind(amount).bind(created).bind(changed)
            .bind(shop.id).execute(at).await.map(drop))?;
        on!(tx.at(), at => sqlx::query(
            "INSERT INTO order_return_line (return_id, position, quantity, amount) VALUES ($1, 0, 1, $2)")
            .bind(id).bind(amount).execute(at).await.map(drop))?;
        for (position, ((state, actor), at_time)) in (0_i64..).zip(&steps) {
            let actor_id = (*actor == Actor::Customer).then_some(customer);
            on!(tx.at(), at => sqlx::query(
                "INSERT INTO order_return_change (return_id, position, at, state, actor, actor_id)
                 VALUES ($1, $2, $3, $4, $5, $6)")
                .bind(id).bind(position).bind(at_time).bind(state).bind(actor).bind(actor_id)
                .execute(at).await.map(drop))?;
        }
    }
    Ok(())
}
