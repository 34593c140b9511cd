//! Proves that money adds up: orders `N` (first argument, 20,000) random carts of companies in eight currencies, with
//! options, promo codes, coins, delivery and tip, pays them, and takes a part of them back. Each must have
//! lines = total = charge = invoice, and none may be negative. The ledger of coins must sum to zero, and the figures by day
//! must equal the sum of the orders. On SQLite and, with its programs installed, PostgreSQL, in several databases at
//! once, each with a seed of its own. A second argument is a seed: one database then repeats the carts of that one.
//!
//! `cargo run --release -p store --features testing --example carts -- 1000000`
#![allow(clippy::unwrap_used, reason = "a measurement that cannot run must stop, and say where")]

use std::time::Instant;

use serde_json::json;
use store::{
    Db,
    account::delivery_address::{self, AddressKind, DeliveryAddress},
    cart::{
        self, Cart, Details, NewLine,
        change::{self, ChosenOption},
        promo_code::{PromoKind, PromoProblem},
    },
    fulfilment::{DeliveryZone, Fulfilment, FulfilmentOption},
    invoice::view as invoices,
    loyalty::Programme,
    on,
    order::{
        Order, OrderState,
        checkout::{self, Checkout},
        progress::{self, CompanyStep},
        settle,
    },
    payment::{PaymentEvent, PaymentState, Provider, lookup},
    testing::{
        self,
        market::{self, CompanyRow, OfferingRow},
        sqlx,
    },
    types::{
        currency::Currency,
        ids::{AddressId, CartLineId, CompanyId, OfferingId, OrderId, PaymentId, UserId},
        timestamp::Timestamp,
    },
};

/// Sunday 2026-11-22, 06:00 in Madrid.
const NOW: Timestamp = Timestamp(1_795_323_600_000);
/// Country and currency of each company: two, none and three decimals. The United States add the tax to the prices.
const COMPANIES: [(&str, &str); 8] = [
    ("ES", "EUR"),
    ("US", "USD"),
    ("GB", "GBP"),
    ("CH", "CHF"),
    ("JP", "JPY"),
    ("KR", "KRW"),
    ("KW", "KWD"),
    ("TN", "TND"),
];
/// Databases for each core: one waits for its disk while another works.
const DATABASES_PER_CORE: u64 = 4;
/// VAT rates in hundredths of a percent.
const RATES: [i64; 4] = [0, 550, 825, 2_100];
const PRODUCTS: i64 = 12;
const CUSTOMERS: i64 = 50;
const CODES: [(&str, PromoKind, i64); 3] =
    [("HALF", PromoKind::Percent, 50), ("LESS", PromoKind::Amount, 777), ("FREE", PromoKind::FreeDelivery, 0)];

fn main() {
    let carts: u64 = std::env::args().nth(1).map_or(20_000, |count| count.parse().unwrap());
    let cores = u64::try_from(std::thread::available_parallelism().unwrap().get()).unwrap();
    let only: Option<u64> = std::env::args().nth(2).map(|seed| seed.parse().unwrap());
    let seeds = only.map_or(7..7 + cores * DATABASES_PER_CORE, |seed| seed..seed + 1);
    let share = carts.div_ceil(seeds.end - seeds.start);
    let shares = seeds.map(|seed| {
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(prove_share(share, seed));
        })
    });
    for share in shares.collect::<Vec<_>>() {
        share.join().unwrap();
    }
}

async fn prove_share(carts: u64, seed: u64) {
    let (sqlite, _folder) = testing::sqlite().await;
    prove(&sqlite, carts, seed).await;
    if let Some(postgres) = testing::postgres().await {
        prove(&postgres, carts, seed).await;
    }
}

/// Numbers that are the same in each run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from(self.0 >> 33).unwrap() % most
    }
}

async fn prove(db: &Db, carts: u64, seed: u64) {
    open(db).await;
    let (mut dice, began) = (Dice(seed), Instant::now());
    let (mut cancelled, mut free) = (0_u64, 0_u64);
    for number in 0..carts {
        let id = 1_000 + i64::try_from(number).unwrap();
        let (company, customer) = (CompanyId(1 + dice.below(8)), UserId(1_000 + dice.below(CUSTOMERS)));
        let cart = fill(db, &mut dice, id, company, customer).await;
        let order = pay(db, id, &cart, customer).await;
        free += u64::from(order.total == 0);
        check(db, &order, &cart, customer).await;
        cancelled += u64::from(finish(db, &mut dice, &order, customer).await);
    }
    let rate = f64::from(u32::try_from(carts).unwrap()) / began.elapsed().as_secs_f64();
    check_sums(db).await;
    println!(
        "{}, seed {seed}: {carts} carts in 8 currencies add up, {free} free, {cancelled} cancelled, {rate:.0}/s",
        db.kind()
    );
}

/// Opens the companies, each with products of all VAT rates, two ways of handing over, promo codes and coins.
async fn open(db: &Db) {
    for (id, (country, currency)) in (1..).zip(COMPANIES) {
        let company = CompanyRow { country, currency, position: Some((40.0, -3.0)), ..CompanyRow::new(id, currency) };
        let company = company.insert(db).await;
        for number in 0..PRODUCTS {
            let options = json!([{"name": "Size", "required": false, "max": 1,
                "choices": [{"name": "Large", "price": 1 + number * 13}]}]);
            let product = OfferingRow {
                price: 1 + number * number * 731,
                options,
                ..OfferingRow::new(id * 100 + number, company, "Product")
            };
            let product = product.insert(db).await;
            let rate = RATES[usize::try_from(number).unwrap() % RATES.len()];
            on!(db.write(), at => sqlx::query("UPDATE offering SET vat_rate = $2 WHERE id = $1").bind(product).bind(rate)
                .execute(at).await.map(drop))
            .unwrap();
        }
        let way = |kind, zones| FulfilmentOption { kind, minutes: 30, minimum_order: 0, zones };
        let zones = vec![DeliveryZone { up_to_metres: 5_000, fee: 299, free_from: Some(30_000) }];
        let ways = [way(Fulfilment::Collect, Vec::new()), way(Fulfilment::Delivery, zones)];
        market::fulfilment(db, company, &ways).await;
        for (number, (code, kind, value)) in (0..).zip(CODES) {
            market::promo_code(db, id * 10 + number, company, code, kind, value).await;
        }
        let programme = Programme { is_active: true, coins_per_unit: 3, coin_value: 7, minimum_coins: 1 };
        store::loyalty::programme::save(db, company, &programme, NOW).await.unwrap();
    }
    on!(db.write(), at => sqlx::query("UPDATE promo_code SET limit_total = NULL, limit_each = NULL")
        .execute(at).await.map(drop))
    .unwrap();
    for id in 0..CUSTOMERS {
        testing::account(db, UserId(1_000 + id), &format!("guest{id}")).await;
        delivery_address::add(db, UserId(1_000 + id), &mut address(1_000 + id), NOW).await.unwrap();
    }
    db.everything_changed();
}

fn address(id: i64) -> DeliveryAddress {
    DeliveryAddress {
        id: AddressId(id),
        kind: AddressKind::Home,
        first_name: "Zoe".to_owned(),
        last_name: "Lind".to_owned(),
        phone_number: "+34600000000".to_owned(),
        house: "7".to_owned(),
        road: "Main Street".to_owned(),
        pincode: "28001".to_owned(),
        city: "Madrid".to_owned(),
        state: "Madrid".to_owned(),
        country: "ES".to_owned(),
        latitude: Some(40.01),
        longitude: Some(-3.0),
        instructions: String::new(),
        is_default: true,
    }
}

/// Fills a cart with one to five lines and random terms.
async fn fill(db: &Db, dice: &mut Dice, id: i64, company: CompanyId, customer: UserId) -> Cart {
    let is_delivered = dice.below(2) == 0;
    let fulfilment = Some(if is_delivered { Fulfilment::Delivery } else { Fulfilment::Collect });
    for number in 0..=dice.below(5) {
        let large = ChosenOption { group: "Size".to_owned(), choice: "Large".to_owned() };
        let line = NewLine {
            id: CartLineId(id * 10 + number),
            cart: id,
            company,
            offering: OfferingId(company.0 * 100 + dice.below(PRODUCTS)),
            variant: None,
            quantity: 1 + dice.below(9),
            options: if dice.below(3) == 0 { vec![large] } else { Vec::new() },
            note: String::new(),
            fulfilment,
        };
        change::add(db, customer, &line, NOW).await.unwrap();
    }
    let code = CODES.get(usize::try_from(dice.below(6)).unwrap()).map(|(code, ..)| (*code).to_owned());
    let details = Details {
        customer_name: Some("Zoe Lind".to_owned()),
        contact_number: Some("+34600000000".to_owned()),
        email: Some("zoe@plaza.example".to_owned()),
        address: is_delivered.then_some(Some(AddressId(customer.0))),
        promo_code: Some(code),
        tip: Some(dice.below(2) * dice.below(500)),
        use_coins: Some(dice.below(2) == 0),
        ..Details::default()
    };
    change::set_details(db, customer, company, &details, NOW).await.unwrap();
    let mut cart = cart::view::of_company(db, customer, company, NOW).await.unwrap();
    if cart.promo_problem == Some(PromoProblem::NoDeliveryFee) {
        let without = Details { promo_code: Some(None), ..Details::default() };
        change::set_details(db, customer, company, &without, NOW).await.unwrap();
        cart = cart::view::of_company(db, customer, company, NOW).await.unwrap();
    }
    assert_eq!(cart.problems, []);
    cart
}

async fn pay(db: &Db, id: i64, cart: &Cart, customer: UserId) -> Order {
    let new = Checkout {
        payment: PaymentId(id),
        customer,
        orders: [(cart.company.id, OrderId(id))].into(),
        expected_total: Some(cart.total),
        client_id: None,
        provider: Provider::Sandbox,
    };
    let (payment, mut outcome) = checkout::checkout(db, &new, NOW).await.unwrap();
    if payment.state == PaymentState::RequiresMethod {
        let event = PaymentEvent {
            id: format!("paid{id}"),
            to: PaymentState::Paid,
            reference: None,
            card: None,
            failure: None,
        };
        outcome = settle::settle(db, payment.id, &event, NOW).await.unwrap().1;
    }
    outcome.orders.pop().unwrap()
}

/// Fails if cart, order, payment and invoice differ.
async fn check(db: &Db, order: &Order, cart: &Cart, customer: UserId) {
    let added = if cart.vat_added > 0 { cart.vat } else { 0 };
    let lines: i64 = cart.lines.iter().map(|line| line.quantity * line.unit_price).sum();
    assert_eq!(lines - cart.discount + cart.delivery_fee + cart.tip + added, cart.total, "{cart:?}");
    assert!(cart.lines.iter().all(|line| line.amount >= 0 && line.vat >= 0) && cart.total >= 0, "{cart:?}");
    let payment = lookup::any(db, order.payment.id).await.unwrap();
    assert_eq!((order.total, payment.amount, payment.state), (cart.total, cart.total, PaymentState::Paid));
    assert_eq!(order.state, OrderState::New);
    // The text that a provider is sent and that people read has the decimals of the currency.
    let currency: Currency = order.currency.parse().unwrap();
    assert_eq!(currency.amount(&currency.plain(order.total)), Some(order.total));
    let documents = invoices::of_order(db, customer, order.id).await.unwrap();
    assert_eq!(documents.len(), usize::from(order.total > 0));
    for invoice in documents {
        assert_eq!((invoice.total, invoice.vat, invoice.net), (order.total, order.vat, order.total - order.vat));
        assert_eq!(invoice.lines.iter().map(|line| line.amount).sum::<i64>(), invoice.total);
        assert_eq!(invoice.lines.iter().map(|line| line.vat).sum::<i64>(), invoice.vat);
        assert!(invoice.lines.iter().all(|line| line.amount >= 0 && line.vat >= 0), "{invoice:?}");
    }
}

/// Cancels a quarter of the orders and hands half of them over, which earns coins. Returns true if it was cancelled.
async fn finish(db: &Db, dice: &mut Dice, order: &Order, customer: UserId) -> bool {
    let member = UserId(1_000_000 + order.company.id.0);
    let steps: &[OrderState] = match dice.below(4) {
        0 => &[OrderState::Cancelled],
        1 => &[],
        _ => &[OrderState::Accepted, OrderState::Fulfilled],
    };
    for to in steps {
        let step = CompanyStep { to: *to, promised_at: None, note: String::new() };
        progress::set_state(db, order.company.id, member, order.id, &step, NOW).await.unwrap();
    }
    let is_cancelled = steps == [OrderState::Cancelled];
    if is_cancelled {
        assert_eq!(lookup::any(db, order.payment.id).await.unwrap().refunded, order.total);
        let documents = invoices::of_order(db, customer, order.id).await.unwrap();
        assert_eq!(documents.iter().map(|one| one.total).sum::<i64>(), 0, "{documents:?}");
        assert_eq!(documents.iter().map(|one| one.vat).sum::<i64>(), 0, "{documents:?}");
    }
    is_cancelled
}

/// Fails if the ledger does not sum to zero, or a sum that is kept differs from its rows.
async fn check_sums(db: &Db) {
    for (what, sql) in [
        ("coins of the ledger", "SELECT CAST(COALESCE(SUM(coins), 0) AS BIGINT) FROM loyalty_entry"),
        ("cards below zero", "SELECT COUNT(*) FROM loyalty_card WHERE coins < 0"),
        (
            "cards that differ from the ledger",
            "SELECT COUNT(*) FROM loyalty_card c WHERE c.coins <> (SELECT COALESCE(SUM(e.coins), 0) FROM loyalty_entry e
                WHERE e.ledger = 'card' AND e.company_id = c.company_id AND e.account_id = c.account_id)",
        ),
        (
            "days that differ from their orders",
            "SELECT COUNT(*) FROM company_day d WHERE d.income <> (SELECT COALESCE(SUM(o.total - o.refunded), 0)
                FROM customer_order o WHERE o.company_id = d.company_id AND o.placed_on = d.day)",
        ),
        (
            "invoices with another total than their order",
            "SELECT COUNT(*) FROM customer_order o WHERE o.total - o.refunded <>
                (SELECT COALESCE(SUM(i.total), 0) FROM invoice i WHERE i.order_id = o.id)",
        ),
    ] {
        let (wrong,): (i64,) = on!(db.read(), at => sqlx::query_as(sql).fetch_one(at).await).unwrap();
        assert_eq!(wrong, 0, "{what}");
    }
}
