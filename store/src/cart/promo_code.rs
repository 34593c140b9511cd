//! Promo codes of companies. Uses are counted in the transaction of the order.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::quote::Discount;
use crate::{
    Db, Result,
    db::{Aggregate, Tx},
    on,
    types::{
        ids::{CompanyId, PromoCodeId, UserId},
        timestamp::Timestamp,
    },
};

/// Kind of a reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum PromoKind {
    Percent,
    Amount,
    FreeDelivery,
}

/// Reason why a promo code does not apply to a cart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PromoProblem {
    /// The company has no such code.
    Unknown,
    NotYet,
    Ended,
    /// In all, or by this customer.
    UsedUp,
    /// The subtotal is too small.
    MinimumOrder,
    /// It takes the delivery fee, and there is none.
    NoDeliveryFee,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct PromoCode {
    pub id: PromoCodeId,
    #[schema(example = "WELCOME10")]
    pub code: String,
    pub kind: PromoKind,
    /// Percent, or minor units.
    pub value: i64,
    /// Subtotal from which the code applies.
    pub minimum_order: i64,
    pub starts_at: Timestamp,
    pub ends_at: Timestamp,
    /// Maximum uses in all. Null: no limit.
    pub limit_total: Option<i64>,
    /// Maximum uses by one customer.
    pub limit_each: Option<i64>,
    pub used: i64,
    pub is_active: bool,
}

pub(super) const COLUMNS: &str =
    "id, code, kind, value, minimum_order, starts_at, ends_at, limit_total, limit_each, used, is_active";
/// Uses that count: orders that were placed. A new checkout replaces an unpaid order.
const USES: &str = "SELECT COUNT(*) FROM customer_order
    WHERE promo_id = $1 AND customer_id = $2 AND state NOT IN ('cancelled', 'pending_payment')";

impl PromoCode {
    /// Reduction of the code.
    pub fn discount(&self) -> Discount {
        match self.kind {
            PromoKind::Percent => Discount::Percent(self.value),
            PromoKind::Amount => Discount::Amount(self.value),
            PromoKind::FreeDelivery => Discount::FreeDelivery,
        }
    }

    /// Returns the code if it may be used now, apart from the limit of a customer.
    pub fn open(self, now: Timestamp) -> Result<Self, PromoProblem> {
        if now < self.starts_at {
            Err(PromoProblem::NotYet)
        } else if !self.is_active || now >= self.ends_at {
            Err(PromoProblem::Ended)
        } else if self.limit_total.is_some_and(|limit| self.used >= limit) {
            Err(PromoProblem::UsedUp)
        } else {
            Ok(self)
        }
    }
}

/// Returns the code of a company with this text, in any case.
pub async fn find(db: &Db, company: CompanyId, code: &str) -> Result<Option<PromoCode>> {
    let sql = format!("SELECT {COLUMNS} FROM promo_code WHERE company_id = $1 AND code = $2");
    on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(company).bind(code.trim().to_uppercase())
        .fetch_optional(at).await)
    .map_err(Into::into)
}

/// Returns the codes of a company that a customer may use now.
pub async fn open_to(db: &Db, company: CompanyId, customer: UserId, now: Timestamp) -> Result<Vec<PromoCode>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM promo_code p WHERE company_id = $1 AND is_active AND starts_at <= $3 AND ends_at > $3
            AND (limit_total IS NULL OR used < limit_total)
            AND (limit_each IS NULL OR limit_each > (SELECT COUNT(*) FROM customer_order o
                WHERE o.promo_id = p.id AND o.customer_id = $2 AND o.state NOT IN ('cancelled', 'pending_payment')))
         ORDER BY ends_at, id LIMIT 50"
    );
    on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(company).bind(customer).bind(now)
        .fetch_all(at).await)
    .map_err(Into::into)
}

/// Returns the uses that unpaid orders of a customer hold. A new checkout gives them back first.
pub(super) async fn held_by(db: &Db, id: PromoCodeId, customer: UserId) -> Result<i64> {
    let (held,): (i64,) = on!(db.read(), at => sqlx::query_as(
        "SELECT COUNT(*) FROM customer_order WHERE promo_id = $1 AND customer_id = $2 AND state = 'pending_payment'")
        .bind(id).bind(customer).fetch_one(at).await)?;
    Ok(held)
}

/// Returns the number of orders of a customer with a code.
pub(super) async fn uses_of(db: &Db, id: PromoCodeId, customer: UserId) -> Result<i64> {
    let (uses,): (i64,) = on!(db.read(), at => sqlx::query_as(USES).bind(id).bind(customer).fetch_one(at).await)?;
    Ok(uses)
}

/// Counts a use. Returns false if a limit is reached, and counts nothing then. The company is locked, so no other order
/// uses the code meanwhile.
pub(crate) async fn take(tx: &mut Tx, id: PromoCodeId, customer: Option<UserId>) -> Result<bool> {
    tx.changes(Aggregate::Market);
    let (each,): (Option<i64>,) = on!(tx.at(), at => sqlx::query_as("SELECT limit_each FROM promo_code WHERE id = $1")
        .bind(id).fetch_one(at).await)?;
    if let Some(limit) = each {
        let (uses,): (i64,) = on!(tx.at(), at => sqlx::query_as(USES).bind(id).bind(customer).fetch_one(at).await)?;
        if uses >= limit {
            return Ok(false);
        }
    }
    let taken = on!(tx.at(), at => sqlx::query(
        "UPDATE promo_code SET used = used + 1 WHERE id = $1 AND is_active AND (limit_total IS NULL OR used < limit_total)")
        .bind(id).execute(at).await.map(|done| done.rows_affected()))?;
    Ok(taken > 0)
}

/// Gives a use back.
pub(crate) async fn give_back(tx: &mut Tx, id: PromoCodeId) -> Result<()> {
    tx.changes(Aggregate::Market);
    on!(tx.at(), at => sqlx::query("UPDATE promo_code SET used = used - 1 WHERE id = $1 AND used > 0").bind(id)
        .execute(at).await.map(drop))
    .map_err(Into::into)
}
