//! Transactions of coins, in the transaction of the order that causes them. The order's company is locked, so that
//! transactions of one card follow each other.

use super::{CoinChange, Programme};
use crate::{
    Result,
    db::Tx,
    on,
    types::{
        ids::{CompanyId, OrderId, UserId},
        timestamp::Timestamp,
    },
};

/// Card that an order earns coins for, or spends coins of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OrderCard {
    pub order: OrderId,
    pub company: CompanyId,
    pub customer: UserId,
}

impl OrderCard {
    /// Spends coins for an order. Returns false if the card holds fewer.
    pub(crate) async fn spend(&self, tx: &mut Tx, coins: i64, now: Timestamp) -> Result<bool> {
        let (held,): (i64,) = on!(tx.at(), at => sqlx::query_as(
            "SELECT COALESCE((SELECT coins FROM loyalty_card WHERE company_id = $1 AND account_id = $2), 0)")
            .bind(self.company).bind(self.customer).fetch_one(at).await)?;
        if held < coins {
            return Ok(false);
        }
        self.post(tx, CoinChange::Spent, -coins, now).await?;
        Ok(true)
    }

    /// Gives the coins of a fulfilled order, if the company has a programme. A repeat has no effect.
    pub(crate) async fn earn(&self, tx: &mut Tx, amount: i64, currency: &str, now: Timestamp) -> Result<()> {
        let programme: Option<Programme> = on!(tx.at(), at => sqlx::query_as(
            "SELECT is_active, coins_per_unit, coin_value, minimum_coins FROM loyalty_programme
             WHERE company_id = $1 AND is_active = TRUE").bind(self.company).fetch_optional(at).await)?;
        let Some(programme) = programme else { return Ok(()) };
        let sums = self.sums(tx).await?;
        if sums.earned == 0 {
            self.post(tx, CoinChange::Earned, programme.coins_for(amount, currency), now).await?;
        }
        Ok(())
    }

    /// Keeps the part `left` of `whole` of the order's coins: takes earned coins back and returns spent ones. A repeat
    /// has no effect.
    pub(crate) async fn keep(&self, tx: &mut Tx, left: i64, whole: i64, now: Timestamp) -> Result<()> {
        let sums = self.sums(tx).await?;
        let part = |coins: i64| {
            let kept = i128::from(coins) * i128::from(left) / i128::from(whole.max(1));
            i64::try_from(kept).unwrap_or(0)
        };
        let earned = part(sums.earned) - (sums.earned + sums.earning_reversed);
        self.post(tx, CoinChange::EarningReversed, earned.min(0), now).await?;
        let returned = sums.net_spent() - part(sums.due);
        self.post(tx, CoinChange::SpendingReversed, returned.max(0), now).await
    }

    /// Takes the coins of a cancelled order again, because its payment arrived late. Returns false if the card holds
    /// fewer now.
    pub(crate) async fn spend_again(&self, tx: &mut Tx, now: Timestamp) -> Result<bool> {
        let sums = self.sums(tx).await?;
        let missing = sums.due - sums.net_spent();
        if missing == 0 { Ok(true) } else { self.spend(tx, missing, now).await }
    }

    /// Returns the sums of the order's transactions, as its card sees them.
    async fn sums(&self, tx: &mut Tx) -> Result<Sums> {
        let rows: Vec<(i64, Option<CoinChange>, i64)> = on!(tx.at(), at => sqlx::query_as(
            "SELECT o.coins_spent, e.kind, CAST(COALESCE(SUM(e.coins), 0) AS BIGINT)
             FROM customer_order o LEFT JOIN loyalty_entry e ON e.order_id = o.id AND e.ledger = 'card'
             WHERE o.id = $1 GROUP BY o.coins_spent, e.kind").bind(self.order).fetch_all(at).await)?;
        let of = |kind| rows.iter().find(|(_, known, _)| *known == Some(kind)).map_or(0, |(_, _, coins)| *coins);
        Ok(Sums {
            due: rows.first().map_or(0, |(due, ..)| *due),
            earned: of(CoinChange::Earned),
            earning_reversed: of(CoinChange::EarningReversed),
            spent: of(CoinChange::Spent),
            spending_reversed: of(CoinChange::SpendingReversed),
        })
    }

    /// Posts a transaction: the card gains `coins`, the company's liability loses them. 0 is no transaction.
    async fn post(&self, tx: &mut Tx, kind: CoinChange, coins: i64, now: Timestamp) -> Result<()> {
        if coins == 0 {
            return Ok(());
        }
        // Both entries in one statement: they count the same transactions before them.
        on!(tx.at(), at => sqlx::query(
            "INSERT INTO loyalty_entry (order_id, position, ledger, company_id, account_id, kind, coins, at)
             SELECT $1, n.count, l.ledger, $2, $3, $4, CASE l.ledger WHEN 'card' THEN $5 ELSE $6 END, $7
             FROM (SELECT COUNT(*) AS count FROM loyalty_entry WHERE order_id = $1 AND ledger = 'card') n
                CROSS JOIN (SELECT 'card' AS ledger UNION ALL SELECT 'company') l")
            .bind(self.order).bind(self.company).bind(self.customer).bind(kind).bind(coins).bind(-coins).bind(now)
            .execute(at).await.map(drop))?;
        let earned = if matches!(kind, CoinChange::Earned | CoinChange::EarningReversed) { coins } else { 0 };
        on!(tx.at(), at => sqlx::query(
            "INSERT INTO loyalty_card (company_id, account_id, coins, total_coins, last_kind, last_coins, last_at)
             VALUES ($1, $2, $3, $4, $5, $3, $6)
             ON CONFLICT (company_id, account_id) DO UPDATE SET coins = loyalty_card.coins + excluded.coins,
                total_coins = loyalty_card.total_coins + $7, last_kind = excluded.last_kind,
                last_coins = excluded.last_coins, last_at = excluded.last_at")
            .bind(self.company).bind(self.customer).bind(coins).bind(earned.max(0)).bind(kind).bind(now).bind(earned)
            .execute(at).await.map(drop))?;
        Ok(())
    }
}

/// Coins of an order by kind. Spent and reversed earnings are negative.
struct Sums {
    /// Coins that are a part of the order's payment.
    due: i64,
    earned: i64,
    earning_reversed: i64,
    spent: i64,
    spending_reversed: i64,
}

impl Sums {
    /// Coins that were spent and not returned.
    fn net_spent(&self) -> i64 {
        -self.spent - self.spending_reversed
    }
}
