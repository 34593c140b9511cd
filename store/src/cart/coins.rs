//! Loyalty coins of a cart: what it may spend, and what it earns.

use serde::Serialize;
use utoipa::ToSchema;

use super::quote::{QuoteLine, Terms, quote};
use crate::loyalty::Programme;

/// Loyalty coins of a cart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CartLoyalty {
    /// Coins of the customer's card.
    pub coins: i64,
    /// Value of a coin in minor units.
    pub coin_value: i64,
    /// Coins that the card must hold before any is spent.
    pub minimum_coins: i64,
    /// The customer spends coins.
    pub use_coins: bool,
    /// Coins that the order may spend.
    pub usable_coins: i64,
    /// Coins that the order spends.
    pub spent_coins: i64,
    /// Value of these coins: a part of the discount, in minor units.
    pub spent_value: i64,
    /// Coins that the order earns when it is fulfilled.
    pub earned_coins: i64,
}

impl CartLoyalty {
    /// Returns the coins that an order spends and earns. Coins pay for goods, after the promo code.
    ///
    /// `coins` are those of the card, `use_coins` is the customer's choice.
    pub(super) fn of(
        programme: Programme,
        (coins, use_coins): (i64, bool),
        currency: &str,
        lines: &[QuoteLine],
        terms: Terms,
    ) -> Self {
        let goods = |spent_value| {
            let quoted = quote(lines, Terms { coins: spent_value, ..terms }).unwrap_or_default();
            quoted.lines.iter().map(|line| line.amount).sum::<i64>()
        };
        let usable_coins = programme.coins_against(coins, goods(0));
        let spent_coins = if use_coins { usable_coins } else { 0 };
        let spent_value = spent_coins * programme.coin_value;
        Self {
            coins,
            coin_value: programme.coin_value,
            minimum_coins: programme.minimum_coins,
            use_coins,
            usable_coins,
            spent_coins,
            spent_value,
            earned_coins: programme.coins_for(goods(spent_value), currency),
        }
    }
}
