//! Purchases in the data export of an account: orders, returns, carts, cards and coins.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    Db, Result, on,
    types::{
        ids::{OrderId, UserId},
        timestamp::Timestamp,
    },
};

/// Order of the account. Amounts are in minor units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct ExportedOrder {
    pub id: OrderId,
    pub code: String,
    /// Such as `fulfilled`.
    pub state: String,
    /// Such as `delivery`.
    pub fulfilment: String,
    pub company: String,
    pub customer_name: String,
    pub contact_number: String,
    pub email: String,
    pub note: String,
    /// JSON object: the delivery address at the time of the order.
    pub address: Option<String>,
    pub scheduled_at: Option<Timestamp>,
    pub promo_code: Option<String>,
    pub discount: i64,
    pub delivery_fee: i64,
    pub tip: i64,
    pub vat: i64,
    pub total: i64,
    pub refunded: i64,
    pub coins_spent: i64,
    pub currency: String,
    pub cancel_reason: Option<String>,
    pub created_at: Timestamp,
}

/// Line of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct ExportedOrderLine {
    pub order_id: OrderId,
    pub name: String,
    pub variant_name: String,
    /// JSON array of chosen options.
    pub options: String,
    pub note: String,
    pub quantity: i64,
    /// Minor units.
    pub unit_price: i64,
}

/// Return of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct ExportedReturn {
    pub order_id: OrderId,
    /// Such as `requested`.
    pub state: String,
    pub reason: String,
    pub description: String,
    /// Minor units.
    pub amount: i64,
    pub refunded: i64,
    pub created_at: Timestamp,
}

/// Line of a cart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct ExportedCartLine {
    pub company: String,
    pub name: String,
    pub variant_name: String,
    /// JSON array of chosen options.
    pub options: String,
    pub note: String,
    pub quantity: i64,
}

/// Card that the payment provider keeps for the account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct ExportedCard {
    pub provider: String,
    pub brand: String,
    pub last4: String,
    pub exp_month: Option<i64>,
    pub exp_year: Option<i64>,
    pub created_at: Timestamp,
}

/// Coins that the account earned or spent at a company.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct ExportedCoins {
    pub company: String,
    pub order_id: OrderId,
    /// Such as `earned`.
    pub kind: String,
    /// Negative: spent.
    pub coins: i64,
    pub at: Timestamp,
}

pub async fn orders(db: &Db, id: UserId) -> Result<Vec<ExportedOrder>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT o.id, o.code, o.state, o.fulfilment, c.name AS company, o.customer_name, o.contact_number, o.email, o.note,
            o.address, o.scheduled_at, o.promo_code, o.discount, o.delivery_fee, o.tip, o.vat, o.total, o.refunded,
            o.coins_spent, o.currency, o.cancel_reason, o.created_at
         FROM customer_order o JOIN company c ON c.id = o.company_id WHERE o.customer_id = $1 ORDER BY o.id")
        .bind(id).fetch_all(at).await)?)
}

pub async fn order_lines(db: &Db, id: UserId) -> Result<Vec<ExportedOrderLine>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT l.order_id, l.name, l.variant_name, l.options, l.note, l.quantity, l.unit_price
         FROM customer_order o JOIN order_line l ON l.order_id = o.id WHERE o.customer_id = $1
         ORDER BY l.order_id, l.position").bind(id).fetch_all(at).await)?)
}

pub async fn returns(db: &Db, id: UserId) -> Result<Vec<ExportedReturn>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT r.order_id, r.state, r.reason, r.description, r.amount, r.refunded, r.created_at
         FROM customer_order o JOIN order_return r ON r.order_id = o.id WHERE o.customer_id = $1 ORDER BY r.id")
        .bind(id).fetch_all(at).await)?)
}

pub async fn cart_lines(db: &Db, id: UserId) -> Result<Vec<ExportedCartLine>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT c.name AS company, o.name, v.name AS variant_name, l.options, l.note, l.quantity
         FROM cart k JOIN cart_line l ON l.cart_id = k.id JOIN company c ON c.id = k.company_id
            JOIN offering_variant v ON v.id = l.variant_id JOIN offering o ON o.id = v.offering_id
         WHERE k.account_id = $1 ORDER BY l.id").bind(id).fetch_all(at).await)?)
}

pub async fn cards(db: &Db, id: UserId) -> Result<Vec<ExportedCard>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT provider, brand, last4, exp_month, exp_year, created_at FROM saved_card WHERE account_id = $1 ORDER BY id")
        .bind(id).fetch_all(at).await)?)
}

pub async fn coins(db: &Db, id: UserId) -> Result<Vec<ExportedCoins>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT c.name AS company, e.order_id, e.kind, e.coins, e.at FROM loyalty_entry e JOIN company c ON c.id = e.company_id
         WHERE e.account_id = $1 AND e.ledger = 'card' ORDER BY e.at, e.order_id, e.position")
        .bind(id).fetch_all(at).await)?)
}
