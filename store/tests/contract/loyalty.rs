//! Stories of loyalty coins: earned, spent, returned, and a ledger that sums to zero.

use store::{
    Db,
    cart::{Details, change, view as carts},
    company,
    loyalty::{
        CoinChange, Programme,
        card::{self, LoyaltyCard},
        programme,
    },
    on,
    order::{
        OrderError, OrderState, Refusal,
        checkout::{self, Checkout},
        progress::{self, CompanyStep},
        settle,
    },
    payment::{PaymentEvent, PaymentState, Provider},
    testing::{both, loyalty::random_orders},
    types::ids::{CompanyId, OfferingId, OrderId, PaymentId, UserId},
};

use crate::{
    account,
    orders::{NOW, bakery, fill, line},
};

/// Orders of the random story, on each of two databases.
const ORDERS: i64 = 5_000;
/// A coin for each unit, worth 10 minor units, from 5 coins.
const RULES: Programme = Programme { is_active: true, coins_per_unit: 1, coin_value: 10, minimum_coins: 5 };

fn new(id: i64, customer: UserId, company: CompanyId, total: i64) -> Checkout {
    Checkout {
        payment: PaymentId(id),
        customer,
        orders: [(company, OrderId(id))].into(),
        expected_total: Some(total),
        client_id: None,
        provider: Provider::Sandbox,
    }
}

async fn use_coins(db: &Db, who: UserId, company: CompanyId) {
    let details = Details { use_coins: Some(true), ..Details::default() };
    change::set_details(db, who, company, &details, NOW).await.unwrap();
}

async fn pay(db: &Db, id: i64) {
    let event = PaymentEvent { id: id.to_string(), to: PaymentState::Paid, reference: None, card: None, failure: None };
    settle::settle(db, PaymentId(id), &event, NOW).await.unwrap();
}

async fn step(db: &Db, company: CompanyId, id: i64, to: OrderState) {
    let member = company::members(db, company).await.unwrap()[0];
    let step = CompanyStep { to, promised_at: None, note: String::new() };
    progress::set_state(db, company, member, OrderId(id), &step, NOW).await.unwrap();
}

/// Orders `quantity` loaves without coins and receives them.
async fn receive(db: &Db, id: i64, who: UserId, (company, bread): (CompanyId, OfferingId), quantity: i64) {
    let cart = fill(db, who, &line(id, company, bread, quantity)).await;
    checkout::checkout(db, &new(id, who, company, cart.total), NOW).await.unwrap();
    pay(db, id).await;
    step(db, company, id, OrderState::Accepted).await;
    step(db, company, id, OrderState::Fulfilled).await;
}

async fn card_of(db: &Db, who: UserId, company: CompanyId) -> LoyaltyCard {
    card::find(db, who, company).await.unwrap()
}

/// Returns the entries of the ledger and their sum.
async fn ledger(db: &Db) -> (i64, i64) {
    on!(db.read(), at => store::testing::sqlx::query_as(
        "SELECT COUNT(*), CAST(COALESCE(SUM(coins), 0) AS BIGINT) FROM loyalty_entry").fetch_one(at).await)
    .unwrap()
}

/// Returns the cards whose coins differ from the sum of their entries.
async fn wrong_cards(db: &Db) -> i64 {
    let (count,): (i64,) = on!(db.read(), at => store::testing::sqlx::query_as(
        "SELECT COUNT(*) FROM loyalty_card k WHERE coins <> (SELECT COALESCE(SUM(e.coins), 0) FROM loyalty_entry e
            WHERE e.ledger = 'card' AND e.company_id = k.company_id AND e.account_id = k.account_id)")
        .fetch_one(at).await)
    .unwrap();
    count
}

#[tokio::test]
async fn coins_are_earned_spent_and_returned() {
    both(async |db| {
        let (company, bread, _) = bakery(&db, 1).await;
        let zoe = account(&db, 20, "zoe").await;
        // Without a programme no coins are earned.
        receive(&db, 30, zoe, (company, bread), 4).await;
        assert!(card::find(&db, zoe, company).await.is_err());
        assert_eq!(fill(&db, zoe, &line(31, company, bread, 8)).await.loyalty, None);
        programme::save(&db, company, &RULES, NOW).await.unwrap();
        receive(&db, 31, zoe, (company, bread), 1).await;
        let shown = card_of(&db, zoe, company).await;
        assert_eq!((shown.coins, shown.total_coins, shown.value), (22, 22, 220));
        assert_eq!(shown.last_transaction.kind, CoinChange::Earned);

        // 22 coins pay 2.20 of 5.00; the VAT follows the lines.
        let cart = fill(&db, zoe, &line(32, company, bread, 2)).await;
        assert_eq!((cart.total, cart.loyalty.unwrap().usable_coins), (500, 22));
        use_coins(&db, zoe, company).await;
        let cart = carts::of_company(&db, zoe, company, NOW).await.unwrap();
        let loyalty = cart.loyalty.unwrap();
        assert_eq!((cart.total, cart.discount, loyalty.spent_value, loyalty.earned_coins), (280, 220, 220, 2));
        let outcome = checkout::checkout(&db, &new(32, zoe, company, 280), NOW).await.unwrap().1;
        assert_eq!((outcome.orders[0].coins_spent, outcome.orders[0].coins_value), (22, 220));
        assert_eq!(card_of(&db, zoe, company).await.coins, 0);
        // A new checkout replaces the unpaid order and takes its coins over.
        let cart = carts::of_company(&db, zoe, company, NOW).await.unwrap();
        assert_eq!((cart.total, cart.loyalty.unwrap().coins), (280, 22));
        checkout::checkout(&db, &new(33, zoe, company, 280), NOW).await.unwrap();
        assert_eq!(card_of(&db, zoe, company).await.coins, 0);
        pay(&db, 33).await;
        // The late payment of the replaced order is paid back and spends nothing.
        pay(&db, 32).await;
        assert_eq!(card_of(&db, zoe, company).await.coins, 0);
        progress::cancel(&db, zoe, OrderId(33), "", None, NOW).await.unwrap();
        let shown = card_of(&db, zoe, company).await;
        assert_eq!((shown.coins, shown.total_coins), (22, 22));
        assert_eq!(shown.last_transaction.kind, CoinChange::SpendingReversed);
        let (history, total) = card::history(&db, zoe, company, 2, 0).await.unwrap();
        assert_eq!((history.len(), total), (2, 5));
        assert_eq!(card::list(&db, zoe, 10, 0).await.unwrap().1, 1);
        let (held, _) = card::of_company(&db, company, 10, 0).await.unwrap();
        assert_eq!((held[0].name.as_str(), held[0].coins), ("Zoe Lind", 22));
        let figures = programme::figures(&db, company).await.unwrap();
        assert_eq!((figures.cards, figures.coins_outstanding), (1, 22));
        // A programme that is off earns and spends nothing.
        programme::save(&db, company, &Programme { is_active: false, ..RULES }, NOW).await.unwrap();
        receive(&db, 34, zoe, (company, bread), 4).await;
        assert_eq!(card_of(&db, zoe, company).await.value, 0);
        assert_eq!((ledger(&db).await.1, wrong_cards(&db).await), (0, 0));
        assert!(card::find(&db, zoe, CompanyId(2)).await.is_err());
    })
    .await;
}

#[tokio::test]
async fn same_coins_are_spent_once() {
    both(async |db| {
        let (company, bread, _) = bakery(&db, 1).await;
        let zoe = account(&db, 20, "zoe").await;
        programme::save(&db, company, &RULES, NOW).await.unwrap();
        receive(&db, 30, zoe, (company, bread), 10).await;
        fill(&db, zoe, &line(31, company, bread, 2)).await;
        use_coins(&db, zoe, company).await;
        let (one, two) = (new(31, zoe, company, 250), new(32, zoe, company, 250));
        let (one, two) = tokio::join!(checkout::checkout(&db, &one, NOW), checkout::checkout(&db, &two, NOW));
        let taken = [one, two].into_iter().filter(Result::is_ok).count();
        assert!(taken >= 1);
        let (spent,): (i64,) = on!(db.read(), at => store::testing::sqlx::query_as(
            "SELECT CAST(-SUM(coins) AS BIGINT) FROM loyalty_entry WHERE ledger = 'card'
                AND kind IN ('spent', 'spending_reversed')").fetch_one(at).await)
        .unwrap();
        assert_eq!((spent, card_of(&db, zoe, company).await.coins), (25, 0));
        assert_eq!((ledger(&db).await.1, wrong_cards(&db).await), (0, 0));
    })
    .await;
}

#[tokio::test]
async fn coins_that_were_spent_meanwhile_are_refused() {
    both(async |db| {
        let (company, bread, _) = bakery(&db, 1).await;
        let zoe = account(&db, 20, "zoe").await;
        programme::save(&db, company, &RULES, NOW).await.unwrap();
        receive(&db, 30, zoe, (company, bread), 10).await;
        fill(&db, zoe, &line(31, company, bread, 1)).await;
        use_coins(&db, zoe, company).await;
        // The coins pay all of it: the order is placed at once.
        let outcome = checkout::checkout(&db, &new(31, zoe, company, 0), NOW).await.unwrap().1;
        assert_eq!((outcome.orders[0].state, outcome.orders[0].total), (OrderState::New, 0));
        // The price that was shown counted on the coins.
        fill(&db, zoe, &line(32, company, bread, 1)).await;
        use_coins(&db, zoe, company).await;
        match checkout::checkout(&db, &new(32, zoe, company, 0), NOW).await.unwrap_err() {
            OrderError::Refused(refusal) => assert_eq!(refusal, Refusal::PriceChanged(250)),
            OrderError::Store(cause) => panic!("{cause}"),
        }
    })
    .await;
}

#[tokio::test]
async fn ledger_of_random_orders_sums_to_zero() {
    both(async |db| {
        let companies = [bakery(&db, 1).await, bakery(&db, 2).await];
        let mut people = Vec::new();
        for id in 20..30 {
            people.push(account(&db, id, &format!("person{id}")).await);
        }
        for (company, ..) in companies {
            programme::save(&db, company, &RULES, NOW).await.unwrap();
        }
        random_orders(&db, &companies.map(|(company, ..)| company), &people, ORDERS, NOW).await;
        let (entries, sum) = ledger(&db).await;
        assert!(entries > ORDERS, "{entries}");
        assert_eq!((sum, wrong_cards(&db).await), (0, 0));
        let (negative,): (i64,) = on!(db.read(), at => store::testing::sqlx::query_as(
            "SELECT COUNT(*) FROM loyalty_card WHERE total_coins < 0").fetch_one(at).await)
        .unwrap();
        assert_eq!(negative, 0);
    })
    .await;
}
