//! The row of an order under lock, and its change of state with the stock and money that follow.

use super::{OrderState, Refusal, Result, fee_and_tip, payable::is_paid};
use crate::{
    Db, Error,
    booking::{Actor, InventoryChange, ordered},
    cart::promo_code,
    db::Tx,
    inventory::counted::{self, Move},
    invoice,
    loyalty::ledger::OrderCard,
    on,
    payment::{self, Payment},
    sales::{self, Delta},
    types::{
        ids::{CompanyId, OrderId, PaymentId, PromoCodeId, UserId, VariantId},
        timestamp::Timestamp,
    },
};

/// Side that a caller belongs to. Orders of others do not exist for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    Customer(UserId),
    Company(CompanyId),
}

/// Row of an order as far as commands need it.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(super) struct Current {
    pub id: OrderId,
    pub company_id: CompanyId,
    pub customer_id: Option<UserId>,
    pub payment_id: PaymentId,
    pub state: OrderState,
    pub total: i64,
    pub refunded: i64,
    /// Part of `refunded` that never was paid: the order left its payment before.
    pub waived: i64,
    pub currency: String,
    pub promo_id: Option<PromoCodeId>,
    pub hold_expires_at: Option<Timestamp>,
    pub cancel_reason: Option<String>,
    /// Answer of the customer.
    pub received: Option<bool>,
    /// Paid, or to be paid on site. An order that is not placed does not exist for its company.
    pub was_placed: bool,
    pub has_bookings: bool,
}

/// Step of an order: the next state, and who takes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step<'a> {
    pub to: OrderState,
    pub actor: Actor,
    pub actor_id: Option<UserId>,
    pub note: &'a str,
}

const SELECT: &str =
    "SELECT id, company_id, customer_id, payment_id, state, total, refunded, waived, currency, promo_id, hold_expires_at,
        cancel_reason, received,
        EXISTS (SELECT 1 FROM order_change h WHERE h.order_id = customer_order.id AND h.state = 'new') AS was_placed,
        EXISTS (SELECT 1 FROM order_booking b WHERE b.order_id = customer_order.id) AS has_bookings
    FROM customer_order";

/// Begins a transaction, locks the companies of the orders that a payment pays, and reads the payment. Returns the ids of
/// the orders too, in order of their companies.
pub(super) async fn lock_payment(db: &Db, id: PaymentId) -> Result<(Tx, Payment, Vec<OrderId>)> {
    let orders: Vec<(OrderId, CompanyId)> = on!(db.read(), at => sqlx::query_as(
        "SELECT id, company_id FROM customer_order WHERE payment_id = $1 ORDER BY company_id")
        .bind(id).fetch_all(at).await)?;
    let mut tx = db.begin().await?;
    for (_, company) in &orders {
        tx.lock_company(*company).await?;
    }
    let payment = payment::read(&mut tx, id).await?;
    Ok((tx, payment, orders.into_iter().map(|(id, _)| id).collect()))
}

/// Begins a transaction, locks the company of an order and reads the order, if it exists for the caller.
pub(super) async fn lock(db: &Db, id: OrderId, scope: Scope) -> Result<(Tx, Current)> {
    let (tx, current) = lock_any(db, id).await?;
    let is_own = match scope {
        Scope::Customer(user) => current.customer_id == Some(user),
        Scope::Company(company) => current.company_id == company && current.was_placed,
    };
    if is_own { Ok((tx, current)) } else { Err(Error::NotFound.into()) }
}

/// Begins a transaction, locks the company of an order and reads the order, whoever asks.
pub(super) async fn lock_any(db: &Db, id: OrderId) -> Result<(Tx, Current)> {
    let (company,): (CompanyId,) = on!(db.read(), at => sqlx::query_as(
        "SELECT company_id FROM customer_order WHERE id = $1").bind(id).fetch_one(at).await)?;
    let mut tx = db.begin().await?;
    tx.lock_company(company).await?;
    let sql = format!("{SELECT} WHERE id = $1");
    let current: Current = on!(tx.at(), at => sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(id).fetch_one(at).await)?;
    Ok((tx, current))
}

/// Reads the orders of a payment, in order of their companies.
pub(super) async fn of_payment(tx: &mut Tx, payment: PaymentId) -> Result<Vec<Current>> {
    let sql = format!("{SELECT} WHERE payment_id = $1 ORDER BY company_id");
    Ok(on!(tx.at(), at => sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(payment).fetch_all(at).await)?)
}

/// Reads the orders of a company that wait for a payment: those of `customer`, or those whose time ended by `now`.
pub(super) async fn pending(
    tx: &mut Tx,
    company: CompanyId,
    customer: Option<UserId>,
    now: Timestamp,
) -> Result<Vec<Current>> {
    let sql = format!(
        "{SELECT} WHERE state = 'pending_payment' AND company_id = $1 AND (customer_id = $2 OR hold_expires_at <= $3)
         ORDER BY id LIMIT 100"
    );
    Ok(on!(tx.at(), at => sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(company).bind(customer).bind(now)
        .fetch_all(at).await)?)
}

impl Current {
    /// Changes the state and moves the stock. Returns what the stock gained or lost.
    pub(super) async fn step(&self, tx: &mut Tx, step: Step<'_>, now: Timestamp) -> Result<Vec<InventoryChange>> {
        if !self.state.may_become(step.to, step.actor) {
            return Err(Refusal::State.into());
        }
        on!(tx.at(), at => sqlx::query(
            "UPDATE customer_order SET state = $2, changed_at = $3, hold_expires_at = NULL,
                handled_by = COALESCE($4, handled_by)
             WHERE id = $1")
            .bind(self.id).bind(step.to).bind(now).bind(step.actor_id.filter(|_| step.actor == Actor::Company))
            .execute(at).await.map(drop))?;
        record(tx, self.id, step, now).await?;
        let ended = if step.to == OrderState::Cancelled {
            ordered::end(tx, self.id, step.actor, step.actor_id, now).await?
        } else {
            Vec::new()
        };
        let release = match (self.state, step.to) {
            (OrderState::PendingPayment, OrderState::Cancelled) => Move::ReleaseHeld,
            (_, OrderState::Cancelled) => {
                let left = self.left(tx).await?;
                sales::record(tx, self.id, Delta::cancelled(left)).await?;
                Move::ReleaseSold
            }
            (_, OrderState::Fulfilled) => {
                sales::record(tx, self.id, Delta::fulfilled()).await?;
                self.earn_coins(tx, now).await?;
                self.settle_coins(tx, 0, now).await?;
                return Ok(Vec::new());
            }
            (OrderState::PendingPayment, OrderState::New) => {
                sales::record(tx, self.id, Delta::placed(self.total)).await?;
                let units = units(tx, self.id).await?;
                counted::move_each(tx, &units, Move::Sell).await?;
                return Ok(Vec::new());
            }
            _ => return Ok(Vec::new()),
        };
        if let Some(promo) = self.promo_id {
            promo_code::give_back(tx, promo).await?;
        }
        if let Some(card) = self.card() {
            card.keep(tx, 0, 1, now).await?;
        }
        let units = units(tx, self.id).await?;
        counted::move_each(tx, &units, release).await?;
        Ok(changes(&units, 1).into_iter().chain(ended).collect())
    }

    /// Returns the part of the total that was not paid back, without what the company keeps: for bookings, and for the
    /// delivery of an order that was sent. An order that was not paid leaves it bookings that took place, and no fee.
    pub(super) async fn left(&self, tx: &mut Tx) -> Result<i64> {
        let is_paid = self.is_paid(tx).await?;
        let keeps_extras = is_paid && fee_and_tip::stay_after(self.state);
        let kept = if keeps_extras { fee_and_tip::of_order(tx, self.id).await? } else { 0 };
        let (left,): (i64,) = on!(tx.at(), at => sqlx::query_as(
            "SELECT o.total - o.refunded - CAST(COALESCE((SELECT SUM(l.amount - l.refunded)
                FROM order_booking l LEFT JOIN booking b ON b.id = l.booking_id
                WHERE l.order_id = o.id AND (b.id IS NULL OR b.order_id = o.id AND b.state NOT IN ('held', 'expired')
                    AND ($2 OR b.state NOT IN ('cancelled_by_user', 'no_show')))), 0) AS BIGINT)
             FROM customer_order o WHERE o.id = $1").bind(self.id).bind(is_paid).fetch_one(at).await)?;
        Ok((left - kept).max(0))
    }

    /// Returns true if the money of the order has arrived and not all of the payment went back.
    pub(super) async fn is_paid(&self, tx: &mut Tx) -> Result<bool> {
        let payment = payment::read(tx, self.payment_id).await?;
        Ok(is_paid(payment.provider, payment.state, self.state))
    }

    /// Returns the loyalty card that the order concerns. A deleted customer has none.
    pub(super) fn card(&self) -> Option<OrderCard> {
        self.customer_id.map(|customer| OrderCard { order: self.id, company: self.company_id, customer })
    }

    /// Gives the customer coins for the goods of the order.
    async fn earn_coins(&self, tx: &mut Tx, now: Timestamp) -> Result<()> {
        let Some(card) = self.card() else { return Ok(()) };
        let (goods,): (i64,) = on!(tx.at(), at => sqlx::query_as(
            "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM order_line WHERE order_id = $1")
            .bind(self.id).fetch_one(at).await)?;
        Ok(card.earn(tx, goods, &self.currency, now).await?)
    }

    /// Keeps the coins of the goods that were not paid back. `returned` is the value of goods that are on their way back, at
    /// their unit prices.
    pub(super) async fn settle_coins(&self, tx: &mut Tx, returned: i64, now: Timestamp) -> Result<()> {
        let Some(card) = self.card() else { return Ok(()) };
        let (whole, left) = self.goods(tx).await?;
        // An order of bookings has no coins.
        if whole > 0 { Ok(card.keep(tx, (left - returned).max(0), whole, now).await?) } else { Ok(()) }
    }

    /// Returns the value of the goods at their unit prices, and the part of it that was not paid back.
    pub(super) async fn goods(&self, tx: &mut Tx) -> Result<(i64, i64)> {
        let (whole, returned, refunded): (i64, i64, i64) = on!(tx.at(), at => sqlx::query_as(
            "SELECT CAST(COALESCE(SUM(l.quantity * l.unit_price), 0) AS BIGINT),
                CAST(COALESCE(SUM(l.unit_price * (SELECT COALESCE(SUM(u.quantity), 0) FROM order_return_line u
                    JOIN order_return_change h ON h.return_id = u.return_id AND h.state = 'refunded'
                    JOIN order_return t ON t.id = u.return_id AND t.order_id = l.order_id
                    WHERE u.position = l.position)), 0) AS BIGINT),
                CAST(COALESCE((SELECT SUM(f.goods_value) FROM order_refund f WHERE f.order_id = $1), 0) AS BIGINT)
             FROM order_line l WHERE l.order_id = $1").bind(self.id).fetch_one(at).await)?;
        Ok((whole, (whole - returned - refunded).max(0)))
    }

    /// Pays back what is left of the total, if it was paid. Bookings that took place or ended pay back by themselves.
    pub(super) async fn refund(&self, tx: &mut Tx, now: Timestamp) -> Result<()> {
        if !self.is_paid(tx).await? {
            return self.give_up(tx, now).await;
        }
        let amount = self.left(tx).await?;
        if amount == 0 {
            return Ok(());
        }
        on!(tx.at(), at => sqlx::query("UPDATE customer_order SET refunded = refunded + $2 WHERE id = $1").bind(self.id).bind(amount)
            .execute(at).await.map(drop))?;
        payment::refund(tx, self.payment_id, amount, now).await?;
        invoice::credit_order(tx, self.id, amount, !fee_and_tip::stay_after(self.state), now).await?;
        Ok(())
    }

    /// Leaves the payment of an order that was cancelled before it was paid. The other orders of the payment are still to be
    /// paid. A card that may be charged at this moment is charged for all, and paid back.
    pub(super) async fn give_up(&self, tx: &mut Tx, now: Timestamp) -> Result<()> {
        let amount = self.left(tx).await?;
        if amount > 0 && payment::take_out(tx, self.payment_id, amount, now).await? {
            waive(tx, self.id, amount).await?;
        }
        payment::void_if_unused(tx, self.payment_id, now).await?;
        payment::close_on_site(tx, self.payment_id, now).await?;
        Ok(())
    }
}

/// Takes an amount off an order that will not be paid.
pub(super) async fn waive(tx: &mut Tx, id: OrderId, amount: i64) -> Result<()> {
    on!(tx.at(), at => sqlx::query("UPDATE customer_order SET refunded = refunded + $2, waived = waived + $2 WHERE id = $1")
        .bind(id).bind(amount).execute(at).await.map(drop))?;
    Ok(())
}

/// Adds a step to the timeline of an order.
pub(super) async fn record(tx: &mut Tx, id: OrderId, step: Step<'_>, now: Timestamp) -> Result<()> {
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO order_change (order_id, position, at, state, actor, actor_id, note)
         SELECT $1, COUNT(*), $2, $3, $4, $5, $6 FROM order_change WHERE order_id = $1")
        .bind(id).bind(now).bind(step.to).bind(step.actor).bind(step.actor_id).bind(step.note)
        .execute(at).await.map(drop))?;
    Ok(())
}

/// Units that an order takes from the stock: variant, start of the bucket, quantity.
pub(super) async fn units(tx: &mut Tx, id: OrderId) -> Result<Vec<(VariantId, Timestamp, i64)>> {
    let rows: Vec<(VariantId, i64)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT variant_id, CAST(SUM(quantity) AS BIGINT) FROM order_line
         WHERE order_id = $1 AND counted = TRUE AND variant_id IS NOT NULL GROUP BY variant_id ORDER BY variant_id")
        .bind(id).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(variant, quantity)| (variant, Timestamp(0), quantity)).collect())
}

/// Returns the change of the stock: `sign` is 1 if units come back, -1 if they are taken.
pub(super) fn changes(units: &[(VariantId, Timestamp, i64)], sign: i64) -> Vec<InventoryChange> {
    let change = |&(variant_id, starts_at, quantity): &(VariantId, Timestamp, i64)| InventoryChange::Units {
        variant_id,
        starts_at,
        change: sign * quantity,
    };
    units.iter().map(change).collect()
}
