//! Measures the feed on SQLite and, with its programs installed, PostgreSQL.
//!
//! - `N` (first argument, 100,000) reels of 1,000 companies with 100 likes each: pages are asked for at a constant rate of 300
//!   a second, a first page and three that follow it. A latency counts from the time at which the page should have been
//!   asked for.
//! - 10,000 reels: one viewer walks the feed to its end within a minute, beside 1,000 likes, publications and removals. It
//!   stops with an error if a reel comes twice or is missed.
//!
//! `cargo run --release -p store --features testing --example reels -- 100000 [sqlite or postgres]`
#![allow(clippy::unwrap_used, reason = "a measurement that cannot run must stop, and say where")]

use std::{
    collections::HashSet,
    time::{Duration, Instant},
};

use store::{
    Db,
    db::Dialect,
    on,
    reel::{
        Viewer,
        feed::{self, cell},
        publication::{self, Step},
        reaction,
    },
    testing::{
        self,
        market::{CompanyRow, OfferingRow},
        sqlx,
    },
    types::{
        ids::{CompanyId, ReelId, UserId},
        position::Position,
        timestamp::Timestamp,
    },
};

/// Sunday 2026-11-22, 06:00 in Madrid.
const NOW: Timestamp = Timestamp(1_795_323_600_000);
const COMPANIES: i64 = 1_000;
const ACCOUNTS: i64 = 1_000;
const LIKES: i64 = 100;
const FOLLOWED: i64 = 100;
/// Reels of a page.
const PAGE: usize = 10;
/// Pages of a feed that one viewer asks for.
const PAGES: usize = 4;
const RATE: u32 = 300;
const SECONDS: u32 = 10;
/// Reels that one viewer walks through, and the drafts that are published meanwhile.
const WALKED: i64 = 10_000;
const DRAFTS: i64 = 50;
/// Writes beside the walk, and the time of both.
const WRITES: i64 = 1_000;
const WALK: Duration = Duration::from_secs(60);
/// Reels of one statement, which has ten seconds on PostgreSQL.
const BATCH: i64 = 1_000;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let reels: i64 = std::env::args().nth(1).map_or(100_000, |count| count.parse().unwrap());
    let only = std::env::args().nth(2);
    let is_wanted = |kind| only.as_deref().is_none_or(|only| only == kind);
    if is_wanted("sqlite") {
        let (sqlite, _folder) = testing::sqlite().await;
        measure(&sqlite, reels).await;
        let (sqlite, _folder) = testing::sqlite().await;
        walk(&sqlite).await;
    }
    if is_wanted("postgres") {
        if let Some(postgres) = testing::postgres().await {
            measure(&postgres, reels).await;
        }
        if let Some(postgres) = testing::postgres().await {
            walk(&postgres).await;
        }
    }
}

async fn measure(db: &Db, reels: i64) {
    let began = Instant::now();
    fill(db, reels).await;
    println!("{reels} reels, {} likes, {}, filled in {:.0?}", reels * LIKES, db.kind(), began.elapsed());
    // The first pages open connections, prepare statements and read from the disk what was written before.
    pages(db, 2 * RATE).await;
    let mut times = pages(db, RATE * SECONDS).await;
    times.sort_unstable();
    let at = |share: usize| times[(times.len() * share / 100).min(times.len() - 1)].as_secs_f64() * 1e3;
    println!("  page of the feed at {RATE}/s: p50 {:.1} ms, p99 {:.1} ms, max {:.1} ms", at(50), at(99), at(100));
}

/// Asks for pages at the rate. Returns their latencies.
async fn pages(db: &Db, count: u32) -> Vec<Duration> {
    let began = Instant::now();
    let feeds = count / u32::try_from(PAGES).unwrap();
    let tasks: Vec<_> = (0..feeds).map(|number| tokio::spawn(ask(db.clone(), number, began))).collect();
    let mut times = Vec::new();
    for task in tasks {
        times.extend(task.await.unwrap());
    }
    times
}

/// Asks for the pages of one viewer, a quarter of a second after each other.
async fn ask(db: Db, number: u32, began: Instant) -> Vec<Duration> {
    let viewer =
        Viewer { account: Some(UserId(1 + i64::from(number) % ACCOUNTS)), position: Some(place(i64::from(number))) };
    let (mut times, mut cursor) = (Vec::new(), None);
    for page in 0..PAGES {
        let nth = number * u32::try_from(PAGES).unwrap();
        let due = began + Duration::from_secs(1) / RATE * nth + Duration::from_millis(250 * page as u64);
        tokio::time::sleep_until(due.into()).await;
        let found = feed::page(&db, &viewer, cursor.as_deref(), None, PAGE, NOW).await.unwrap();
        assert_eq!(found.reels.len(), PAGE);
        cursor = found.next;
        times.push(due.elapsed());
    }
    times
}

/// Position in Europe.
fn place(number: i64) -> Position {
    let at = |from: f64, to: f64, number: i64| {
        #[allow(clippy::cast_precision_loss, reason = "a number below 10,000")]
        let share = (number % 9_973) as f64 / 9_973.0;
        from + (to - from) * share
    };
    Position::new(at(37.0, 55.0, number * 7_919), at(-8.0, 22.0, number * 104_729)).unwrap()
}

/// Executes a statement with these values.
macro_rules! run {
    ($db:expr, $sql:expr $(, $value:expr)* $(,)?) => {
        on!($db.write(), at => sqlx::query(sqlx::AssertSqlSafe($sql))$(.bind($value))*.execute(at).await.map(drop)).unwrap()
    };
}

/// Walks through the feed of one viewer to its end, beside writes.
async fn walk(db: &Db) {
    fill(db, WALKED).await;
    run!(db, "UPDATE reel SET state = 'draft', number = NULL, published_at = NULL WHERE id > $1", WALKED - DRAFTS);
    run!(db, "UPDATE reel_publication SET number = $1", WALKED - DRAFTS);
    db.everything_changed();
    let writing = tokio::spawn(write(db.clone(), Instant::now()));
    let viewer = Viewer { account: Some(UserId(1)), position: Some(place(1)) };
    let (began, mut pages, mut seen, mut cursor) = (Instant::now(), 0, HashSet::new(), None);
    loop {
        let found = feed::page(db, &viewer, cursor.as_deref(), None, PAGE, NOW).await.unwrap();
        for reel in found.reels {
            assert!(seen.insert(reel.id), "reel {} came twice", reel.id);
        }
        let Some(next) = found.next else { break };
        cursor = Some(next);
        pages += 1;
        let due = began + WALK / u32::try_from(WALKED).unwrap() * u32::try_from(PAGE).unwrap() * pages;
        tokio::time::sleep_until(due.into()).await;
    }
    let seconds = began.elapsed().as_secs_f64();
    let removed = writing.await.unwrap();
    let missed = (1..=WALKED - DRAFTS).map(ReelId).filter(|id| !seen.contains(id) && !removed.contains(id)).count();
    assert_eq!(missed, 0, "reels were missed");
    println!(
        "  {}: {} reels in {seconds:.0} s beside {WRITES} writes ({DRAFTS} published, {} removed): none twice, none missed",
        db.kind(),
        seen.len(),
        removed.len()
    );
}

/// Likes reels, publishes the drafts and removes others. Returns what it removed.
async fn write(db: Db, began: Instant) -> HashSet<ReelId> {
    let mut removed = HashSet::new();
    let every = WRITES / DRAFTS;
    for number in 0..WRITES {
        let due = began + WALK / u32::try_from(WRITES).unwrap() * u32::try_from(number).unwrap();
        tokio::time::sleep_until(due.into()).await;
        let (kind, nth) = (number % every, number / every);
        let id = match kind {
            0 => WALKED - nth,
            _ => 1 + number * 7_919 % (WALKED - DRAFTS),
        };
        let (reel, company) = (ReelId(id), CompanyId(1 + id * 7 % COMPANIES));
        match kind {
            0 => publication::change(&db, reel, company, Step::Publish, NOW).await.unwrap(),
            1 => {
                publication::change(&db, reel, company, Step::Remove, NOW).await.unwrap();
                removed.insert(reel);
            }
            _ if removed.contains(&reel) => {}
            _ => drop(reaction::like(&db, reel, UserId(1 + number % ACCOUNTS), None, NOW).await.unwrap()),
        }
    }
    removed
}

/// Inserts accounts that follow companies, and reels with a poster, a video, an offering and likes.
async fn fill(db: &Db, reels: i64) {
    for id in 0..ACCOUNTS {
        testing::account(db, UserId(1 + id), &format!("guest{id}")).await;
    }
    for id in 1..=COMPANIES {
        let place = place(id);
        let name: &str = Box::leak(format!("Bakery {id}").into_boxed_str());
        let position = Some((place.latitude, place.longitude));
        let company = CompanyRow { position, ..CompanyRow::new(id, name) }.insert(db).await;
        OfferingRow::new(id, company, "Bread").insert(db).await;
        run!(
            db,
            "INSERT INTO media (id, key, owner_id, kind, mime, width, height, duration_ms, bytes, used, created_at)
             VALUES ($1, $2, 1, 'video', 'video/mp4', 720, 1280, 9000, 1, TRUE, 1),
                ($3, $4, 1, 'image', 'image/webp', 720, 1280, NULL, 1, TRUE, 1)",
            id,
            format!("video{id}"),
            COMPANIES + id,
            format!("poster{id}"),
        );
        run!(db, "UPDATE company SET description = CAST($2 AS TEXT) WHERE id = $1", id, cell::of(place));
    }
    const NUMBERS: &str =
        "WITH RECURSIVE n (i) AS (SELECT CAST($1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < $2) ";
    run!(
        db,
        format!(
            "{NUMBERS}, m (j) AS (SELECT CAST(0 AS BIGINT) UNION ALL SELECT j + 1 FROM m WHERE j < {FOLLOWED} - 1)
             INSERT INTO company_follower (company_id, account_id, since)
             SELECT 1 + (i * 31 + j * 7) % {COMPANIES}, i, j FROM n CROSS JOIN m WHERE TRUE ON CONFLICT DO NOTHING"
        ),
        1_i64,
        ACCOUNTS,
    );
    let company = format!("1 + i * 7 % {COMPANIES}");
    let age = Timestamp::DAY * 365 / reels.max(1);
    for first in (1..=reels).step_by(usize::try_from(BATCH).unwrap()) {
        let last = (first + BATCH - 1).min(reels);
        for statement in [
            format!(
                "{NUMBERS} INSERT INTO reel (id, company_id, state, video_id, poster_id, caption, language, number,
                    published_at, cell, likes, comments, views, created_at, updated_at)
                 SELECT i, {company}, 'published', {company}, {COMPANIES} + {company}, 'Fresh bread', 'US', i,
                    {now} - ({reels} - i) * {age}, (SELECT CAST(c.description AS BIGINT) FROM company c WHERE c.id = {company}),
                    {LIKES} + i % 97, i % 7, 200, 1, 1 FROM n",
                now = NOW.0,
            ),
            format!("{NUMBERS} INSERT INTO reel_offering (reel_id, offering_id, position) SELECT i, {company}, 0 FROM n"),
            format!(
                "{NUMBERS}, m (j) AS (SELECT CAST(0 AS BIGINT) UNION ALL SELECT j + 1 FROM m WHERE j < {LIKES} - 1)
                 INSERT INTO reel_like (reel_id, account_id, at)
                 SELECT i, 1 + (i * 13 + j * 7) % {ACCOUNTS}, j FROM n CROSS JOIN m"
            ),
        ] {
            run!(db, statement, first, last);
        }
    }
    run!(db, "UPDATE reel_publication SET number = $1", reels);
    // The pages of the measurement must not wait for the pages of the disk that this function has changed. Takes longer than
    // a statement may.
    match db.read() {
        Dialect::Pg(pool) => {
            for command in ["VACUUM ANALYZE", "CHECKPOINT"] {
                sqlx::query(command).execute(pool).await.unwrap();
            }
        }
        Dialect::Sqlite(_) => run!(db, "PRAGMA wal_checkpoint(TRUNCATE)"),
    }
    db.everything_changed();
}
