//! Steps of a return by its customer and its company, and the money and stock that follow.

use super::{ReturnState, record};
use crate::{
    Db, Error,
    booking::{Actor, InventoryChange},
    db::Tx,
    inventory::counted::{self, Move, Take},
    invoice::{self, CreditParts},
    on,
    order::{
        Outcome, Refusal, Result,
        payable::is_paid,
        progress::finish,
        transition::{Current, Scope, changes, lock},
    },
    payment,
    sales::{self, Delta},
    types::{
        ids::{CompanyId, OrderId, ReturnId, UserId, VariantId},
        timestamp::Timestamp,
    },
};

/// Step that a member of the company takes.
#[derive(Clone, Debug)]
pub struct CompanyReturnStep {
    pub to: ReturnState,
    /// Reason of a rejection, or a word to the customer.
    pub note: String,
    /// The units go back to the stock. Counts for a refund and a replacement.
    pub restock: bool,
}

#[derive(Clone, Copy, Debug, sqlx::FromRow)]
struct Row {
    state: ReturnState,
    amount: i64,
    restocked: bool,
}

async fn read(tx: &mut Tx, order: OrderId, id: ReturnId) -> Result<Row> {
    let row: Option<Row> = on!(tx.at(), at => sqlx::query_as(
        "SELECT state, amount, restocked FROM order_return WHERE id = $1 AND order_id = $2").bind(id).bind(order)
        .fetch_optional(at).await)?;
    Ok(row.ok_or(Error::NotFound)?)
}

async fn set_state(tx: &mut Tx, id: ReturnId, to: ReturnState, now: Timestamp) -> Result<()> {
    on!(tx.at(), at => sqlx::query("UPDATE order_return SET state = $2, changed_at = $3 WHERE id = $1")
        .bind(id).bind(to).bind(now).execute(at).await.map(drop))?;
    Ok(())
}

/// Moves a return of the customer on: sent, or withdrawn. A repeat has no effect.
pub async fn customer_step(
    db: &Db,
    customer: UserId,
    (order, id): (OrderId, ReturnId),
    to: ReturnState,
    now: Timestamp,
) -> Result<Outcome> {
    let (mut tx, current) = lock(db, order, Scope::Customer(customer)).await?;
    let row = read(&mut tx, order, id).await?;
    if row.state != to {
        if !row.state.may_become(to, Actor::Customer) {
            return Err(Refusal::ReturnState.into());
        }
        set_state(&mut tx, id, to, now).await?;
        record(&mut tx, (order, id), to, (Actor::Customer, customer), "", now).await?;
    }
    finish(db, tx, &current, Vec::new(), now).await
}

/// Moves a return of the company's order on. A refund pays the units back, with a credit note. A repeat has no effect.
pub async fn company_step(
    db: &Db,
    (company, member): (CompanyId, UserId),
    (order, id): (OrderId, ReturnId),
    step: &CompanyReturnStep,
    now: Timestamp,
) -> Result<Outcome> {
    let (mut tx, current) = lock(db, order, Scope::Company(company)).await?;
    let row = read(&mut tx, order, id).await?;
    let mut stock = Vec::new();
    if row.state != step.to {
        if !row.state.may_become(step.to, Actor::Company) {
            return Err(Refusal::ReturnState.into());
        }
        set_state(&mut tx, id, step.to, now).await?;
        if step.to == ReturnState::Refunded {
            refund(&mut tx, &current, id, row.amount, now).await?;
        }
        if matches!(step.to, ReturnState::Refunded | ReturnState::Replaced) && step.restock && !row.restocked {
            stock = restock(&mut tx, id).await?;
        }
        if step.to == ReturnState::Replaced {
            stock.extend(take_replacements(&mut tx, id).await?);
        }
        record(&mut tx, (order, id), step.to, (Actor::Company, member), &step.note, now).await?;
    }
    finish(db, tx, &current, stock, now).await
}

/// Pays the units of a return back, and settles the coins of the order. Money that went back before, without naming units,
/// is not paid twice.
async fn refund(tx: &mut Tx, order: &Current, id: ReturnId, amount: i64, now: Timestamp) -> Result<()> {
    let paid = payment::read(tx, order.payment_id).await?;
    let amount = amount.min(order.total - order.refunded);
    let is_covered = is_paid(paid.provider, paid.state, order.state) && amount <= paid.amount - paid.refunded;
    if amount > 0 && !is_covered {
        return Err(Refusal::RefundTooLarge.into());
    }
    on!(tx.at(), at => sqlx::query("UPDATE order_return SET refunded = $2 WHERE id = $1").bind(id).bind(amount)
        .execute(at).await.map(drop))?;
    let (returned,): (i64,) = on!(tx.at(), at => sqlx::query_as(
        "SELECT CAST(COALESCE(SUM(u.quantity * l.unit_price), 0) AS BIGINT) FROM order_return_line u
            JOIN order_line l ON l.order_id = $2 AND l.position = u.position WHERE u.return_id = $1")
        .bind(id).bind(order.id).fetch_one(at).await)?;
    order.settle_coins(tx, returned, now).await?;
    if amount == 0 {
        return Ok(());
    }
    on!(tx.at(), at => sqlx::query("UPDATE customer_order SET refunded = refunded + $2 WHERE id = $1")
        .bind(order.id).bind(amount).execute(at).await.map(drop))?;
    payment::refund(tx, order.payment_id, amount, now).await?;
    sales::record(tx, order.id, Delta::refunded(amount)).await?;
    let lines: Vec<(i64, i64)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT position, amount FROM order_return_line WHERE return_id = $1 ORDER BY position")
        .bind(id).fetch_all(at).await)?;
    let with_extras = amount > lines.iter().map(|(_, part)| part).sum();
    let parts = CreditParts { lines: &lines, bookings: &[], with_extras };
    invoice::credit_parts(tx, order.id, &parts, amount, now).await?;
    Ok(())
}

/// Gives the counted units of a return back to the stock.
async fn restock(tx: &mut Tx, id: ReturnId) -> Result<Vec<InventoryChange>> {
    on!(tx.at(), at => sqlx::query("UPDATE order_return SET restocked = TRUE WHERE id = $1").bind(id)
        .execute(at).await.map(drop))?;
    let units: Vec<_> = counted_units(tx, id).await?.into_iter().map(|(units, _)| units).collect();
    counted::move_each(tx, &units, Move::ReleaseSold).await?;
    Ok(changes(&units, 1))
}

/// Takes the units that replace those of a return from the stock. Variants that are not counted any more have enough.
async fn take_replacements(tx: &mut Tx, id: ReturnId) -> Result<Vec<InventoryChange>> {
    let units: Vec<_> = counted_units(tx, id).await?.into_iter().filter(|(_, capacity)| capacity.is_some()).collect();
    let take = |&((variant, starts_at, quantity), capacity): &(Units, Option<i64>)| Take {
        variant,
        starts_at,
        ends_at: starts_at,
        quantity,
        capacity: capacity.unwrap_or(0),
    };
    let takes: Vec<_> = units.iter().map(take).collect();
    let units: Vec<_> = units.into_iter().map(|(units, _)| units).collect();
    if !takes.is_empty() {
        if !counted::hold(tx, &takes).await? {
            return Err(Refusal::SoldOut.into());
        }
        counted::move_each(tx, &units, Move::Sell).await?;
    }
    Ok(changes(&units, -1))
}

/// Variant, start of its bucket, number of units.
type Units = (VariantId, Timestamp, i64);

/// Returns the units of a return that were counted when they were sold, with the capacity of their variants now.
async fn counted_units(tx: &mut Tx, id: ReturnId) -> Result<Vec<(Units, Option<i64>)>> {
    let rows: Vec<(VariantId, i64, Option<i64>)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT l.variant_id, CAST(SUM(u.quantity) AS BIGINT), MAX(v.capacity)
         FROM order_return t JOIN order_return_line u ON u.return_id = t.id
            JOIN order_line l ON l.order_id = t.order_id AND l.position = u.position
            JOIN offering_variant v ON v.id = l.variant_id
         WHERE t.id = $1 AND l.counted = TRUE GROUP BY l.variant_id ORDER BY l.variant_id")
        .bind(id).fetch_all(at).await)?;
    // Stock has one bucket, at 0.
    Ok(rows.into_iter().map(|(variant, quantity, capacity)| ((variant, Timestamp(0), quantity), capacity)).collect())
}
