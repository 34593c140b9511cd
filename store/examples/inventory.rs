//! Measures bookings and availability, and checks that nothing is sold twice: `ATTEMPTS` (1,000,000) attempts by 64
//! tasks on each allocator, on SQLite and, with its programs installed, PostgreSQL, there by two nodes with connections
//! of their own. A quarter of the attempts only hold. Holds expire on the way and at the end. The reads of availability
//! are timed before the attempts too: their ratio shows whether they grow with the bookings.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed measurement ends the run")]

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use store::{
    Db,
    booking::{
        Actor, BookingError, Request,
        confirm::Contact,
        expiry,
        hold::{self, NewBooking},
    },
    catalogue::detail::{Availability, OfferingKind},
    inventory::{calendar, slots},
    on,
    testing::{
        self,
        market::{self, CompanyRow, OfferingRow, VariantRow},
        postgres::{self, Fsync},
        sqlx,
    },
    types::{
        ids::{BookingId, OfferingId, UserId},
        timestamp::{Date, Timestamp},
    },
};

const TASKS: usize = 64;
/// Sunday 2026-11-22, 06:00 in Madrid.
const NOW: Timestamp = Timestamp(1_795_323_600_000);
const STAFF: i64 = 20;
/// Rooms, of which a treatment needs one beside a member of staff.
const SALON_ROOMS: i64 = 16;
const ROOM_TYPES: i64 = 8;
const NIGHTS: i64 = 60;
const ROOMS: i64 = 10;
/// Attempts between two sweeps of expired holds.
const SWEEP_EVERY: u64 = 2_000;
/// Reads that are timed before and after the attempts.
const READS: [&str; 2] = ["slots of a day, 20 staff", "calendar of 60 nights, 8 room types"];
const TIMES: usize = 500;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let attempts = std::env::var("ATTEMPTS").ok().and_then(|text| text.parse().ok()).unwrap_or(1_000_000);
    let (sqlite, _folder) = testing::sqlite().await;
    measure(&[sqlite], attempts).await;
    if let Some(server) = postgres::start(Fsync::On).await {
        let url = server.database().await;
        let nodes = [Db::postgres(&url, 8).await.unwrap(), Db::postgres(&url, 8).await.unwrap()];
        measure(&nodes, attempts).await;
    }
}

/// Measures one database, which all nodes share.
async fn measure(nodes: &[Db], attempts: u64) {
    let db = &nodes[0];
    for id in 0..TASKS as i64 {
        testing::account(db, UserId(1_000 + id), &format!("guest{id}")).await;
    }
    let salon = salon(db).await;
    let rooms = hotel(db).await;
    let before = reads(db, salon, &rooms).await;
    attempt(nodes, "exclusive", attempts, move |random| {
        let start = NOW.plus(Timestamp::DAY + 2 * Timestamp::HOUR + 30 * Timestamp::MINUTE * (random % 20) as i64);
        (salon, Request { starts_at: Some(start), ..Request::default() })
    })
    .await;
    let of_room = rooms.clone();
    attempt(nodes, "counted", attempts, move |random| {
        let check_in = date((random % (NIGHTS as u64 - 3)) as i64 + 1);
        let check_out = check_in.plus_days(1 + (random >> 8) as i64 % 3);
        let room = of_room[(random >> 16) as usize % of_room.len()];
        (room, Request { check_in: Some(check_in), check_out: Some(check_out), ..Request::default() })
    })
    .await;
    expire(db, NOW.plus(attempts as i64 + hold::HOLD + Timestamp::MINUTE)).await;
    check(db).await;
    for ((name, full), empty) in READS.iter().zip(reads(db, salon, &rooms).await).zip(before) {
        let ms = |at: usize| full[at].as_secs_f64() * 1_000.0;
        let ratio = full[TIMES / 2].as_secs_f64() / empty[TIMES / 2].as_secs_f64();
        let (p50, p99) = (ms(TIMES / 2), ms(TIMES * 99 / 100));
        println!("{} {name}: p50 {p50:.2} ms, p99 {p99:.2} ms, {ratio:.1} times the p50 without bookings", db.kind());
    }
}

/// Returns the sorted durations of each of `READS`.
async fn reads(db: &Db, salon: OfferingId, rooms: &[OfferingId]) -> [Vec<Duration>; 2] {
    let (day, from, to) = (date(1), date(0), date(NIGHTS - 1));
    [
        timed(async || drop(slots::day(db, salon, &day, 1, NOW).await.unwrap())).await,
        timed(async || {
            for room in rooms {
                calendar::days(db, *room, &from, &to, 1, NOW).await.unwrap();
            }
        })
        .await,
    ]
}

fn date(days: i64) -> Date {
    "2026-11-22".parse::<Date>().unwrap().plus_days(days)
}

async fn salon(db: &Db) -> OfferingId {
    let company = CompanyRow { hours: Some(480..1_200), categories: vec!["beauty"], ..CompanyRow::new(1, "Salon") };
    let company = company.insert(db).await;
    let offering = OfferingRow {
        category: "beauty",
        kind: OfferingKind::Service,
        availability: Availability::Appointment,
        duration_minutes: 60,
        ..OfferingRow::new(2, company, "Facial")
    };
    let offering = offering.insert(db).await;
    for id in 0..STAFF {
        market::staff(db, 100 + id, company, "Ana", &[offering]).await;
    }
    for id in 0..SALON_ROOMS {
        market::equipment(db, 200 + id, company, "Room", &[offering]).await;
    }
    offering
}

async fn hotel(db: &Db) -> Vec<OfferingId> {
    let company = CompanyRow { categories: vec!["hotels"], ..CompanyRow::new(2, "Hotel") }.insert(db).await;
    let mut rooms = Vec::new();
    for id in 0..ROOM_TYPES {
        let row = OfferingRow {
            category: "hotels",
            kind: OfferingKind::Service,
            availability: Availability::Nights,
            variants: vec![VariantRow::new("Room", 9_000, Some(ROOMS))],
            ..OfferingRow::new(10 + id, company, "Room")
        };
        rooms.push(row.insert(db).await);
    }
    rooms
}

/// Books or holds at random until all attempts are made, and prints how many were accepted. The clock advances by a
/// millisecond with each attempt.
async fn attempt(
    nodes: &[Db],
    allocator: &str,
    attempts: u64,
    choose: impl Fn(u64) -> (OfferingId, Request) + Clone + Send + 'static,
) {
    static IDS: AtomicI64 = AtomicI64::new(1);
    let [made, sold, held] = std::array::from_fn(|_| Arc::new(AtomicU64::new(0)));
    let began = Instant::now();
    let mut tasks = Vec::new();
    for task in 0..TASKS {
        let db = nodes[task % nodes.len()].clone();
        let (made, sold, held, choose) = (made.clone(), sold.clone(), held.clone(), choose.clone());
        tasks.push(tokio::spawn(async move {
            let mut random = (task as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            loop {
                let count = made.fetch_add(1, Ordering::Relaxed);
                if count >= attempts {
                    break;
                }
                let now = NOW.plus(count as i64);
                if count % SWEEP_EVERY == 0 {
                    expiry::sweep(&db, now).await.unwrap();
                }
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                let (offering, request) = choose(random);
                let new = NewBooking {
                    id: BookingId(IDS.fetch_add(1, Ordering::Relaxed)),
                    offering,
                    customer: Some(UserId(1_000 + task as i64)),
                    request,
                    client_id: None,
                    contact: Contact::default(),
                };
                let holds = random >> 62 == 0;
                let outcome = match holds {
                    true => hold::hold(&db, &new, now).await,
                    false => hold::book(&db, &new, None, Actor::Customer, now).await,
                };
                match outcome {
                    Ok(_) if holds => drop(held.fetch_add(1, Ordering::Relaxed)),
                    Ok(_) => drop(sold.fetch_add(1, Ordering::Relaxed)),
                    Err(BookingError::Refused(_)) => {}
                    Err(BookingError::Store(cause)) => panic!("{cause}"),
                }
            }
        }));
    }
    for task in tasks {
        task.await.unwrap();
    }
    let rate = attempts as f64 / began.elapsed().as_secs_f64();
    let [sold, held] = [sold, held].map(|count| count.load(Ordering::Relaxed));
    let (database, nodes) = (nodes[0].kind(), nodes.len());
    println!("{database} ({nodes} node(s)) {allocator}: {attempts} attempts, {sold} sold, {held} held, {rate:.0}/s");
}

/// Lets all holds expire, as the sweep of a server does.
async fn expire(db: &Db, now: Timestamp) {
    while !expiry::sweep(db, now).await.unwrap().is_empty() {}
}

/// Fails if a bucket or a resource was sold twice, or differs from its bookings.
async fn check(db: &Db) {
    let wrong: Vec<(&str, &'static str)> = vec![
        ("oversold buckets", "SELECT COUNT(*) FROM capacity_bucket WHERE held + sold > capacity"),
        ("open holds", "SELECT COUNT(*) FROM booking WHERE state = 'held'"),
        ("held units", "SELECT COUNT(*) FROM capacity_bucket WHERE held <> 0"),
        (
            "buckets that differ from their bookings",
            "SELECT COUNT(*) FROM capacity_bucket c WHERE c.sold <> (SELECT COALESCE(CAST(SUM(i.quantity) AS BIGINT), 0)
                FROM booking_item i JOIN booking b ON b.id = i.booking_id
                WHERE i.variant_id = c.variant_id AND i.starts_at = c.starts_at AND i.counted = TRUE
                    AND b.state = 'confirmed')",
        ),
        (
            "treatments without one member of staff and one room",
            "SELECT COUNT(*) FROM booking b JOIN offering o ON o.id = b.offering_id
             WHERE b.state = 'confirmed' AND o.availability = 'appointment'
                AND ((SELECT COUNT(*) FROM booking_resource l JOIN resource r ON r.id = l.resource_id
                    WHERE l.booking_id = b.id AND r.kind = 'staff') <> 1
                OR (SELECT COUNT(*) FROM booking_resource l JOIN resource r ON r.id = l.resource_id
                    WHERE l.booking_id = b.id AND r.kind = 'equipment') <> 1)",
        ),
        (
            "double-booked resources",
            "SELECT COUNT(*) FROM booking_resource a JOIN booking x ON x.id = a.booking_id
                JOIN booking_resource b ON b.resource_id = a.resource_id AND b.booking_id > a.booking_id
                JOIN booking y ON y.id = b.booking_id
             WHERE x.state = 'confirmed' AND y.state = 'confirmed' AND x.starts_at < y.ends_at AND y.starts_at < x.ends_at",
        ),
    ];
    for (name, sql) in wrong {
        let (count,): (i64,) = on!(db.read(), at => sqlx::query_as(sql).fetch_one(at).await).unwrap();
        println!("{} {name}: {count}", db.kind());
        assert_eq!(count, 0, "{name}");
    }
}

async fn timed(run: impl AsyncFn()) -> Vec<Duration> {
    let mut times = Vec::new();
    for _ in 0..TIMES {
        let began = Instant::now();
        run().await;
        times.push(began.elapsed());
    }
    times.sort();
    times
}
