//! Random orders for the ledger of loyalty coins.
#![allow(clippy::unwrap_used, reason = "a test that cannot start must stop, and say where")]

use crate::{
    Db,
    loyalty::ledger::OrderCard,
    on,
    types::{
        ids::{CompanyId, OrderId, PaymentId, UserId},
        timestamp::Timestamp,
    },
};

/// Orders of one transaction.
const BATCH: i64 = 500;

/// Adds orders that spend coins, are cancelled, fulfilled, and paid back in random parts.
pub async fn random_orders(db: &Db, companies: &[CompanyId], customers: &[UserId], count: i64, now: Timestamp) {
    let mut state = 11_u64;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % below
    };
    let payment = PaymentId(1_000);
    on!(db.write(), at => sqlx::query(
        "INSERT INTO payment (id, provider, state, amount, currency, request_hash, created_at, changed_at)
         VALUES ($1, 'sandbox', 'paid', 0, 'EUR', '', $2, $2)").bind(payment).bind(now).execute(at).await.map(drop))
    .unwrap();
    for first in (0..count).step_by(usize::try_from(BATCH).unwrap()) {
        let mut tx = db.begin().await.unwrap();
        for id in first..(first + BATCH).min(count) {
            let (company, customer) = (companies[random(companies.len())], customers[random(customers.len())]);
            let card = OrderCard { order: OrderId(1_000 + id), company, customer };
            let coins = i64::try_from(random(3) * random(100)).unwrap();
            on!(tx.at(), at => sqlx::query(
                "INSERT INTO customer_order (id, code, company_id, customer_id, payment_id, state, fulfilment,
                    customer_name, contact_number, email, subtotal, discount, delivery_fee, tip, vat, total, currency,
                    created_at, changed_at, coins_spent)
                 VALUES ($1, $2, $3, $4, $5, 'fulfilled', 'collect', '', '', '', 0, 0, 0, 0, 0, 0, 'EUR', $6, $6, $7)")
                .bind(card.order).bind(format!("R{id}")).bind(company).bind(customer).bind(payment).bind(now).bind(coins)
                .execute(at).await.map(drop))
            .unwrap();
            let paid = coins == 0 || card.spend(&mut tx, coins, now).await.unwrap();
            if !paid {
                on!(tx.at(), at => sqlx::query("UPDATE customer_order SET coins_spent = 0 WHERE id = $1")
                    .bind(card.order).execute(at).await.map(drop))
                .unwrap();
            }
            if random(4) == 0 {
                card.keep(&mut tx, 0, 1, now).await.unwrap();
                if random(2) == 0 {
                    card.spend_again(&mut tx, now).await.unwrap();
                }
                continue;
            }
            let goods = i64::try_from(random(20_000)).unwrap();
            card.earn(&mut tx, goods, "EUR", now).await.unwrap();
            let mut left = goods;
            for _ in 0..random(3) {
                left -= i64::try_from(random(usize::try_from(left).unwrap() + 1)).unwrap();
                card.keep(&mut tx, left, goods, now).await.unwrap();
            }
        }
        tx.commit().await.unwrap();
    }
}
