//! Loyalty cards as their owners and the company see them.

use serde::Serialize;
use utoipa::ToSchema;

use super::{CoinChange, Programme};
use crate::{
    Db, Result, on,
    types::{
        ids::{CompanyId, OrderId, UserId},
        timestamp::Timestamp,
    },
};

/// Loyalty card of a customer at a company.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct LoyaltyCard {
    pub company: CardCompany,
    /// Coins to spend. Negative if coins were spent whose order was returned later.
    pub coins: i64,
    /// Value of the coins in minor units. 0 if the company has no programme now.
    pub value: i64,
    /// Coins earned in all.
    pub total_coins: i64,
    pub last_transaction: LastTransaction,
    /// Rules of the company. Null: it has no programme now.
    pub programme: Option<Programme>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CardCompany {
    pub id: CompanyId,
    pub handle: String,
    pub name: String,
    pub currency: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct LastTransaction {
    pub kind: CoinChange,
    /// Negative if the card lost them.
    pub coins: i64,
    pub at: Timestamp,
}

/// Transaction of a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct CoinTransaction {
    pub order_id: OrderId,
    /// Order number.
    pub order_code: String,
    pub kind: CoinChange,
    /// Negative if the card lost them.
    pub coins: i64,
    pub at: Timestamp,
}

/// Card as the company sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct HeldCard {
    pub account_id: UserId,
    /// Name in the customer's newest order.
    pub name: String,
    pub coins: i64,
    pub total_coins: i64,
    pub last_at: Timestamp,
}

#[derive(sqlx::FromRow)]
struct Row {
    company_id: CompanyId,
    handle: String,
    name: String,
    currency: String,
    coins: i64,
    total_coins: i64,
    last_kind: CoinChange,
    last_coins: i64,
    last_at: Timestamp,
    coins_per_unit: Option<i64>,
    coin_value: Option<i64>,
    minimum_coins: Option<i64>,
}

const SELECT: &str =
    "SELECT k.company_id, c.handle, c.name, c.currency, k.coins, k.total_coins, k.last_kind, k.last_coins,
        k.last_at, p.coins_per_unit, p.coin_value, p.minimum_coins
    FROM loyalty_card k JOIN company c ON c.id = k.company_id
        LEFT JOIN loyalty_programme p ON p.company_id = k.company_id AND p.is_active = TRUE";

impl From<Row> for LoyaltyCard {
    fn from(row: Row) -> Self {
        let rules = row.coins_per_unit.zip(row.coin_value).zip(row.minimum_coins);
        let programme = rules.map(|((coins_per_unit, coin_value), minimum_coins)| Programme {
            is_active: true,
            coins_per_unit,
            coin_value,
            minimum_coins,
        });
        Self {
            company: CardCompany { id: row.company_id, handle: row.handle, name: row.name, currency: row.currency },
            coins: row.coins,
            value: programme.map_or(0, |rules| row.coins.max(0).saturating_mul(rules.coin_value)),
            total_coins: row.total_coins,
            last_transaction: LastTransaction { kind: row.last_kind, coins: row.last_coins, at: row.last_at },
            programme,
        }
    }
}

/// Returns the cards of an account and their number, the last used first.
pub async fn list(db: &Db, account: UserId, limit: i64, offset: i64) -> Result<(Vec<LoyaltyCard>, i64)> {
    let (total,): (i64,) = on!(db.read(), at => sqlx::query_as("SELECT COUNT(*) FROM loyalty_card WHERE account_id = $1")
        .bind(account).fetch_one(at).await)?;
    let sql = format!("{SELECT} WHERE k.account_id = $1 ORDER BY k.last_at DESC, k.company_id DESC LIMIT $2 OFFSET $3");
    let rows: Vec<Row> = on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(account).bind(limit)
        .bind(offset).fetch_all(at).await)?;
    Ok((rows.into_iter().map(Into::into).collect(), total))
}

/// Returns the coins of an account at all companies. A card below zero counts as none.
pub async fn coins(db: &Db, account: UserId) -> Result<i64> {
    let (coins,): (i64,) = on!(db.read(), at => sqlx::query_as(
        "SELECT CAST(COALESCE(sum(coins), 0) AS BIGINT) FROM loyalty_card WHERE account_id = $1 AND coins > 0")
        .bind(account).fetch_one(at).await)?;
    Ok(coins)
}

/// Returns the card of an account at a company. Returns [`crate::Error::NotFound`] if there is none.
pub async fn find(db: &Db, account: UserId, company: CompanyId) -> Result<LoyaltyCard> {
    let sql = format!("{SELECT} WHERE k.account_id = $1 AND k.company_id = $2");
    let row: Row = on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(account).bind(company)
        .fetch_one(at).await)?;
    Ok(row.into())
}

/// Returns the transactions of a card and their number, the newest first.
pub async fn history(
    db: &Db,
    account: UserId,
    company: CompanyId,
    limit: i64,
    offset: i64,
) -> Result<(Vec<CoinTransaction>, i64)> {
    let (total,): (i64,) = on!(db.read(), at => sqlx::query_as(
        "SELECT COUNT(*) FROM loyalty_entry WHERE ledger = 'card' AND account_id = $1 AND company_id = $2")
        .bind(account).bind(company).fetch_one(at).await)?;
    let rows = on!(db.read(), at => sqlx::query_as(
        "SELECT e.order_id, o.code AS order_code, e.kind, e.coins, e.at
         FROM loyalty_entry e JOIN customer_order o ON o.id = e.order_id
         WHERE e.ledger = 'card' AND e.account_id = $1 AND e.company_id = $2
         ORDER BY e.at DESC, e.order_id DESC, e.position DESC LIMIT $3 OFFSET $4")
        .bind(account).bind(company).bind(limit).bind(offset).fetch_all(at).await)?;
    Ok((rows, total))
}

/// Returns the cards of a company and their number, those with the most coins first.
pub async fn of_company(db: &Db, company: CompanyId, limit: i64, offset: i64) -> Result<(Vec<HeldCard>, i64)> {
    let (total,): (i64,) = on!(db.read(), at => sqlx::query_as("SELECT COUNT(*) FROM loyalty_card WHERE company_id = $1")
        .bind(company).fetch_one(at).await)?;
    let rows = on!(db.read(), at => sqlx::query_as(
        "SELECT k.account_id, COALESCE(c.name, '') AS name, k.coins, k.total_coins, k.last_at
         FROM loyalty_card k
            LEFT JOIN company_customer c ON c.company_id = k.company_id AND c.account_id = k.account_id
         WHERE k.company_id = $1 ORDER BY k.coins DESC, k.account_id LIMIT $2 OFFSET $3")
        .bind(company).bind(limit).bind(offset).fetch_all(at).await)?;
    Ok((rows, total))
}

/// Returns the coins that a customer may spend in a new order: those of the card, and those of an unpaid order, which
/// a new checkout replaces.
pub(crate) async fn available(db: &Db, account: UserId, company: CompanyId) -> Result<i64> {
    let (coins,): (i64,) = on!(db.read(), at => sqlx::query_as(
        "SELECT CAST(COALESCE((SELECT coins FROM loyalty_card WHERE company_id = $1 AND account_id = $2), 0)
            + COALESCE((SELECT SUM(coins_spent) FROM customer_order
                WHERE company_id = $1 AND customer_id = $2 AND state = 'pending_payment'), 0) AS BIGINT)")
        .bind(company).bind(account).fetch_one(at).await)?;
    Ok(coins)
}
