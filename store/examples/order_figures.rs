//! Measures what a company with many orders reads: `N` (first argument, 1,000,000) orders of a year, of which 5,000 are
//! open, on SQLite and, with its programs installed, PostgreSQL.
//!
//! `cargo run --release -p store --features testing --example order_figures -- 1000000`
#![allow(clippy::unwrap_used, reason = "a measurement that cannot run must stop, and say where")]

use std::time::{Duration, Instant};

use store::{
    Db,
    cart::{self, Details, NewLine, change},
    catalogue::detail::Availability,
    dashboard,
    fulfilment::{Fulfilment, FulfilmentOption},
    on,
    order::{
        OrderState,
        checkout::{self, Checkout},
        list::{self, OrderFilter, Window},
        settle,
    },
    payment::{PaymentEvent, PaymentState, Provider},
    sales::{customer, day},
    testing::{
        self,
        market::{self, CompanyRow, OfferingRow, VariantRow},
        sqlx,
    },
    types::{
        ids::{CartLineId, CompanyId, OfferingId, OrderId, PaymentId, UserId},
        timestamp::{Date, Timestamp},
    },
};

/// Sunday 2026-11-22, 06:00 in Madrid.
const NOW: Timestamp = Timestamp(1_795_323_600_000);
const DAYS: i64 = 365;
const OPEN: i64 = 5_000;
/// Orders that a board holds: the oldest.
const BOARD: i64 = 500;
const CUSTOMERS: i64 = 1_000;
const OFFERINGS: i64 = 100;
/// Numbers of orders count from here.
const CODES: i64 = 20_000_000;
const CHECKOUTS: i64 = 1_000;
/// Checkouts at the same time.
const AT_ONCE: i64 = 8;
const PAGE: Window = Window { limit: 50, offset: 0 };

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let orders: i64 = std::env::args().nth(1).map_or(1_000_000, |count| count.parse().unwrap());
    let (sqlite, _folder) = testing::sqlite().await;
    measure(&sqlite, orders).await;
    if let Some(postgres) = testing::postgres().await {
        measure(&postgres, orders).await;
    }
}

async fn measure(db: &Db, orders: i64) {
    let began = Instant::now();
    let company = fill(db, orders).await;
    println!("{orders} orders of one company, {}, filled in {:.0?}", db.kind(), began.elapsed());
    println!("  {:<44} {:>9} {:>9} {:>9}", "read", "p50", "p99", "max");
    time("dashboard", 400, async || drop(dashboard::of_company(db, company, NOW).await.unwrap())).await;
    let (from, to) = (date(DAYS - 1), date(0));
    time("figures of a year by day", 200, async || {
        assert_eq!(day::range(db, company, &from, &to).await.unwrap().len(), 365);
    })
    .await;
    time("board: 500 of 5,000 open orders, as JSON", 20, async || {
        let board = list::board(db, company, BOARD, NOW).await.unwrap();
        assert_eq!(board.len(), usize::try_from(BOARD).unwrap());
        assert!(serde_json::to_vec(&board).unwrap().len() > 100_000);
    })
    .await;
    let filter = OrderFilter::default();
    time("first page of all orders", 20, async || {
        assert_eq!(list::of_company(db, company, &filter, PAGE, NOW).await.unwrap().1, orders);
    })
    .await;
    let code = (CODES + orders / 2).to_string();
    let filter = OrderFilter { query: format!("{}-{}", &code[..4], &code[4..]), ..OrderFilter::default() };
    time("one order by its number", 20, async || {
        assert!(list::of_company(db, company, &filter, PAGE, NOW).await.unwrap().1 > 0);
    })
    .await;
    for (name, states) in [("fulfilled", vec![OrderState::Fulfilled]), ("ready", vec![OrderState::Ready])] {
        let filter = OrderFilter { states, ..OrderFilter::default() };
        time(&format!("first page of {name} orders"), 20, async || {
            assert!(list::of_company(db, company, &filter, PAGE, NOW).await.unwrap().1 > 0);
        })
        .await;
    }
    let filter = OrderFilter { query: "zoe lind".to_owned(), ..OrderFilter::default() };
    time("first page of orders by a name", 20, async || {
        assert!(list::of_company(db, company, &filter, PAGE, NOW).await.unwrap().1 > 0);
    })
    .await;
    let filter = OrderFilter { customer: Some(UserId(1_007)), ..OrderFilter::default() };
    time("first page of a customer's orders", 20, async || {
        assert!(list::of_company(db, company, &filter, PAGE, NOW).await.unwrap().1 > 0);
    })
    .await;
    time("a customer", 200, async || drop(customer::find(db, company, UserId(1_007), NOW).await.unwrap())).await;
    checkouts(db, company, orders + 1).await;
}

/// Times quote, hold, payment and confirmation of carts with two lines, of which one is counted.
async fn checkouts(db: &Db, company: CompanyId, first: i64) {
    let option = FulfilmentOption { kind: Fulfilment::Collect, minutes: 30, minimum_order: 0, zones: Vec::new() };
    market::fulfilment(db, company, &[option]).await;
    let variants = vec![VariantRow::new("Mug", 1_200, Some(1_000_000))];
    let mug = OfferingRow { availability: Availability::Stock, variants, ..OfferingRow::new(500, company, "Mug") };
    let mug = mug.insert(db).await;
    for id in 0..CHECKOUTS {
        let customer = UserId(1_000 + id);
        for (line, offering) in [(0, OfferingId(10)), (1, mug)] {
            let line = NewLine {
                id: CartLineId(id * 2 + line + 1),
                cart: id + 1,
                company,
                offering,
                variant: None,
                quantity: 2,
                options: Vec::new(),
                note: String::new(),
                fulfilment: Some(Fulfilment::Collect),
            };
            change::add(db, customer, &line, NOW).await.unwrap();
        }
        let details = Details {
            customer_name: Some("Zoe Lind".to_owned()),
            contact_number: Some("+34600000000".to_owned()),
            email: Some("zoe@plaza.example".to_owned()),
            ..Details::default()
        };
        change::set_details(db, customer, company, &details, NOW).await.unwrap();
    }
    let began = Instant::now();
    let tasks = (0..AT_ONCE).map(|task| {
        let db = db.clone();
        tokio::spawn(async move {
            let mut times = Vec::new();
            for id in (task..CHECKOUTS).step_by(usize::try_from(AT_ONCE).unwrap()) {
                let began = Instant::now();
                check_out(&db, company, UserId(1_000 + id), first + id).await;
                times.push(began.elapsed());
            }
            times
        })
    });
    let mut times = Vec::new();
    for task in tasks.collect::<Vec<_>>() {
        times.extend(task.await.unwrap());
    }
    let rate = times.len() as f64 / began.elapsed().as_secs_f64();
    report(&format!("checkout, {AT_ONCE} at once: {rate:.0}/s"), times);
}

async fn check_out(db: &Db, company: CompanyId, customer: UserId, id: i64) {
    let cart = cart::view::of_company(db, customer, company, NOW).await.unwrap();
    assert_eq!(cart.problems, []);
    let new = Checkout {
        payment: PaymentId(id),
        customer,
        orders: [(company, OrderId(id))].into(),
        expected_total: Some(cart.total),
        client_id: Some(format!("key{id}")),
        provider: Provider::Sandbox,
    };
    let (payment, _) = checkout::checkout(db, &new, NOW).await.unwrap();
    let (to, id) = (PaymentState::Paid, format!("paid{id}"));
    let event = PaymentEvent { id, to, reference: None, card: None, failure: None };
    let (paid, outcome) = settle::settle(db, payment.id, &event, NOW).await.unwrap();
    assert_eq!((paid.state, outcome.orders[0].state), (PaymentState::Paid, OrderState::New));
}

async fn time(name: &str, count: usize, read: impl AsyncFn()) {
    let mut times: Vec<Duration> = Vec::with_capacity(count);
    for _ in 0..count {
        let began = Instant::now();
        read().await;
        times.push(began.elapsed());
    }
    report(name, times);
}

fn report(name: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |share: usize| times[(times.len() * share / 100).min(times.len() - 1)].as_secs_f64() * 1e3;
    println!("  {name:<44} {:>6.1} ms {:>6.1} ms {:>6.1} ms", at(50), at(99), at(100));
}

/// Day in the past.
fn date(ago: i64) -> Date {
    "2026-11-22".parse::<Date>().unwrap().plus_days(-ago)
}

/// Executes a statement with these values.
macro_rules! run {
    ($db:expr, $sql:expr $(, $value:expr)* $(,)?) => {
        on!($db.write(), at => sqlx::query($sql)$(.bind($value))*.execute(at).await.map(drop)).unwrap()
    };
}

/// Inserts the orders of each day, the last ones open, with payment, line, timeline, a tenth of them with a review.
async fn fill(db: &Db, orders: i64) -> CompanyId {
    let company = CompanyRow::new(1, "Bakery").insert(db).await;
    for id in 0..OFFERINGS {
        OfferingRow::new(10 + id, company, "Bread").insert(db).await;
    }
    for id in 0..CUSTOMERS {
        testing::account(db, UserId(1_000 + id), &format!("guest{id}")).await;
    }
    for day in 0..DAYS {
        let (first, last) = (orders * day / DAYS + 1, orders * (day + 1) / DAYS);
        let ago = DAYS - 1 - day;
        fill_day(db, (first, last, orders - OPEN), NOW.plus(-ago * Timestamp::DAY), &date(ago)).await;
    }
    run!(
        db,
        "INSERT INTO company_day (company_id, day, orders, fulfilled, cancelled, income)
         SELECT company_id, placed_on, COUNT(CASE WHEN state <> 'cancelled' THEN 1 END),
            COUNT(CASE WHEN state = 'fulfilled' THEN 1 END), COUNT(CASE WHEN state = 'cancelled' THEN 1 END),
            CAST(SUM(CASE WHEN state <> 'cancelled' THEN total ELSE 0 END) AS BIGINT)
         FROM customer_order GROUP BY company_id, placed_on"
    );
    run!(
        db,
        "INSERT INTO company_customer (company_id, account_id, name, email, orders, spent, first_at, last_at)
         SELECT company_id, customer_id, 'Zoe Lind', 'zoe@plaza.example', COUNT(*), CAST(SUM(total) AS BIGINT),
            MIN(created_at), MAX(created_at)
         FROM customer_order WHERE state <> 'cancelled' GROUP BY company_id, customer_id"
    );
    // SQLite plans without statistics, as on a server.
    if db.kind() == "postgres" {
        run!(db, "VACUUM ANALYZE");
    }
    db.everything_changed();
    company
}

async fn fill_day(db: &Db, (first, last, closed): (i64, i64, i64), start: Timestamp, day: &Date) {
    const NUMBERS: &str =
        "WITH RECURSIVE n (i) AS (SELECT CAST($1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < $2) ";
    let state = format!(
        "CASE WHEN i > {closed} THEN CASE i % 5 WHEN 0 THEN 'new' WHEN 1 THEN 'accepted' WHEN 2 THEN 'processing'
            WHEN 3 THEN 'ready' ELSE 'en_route' END WHEN i % 12 = 0 THEN 'cancelled' ELSE 'fulfilled' END"
    );
    let total = "300 + i * 7919 % 9700";
    let at = format!("{} + (i - {first}) * {}", start.0, Timestamp::DAY / (last - first + 1));
    let statements = [
        format!(
            "INSERT INTO payment (id, provider, state, amount, currency, request_hash, created_at, changed_at)
             SELECT i, 'sandbox', 'paid', {total}, 'EUR', '', {at}, {at} FROM n"
        ),
        format!(
            "INSERT INTO customer_order (id, code, company_id, customer_id, payment_id, state, fulfilment, customer_name,
                contact_number, email, subtotal, discount, delivery_fee, tip, vat, total, currency, created_at, changed_at,
                receipt_at, placed_on)
             SELECT i, substr(CAST({CODES} + i AS TEXT), 1, 4) || '-' || substr(CAST({CODES} + i AS TEXT), 5), 1, 1000 + i % {CUSTOMERS}, i, {state}, 'collect', 'Zoe Lind', '+34600000000',
                'zoe@plaza.example', {total}, 0, 0, 0, 0, {total}, 'EUR', {at}, {at}, {at}, '{day}' FROM n"
        ),
        format!(
            "INSERT INTO order_line (order_id, position, offering_id, name, variant_name, options, note, quantity,
                unit_price, vat_rate, discount, amount, vat, counted)
             SELECT i, 0, 10 + i % {OFFERINGS}, 'Bread', '', '[]', '', 1, {total}, 1000, 0, {total}, 0, FALSE FROM n"
        ),
        format!(
            "INSERT INTO order_change (order_id, position, at, state, actor)
             SELECT i, 0, {at}, 'new', 'customer' FROM n UNION ALL SELECT i, 1, {at}, {state}, 'company' FROM n"
        ),
        format!(
            "INSERT INTO review (id, company_id, author_id, rating, service_fast, as_described, meets_expectations,
                product_quality, comments, reply, created_at, order_id)
             SELECT i, 1, 1000 + i % {CUSTOMERS}, 1 + i % 5, TRUE, TRUE, TRUE, 'good', 'Warm.',
                CASE WHEN i % 20 = 0 THEN 'Thanks.' END, {at}, i FROM n WHERE i % 10 = 0 AND i <= {closed}"
        ),
    ];
    for statement in statements {
        let sql = format!("{NUMBERS}{statement}");
        run!(db, sqlx::AssertSqlSafe(sql), first, last);
    }
}
