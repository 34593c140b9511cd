//! Programme of a company: coins for what customers buy, and the value of a coin.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    Db, Result,
    db::Aggregate,
    on,
    types::{currency::Currency, ids::CompanyId, timestamp::Timestamp},
};

/// Maximum coins for each unit of a currency.
pub const COINS_PER_UNIT_MAX: i64 = 1_000;
/// Maximum value of a coin in minor units.
pub const COIN_VALUE_MAX: i64 = 1_000_000;
/// Maximum of the coins that a card must hold before any is spent.
pub const MINIMUM_COINS_MAX: i64 = 1_000_000;

/// Programme of a company. Coins do not expire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = LoyaltyProgramme)]
pub struct Programme {
    /// Coins are earned and spent. Cards keep their coins while it is off.
    pub is_active: bool,
    /// Coins for each whole unit of the company's currency, of goods without delivery and tip.
    #[schema(minimum = 1, maximum = 1000)]
    pub coins_per_unit: i64,
    /// Value of a coin in minor units.
    #[schema(minimum = 1, maximum = 1000000)]
    pub coin_value: i64,
    /// Coins that a card must hold before its owner may spend any.
    #[schema(minimum = 0, maximum = 1000000)]
    pub minimum_coins: i64,
}

/// Figures of the cards of a company.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
#[schema(as = LoyaltyFigures)]
pub struct Figures {
    /// Cards with at least one transaction.
    pub cards: i64,
    /// Coins on all cards that customers may still spend.
    pub coins_outstanding: i64,
}

impl Programme {
    /// Returns the coins for goods of `amount` minor units. Parts of a coin are not given.
    pub fn coins_for(&self, amount: i64, currency: &str) -> i64 {
        let decimals = currency.parse::<Currency>().map_or(2, Currency::decimals);
        let coins = i128::from(amount.max(0)) * i128::from(self.coins_per_unit) / i128::from(10_i64.pow(decimals));
        i64::try_from(coins).unwrap_or(0)
    }

    /// Returns the coins of a card that pay for goods of `amount` minor units, in whole coins.
    pub fn coins_against(&self, coins: i64, amount: i64) -> i64 {
        if !self.is_active || coins < self.minimum_coins.max(1) {
            0
        } else {
            coins.min(amount / self.coin_value).max(0)
        }
    }
}

/// Returns the programme of a company, also one that is off.
pub async fn find(db: &Db, company: CompanyId) -> Result<Option<Programme>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT is_active, coins_per_unit, coin_value, minimum_coins FROM loyalty_programme WHERE company_id = $1")
        .bind(company).fetch_optional(at).await)?)
}

/// Creates or changes the programme of a company. Coins that were earned stay.
pub async fn save(db: &Db, company: CompanyId, new: &Programme, now: Timestamp) -> Result<()> {
    let mut tx = db.begin().await?;
    tx.changes(Aggregate::Company(company));
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO loyalty_programme (company_id, is_active, coins_per_unit, coin_value, minimum_coins, changed_at)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (company_id) DO UPDATE SET is_active = excluded.is_active,
            coins_per_unit = excluded.coins_per_unit, coin_value = excluded.coin_value,
            minimum_coins = excluded.minimum_coins, changed_at = excluded.changed_at")
        .bind(company).bind(new.is_active).bind(new.coins_per_unit).bind(new.coin_value).bind(new.minimum_coins)
        .bind(now).execute(at).await.map(drop))?;
    tx.commit().await
}

/// Returns the figures of the cards of a company.
pub async fn figures(db: &Db, company: CompanyId) -> Result<Figures> {
    on!(db.read(), at => sqlx::query_as(
        "SELECT COUNT(*) AS cards,
            CAST(COALESCE(SUM(CASE WHEN coins > 0 THEN coins ELSE 0 END), 0) AS BIGINT) AS coins_outstanding
         FROM loyalty_card WHERE company_id = $1").bind(company).fetch_one(at).await)
    .map_err(Into::into)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAMME: Programme = Programme { is_active: true, coins_per_unit: 2, coin_value: 5, minimum_coins: 10 };

    #[test]
    fn coins_follow_the_decimals_of_the_currency() {
        assert_eq!(PROGRAMME.coins_for(1_299, "EUR"), 25);
        assert_eq!(PROGRAMME.coins_for(1_299, "JPY"), 2_598);
        assert_eq!(PROGRAMME.coins_for(1_299, "TND"), 2);
        assert_eq!(PROGRAMME.coins_for(-1, "EUR"), 0);
    }

    #[test]
    fn coins_pay_in_whole_coins_and_never_more_than_the_goods() {
        assert_eq!(PROGRAMME.coins_against(9, 1_000), 0);
        assert_eq!(PROGRAMME.coins_against(10, 1_000), 10);
        assert_eq!(PROGRAMME.coins_against(10, 24), 4);
        assert_eq!(PROGRAMME.coins_against(-3, 24), 0);
        assert_eq!(Programme { is_active: false, ..PROGRAMME }.coins_against(10, 24), 0);
    }
}
