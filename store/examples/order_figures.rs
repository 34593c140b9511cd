//! Measures what a company with many orders reads: `N` (first argument, 1,000,000) orders of a year, of which 5,000 are
//! open, on SQLite and, with its programs installed, PostgreSQL.
//!
//! `cargo run --release -p store --features testing --example order_figures -- 1000000`
#![allow(clippy::unwrap_used, reason = "a measurement that cannot run must stop, and say where")]

use std::time::{Duration, Instant};

use store::{
    Db, dashboard, on,
    order::list::{self, OrderFilter, Window},
    sales::{customer, day},
    testing::{
        self,
        market::{CompanyRow, OfferingRow},
        sqlx,
    },
    types::{
        ids::{CompanyId, UserId},
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
    let filter = OrderFilter { query: format!("o{}", orders / 2), ..OrderFilter::default() };
    time("one order by its number", 20, async || {
        assert!(list::of_company(db, company, &filter, PAGE, NOW).await.unwrap().1 > 0);
    })
    .await;
    let filter = OrderFilter { customer: Some(UserId(1_007)), ..OrderFilter::default() };
    time("first page of a customer's orders", 20, async || {
        assert!(list::of_company(db, company, &filter, PAGE, NOW).await.unwrap().1 > 0);
    })
    .await;
    time("a customer", 200, async || drop(customer::find(db, company, UserId(1_007), NOW).await.unwrap())).await;
}

async fn time(name: &str, count: usize, read: impl AsyncFn()) {
    let mut times: Vec<Duration> = Vec::with_capacity(count);
    for _ in 0..count {
        let began = Instant::now();
        read().await;
        times.push(began.elapsed());
    }
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
    run!(db, "ANALYZE");
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
             SELECT i, 'O' || CAST(i AS TEXT), 1, 1000 + i % {CUSTOMERS}, i, {state}, 'collect', 'Zoe Lind', '+34600000000',
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
