//! Loyalty programmes of the demo's shops, and the coins of fulfilled orders. An order with a return earns none.

use super::Shop;
use crate::{
    Result,
    db::Tx,
    on,
    types::{currency::Currency, timestamp::Timestamp},
};

/// Minor units of a coin's value, for currencies with two decimals: 5 % of what was bought.
const COIN_VALUE: i64 = 5;
const MINIMUM_COINS: i64 = 20;
const DECIMALS: u32 = 2;

/// Adds the programmes, then one transaction for each fulfilled order, and the cards that follow from them.
pub(super) async fn add(tx: &mut Tx, shops: &[Shop], now: Timestamp) -> Result<()> {
    let has_cents = |shop: &&Shop| shop.currency.parse::<Currency>().is_ok_and(|it| it.decimals() == DECIMALS);
    for shop in shops.iter().filter(has_cents) {
        on!(tx.at(), at => sqlx::query(
            "INSERT INTO loyalty_programme (company_id, is_active, coins_per_unit, coin_value, minimum_coins, changed_at)
             VALUES ($1, TRUE, 1, $2, $3, $4)")
            .bind(shop.id).bind(COIN_VALUE).bind(MINIMUM_COINS).bind(now).execute(at).await.map(drop))?;
    }
    for (ledger, sign) in [("card", 1_i64), ("company", -1)] {
        on!(tx.at(), at => sqlx::query(
            "INSERT INTO loyalty_entry (order_id, position, ledger, company_id, account_id, kind, coins, at)
             SELECT o.id, 0, $1, o.company_id, o.customer_id, 'earned', CAST($2 AS BIGINT) * CAST(g.goods / 100 AS BIGINT),
                o.changed_at
             FROM customer_order o JOIN loyalty_programme p ON p.company_id = o.company_id
                JOIN (SELECT order_id, CAST(SUM(amount) AS BIGINT) AS goods FROM order_line GROUP BY order_id) g
                    ON g.order_id = o.id
             WHERE o.state = 'fulfilled' AND o.refunded = 0 AND o.customer_id IS NOT NULL AND g.goods >= 100")
            .bind(ledger).bind(sign).execute(at).await.map(drop))?;
    }
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO loyalty_card (company_id, account_id, coins, total_coins, last_kind, last_coins, last_at)
         SELECT e.company_id, e.account_id, CAST(SUM(e.coins) AS BIGINT), CAST(SUM(e.coins) AS BIGINT), 'earned',
            (SELECT l.coins FROM loyalty_entry l WHERE l.ledger = 'card' AND l.company_id = e.company_id
                AND l.account_id = e.account_id ORDER BY l.at DESC, l.order_id DESC LIMIT 1), MAX(e.at)
         FROM loyalty_entry e WHERE e.ledger = 'card' GROUP BY e.company_id, e.account_id")
        .execute(at).await.map(drop))?;
    Ok(())
}
