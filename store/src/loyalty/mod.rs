//! Loyalty coins of companies: programmes, cards of customers, and a double-entry ledger.
//!
//! [`ledger`] posts transactions within those of orders. A card and the company's liability always sum to zero.

pub mod card;
pub(crate) mod ledger;
pub mod programme;

pub use card::LoyaltyCard;
pub use programme::Programme;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Kind of a transaction of coins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum CoinChange {
    /// An order was fulfilled.
    Earned,
    /// A part of the order was paid back.
    EarningReversed,
    /// Coins were a part of a payment.
    Spent,
    /// The order was cancelled or paid back.
    SpendingReversed,
}
