//! Measures the search of companies and offerings: fills a database, makes the index and times searches with facets,
//! what is near, suggestions, and how soon a change is found. Prints memory and size of the index.
//!
//! `cargo run --release -p store --features testing --example market -- 1000000`
#![allow(clippy::unwrap_used, reason = "a measurement that cannot run must stop, and say where")]

use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

use serde_json::json;
use store::{
    Db,
    catalogue::category::CATEGORIES,
    db::Aggregate,
    each, on,
    search::{Filters, SearchHit, SearchIndex, SearchQuery, SortOrder, Tab, Where},
    testing::{self, market::CompanyRow, sqlx},
    types::{language::Language, local_time::TimeZone, position::Position, timestamp::Timestamp},
};
use tempfile::TempDir;

const COMPANIES: i64 = 2_000;
/// Rows of one statement.
const BATCH: i64 = 5_000;
const QUERIES: u64 = 400;
const WORDS: u64 = 5_000;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let offerings: i64 = std::env::args().nth(1).map_or(1_000_000, |count| count.parse().unwrap());
    let (db, _folder) = testing::sqlite().await;
    let before = resident();
    fill(&db, offerings).await;
    println!("{offerings} offerings of {COMPANIES} companies, {}", db.kind());
    let (folder, began) = (TempDir::new().unwrap(), Instant::now());
    let index = SearchIndex::open(&db, Some(folder.path().join("index"))).await.unwrap();
    index.catch_up(&db, Timestamp::now()).await.unwrap();
    println!(
        "  indexed in {:.1?}; {} MB on disk, {} MB of memory more than before",
        began.elapsed(),
        size(folder.path()) >> 20,
        resident().saturating_sub(before) >> 20
    );
    println!("  {:<34} {:>9} {:>9} {:>9}", "query", "p50", "p99", "max");
    let pizza = |n: u64| query(&format!("{} {}", word(n % 60), word(60 + n * 7 % 500)));
    time(&db, &index, "two words, facets", 20, pizza).await;
    time(&db, &index, "one common word, facets", 20, |n| query(&word(n % 5))).await;
    time(&db, &index, "one rare word, facets", 20, |n| query(&word(2_000 + n * 7 % 3_000))).await;
    time(&db, &index, "prefix of two letters, facets", 20, |n| query(&word(n * 31)[..2])).await;
    time(&db, &index, "word with a typing error, facets", 20, |n| {
        let mut text = word(1_000 + n * 13);
        text.remove(3);
        query(&text)
    })
    .await;
    time(&db, &index, "category, price, position", 20, |n| SearchQuery {
        filters: Filters {
            category: Some(&CATEGORIES[usize::try_from(n % 10).unwrap()]),
            price_min: Some(500),
            price_max: Some(20_000),
            ..Filters::default()
        },
        place: Where { position: Some(place(n)), distance_km: Some(300.0), area: None },
        ..query("")
    })
    .await;
    time(&db, &index, "nearby: 50 companies", 50, |n| SearchQuery {
        tab: Tab::Places,
        order: SortOrder::Distance,
        place: Where { position: Some(place(n)), distance_km: Some(500.0), area: None },
        facets: false,
        ..query("")
    })
    .await;
    suggestions(&db, &index).await;
    change(&db, &index).await;
}

fn query(what: &str) -> SearchQuery {
    SearchQuery {
        what: what.to_owned(),
        place: Where::default(),
        when: None,
        who: None,
        filters: Filters::default(),
        tab: Tab::All,
        order: SortOrder::Relevance,
        time_zone: TimeZone::utc(),
        viewer: None,
        facets: true,
    }
}

async fn time(db: &Db, index: &SearchIndex, name: &str, limit: usize, query: impl Fn(u64) -> SearchQuery) {
    let mut times = Vec::new();
    for n in 0..QUERIES {
        let (query, began) = (query(n), Instant::now());
        let found = index.find(db, &query, None, limit, Timestamp::now()).await.unwrap();
        times.push(began.elapsed());
        assert!(found.hits.len() <= limit);
    }
    report(name, times);
}

async fn suggestions(db: &Db, index: &SearchIndex) {
    let mut times = Vec::new();
    for n in 0..QUERIES {
        let (typed, began) = (word(n * 17), Instant::now());
        let typed = &typed[..2 + usize::try_from(n % 4).unwrap()];
        index.suggest(db, typed, Some(place(n)), Language::FALLBACK, Timestamp::now()).await.unwrap();
        times.push(began.elapsed());
    }
    report("suggestions for 2 to 5 letters", times);
}

/// Times how soon an acknowledged change is found.
async fn change(db: &Db, index: &SearchIndex) {
    let (kept, of) = (index.clone(), db.clone());
    let following = tokio::spawn(async move { kept.run(of).await });
    let mut times = Vec::new();
    for n in 0..20 {
        let (name, id) = (format!("Changed{}", spelt(90_000 + n)), 1 + i64::try_from(n).unwrap() * 37);
        let mut tx = db.begin().await.unwrap();
        tx.changes(Aggregate::Market);
        let now = Timestamp::now();
        on!(tx.at(), at => sqlx::query("UPDATE offering SET name = $2, search_key = $2, updated_at = $3 WHERE id = $1")
            .bind(id).bind(&name).bind(now).execute(at).await.map(drop))
        .unwrap();
        tx.commit().await.unwrap();
        let began = Instant::now();
        // A name with a typing error, such as that of the change before, is found too.
        let is_it = |hit: &SearchHit| matches!(hit, SearchHit::Offering(hit) if hit.offering.name == name);
        while !index.find(db, &query(&name), None, 1, Timestamp::now()).await.unwrap().hits.iter().any(is_it) {
            tokio::task::yield_now().await;
        }
        times.push(began.elapsed());
    }
    following.abort();
    report("a change is found after", times);
}

fn report(name: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |share: usize| times[(times.len() * share / 100).min(times.len() - 1)].as_secs_f64() * 1e3;
    println!("  {name:<34} {:>6.1} ms {:>6.1} ms {:>6.1} ms", at(50), at(99), at(100));
}

/// Makes a word of letters from its rank. Words of low rank are frequent.
fn spelt(rank: u64) -> String {
    const SYLLABLES: [&str; 20] = [
        "ba", "ce", "di", "fo", "gu", "ha", "je", "ki", "lo", "mu", "na", "pe", "qui", "ro", "su", "ta", "ve", "wi",
        "xo", "zu",
    ];
    let part = |number: u64| SYLLABLES[usize::try_from(number % 20).unwrap()];
    format!("{}{}{}{}", part(rank * 7 + 3), part(rank / 20 + 5), part(rank / 400), part(rank))
}

fn word(rank: u64) -> String {
    spelt(rank % WORDS)
}

/// Position in Europe.
fn place(n: u64) -> Position {
    let at = |from: f64, to: f64, number: u64| {
        #[allow(clippy::cast_precision_loss, reason = "a number below 10,000")]
        let share = (number % 9_973) as f64 / 9_973.0;
        from + (to - from) * share
    };
    Position::new(at(37.0, 55.0, n * 7_919), at(-8.0, 22.0, n * 104_729)).unwrap()
}

async fn fill(db: &Db, offerings: i64) {
    for id in 1..=COMPANIES {
        let n = id.unsigned_abs();
        let place = place(n);
        let company = CompanyRow {
            position: Some((place.latitude, place.longitude)),
            hours: Some(480..1_200),
            categories: vec![CATEGORIES[usize::try_from(n % 10).unwrap()].key],
            ..CompanyRow::new(id, Box::leak(format!("{} {} {id}", word(n * 3), word(n * 11)).into_boxed_str()))
        };
        company.insert(db).await;
    }
    let mut dice = 1_u64;
    let mut drawn = |most: u64| {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (dice >> 33) % most
    };
    for first in (1..=offerings).step_by(usize::try_from(BATCH).unwrap()) {
        let row = |id: i64| {
            let mut some = || {
                let most = 1 + drawn(WORDS);
                word(drawn(most))
            };
            let (name, about) =
                (format!("{} {} {}", some(), some(), some()), [some(), some(), some(), some()].join(" "));
            let company = 1 + id % COMPANIES;
            let category = CATEGORIES[usize::try_from(company % 10).unwrap()].key;
            json!([id, company, category, name, about, 300 + drawn(30_000)])
        };
        let rows = (first..(first + BATCH).min(offerings + 1)).map(row).collect::<Vec<_>>();
        let at = db.write();
        let sql = each!(
            at,
            "INSERT INTO offering (id, company_id, category, kind, availability, state, name, search_key, description, price,
                vat_rate, created_at, updated_at)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), value->>2, 'product', 'unlimited', 'active',
                value->>3, value->>3, value->>4, CAST(value->>5 AS BIGINT), 1000, 1, 1 FROM ",
            ""
        );
        let rows = serde_json::to_string(&rows).unwrap();
        on!(at, at => sqlx::query(sql).bind(rows).execute(at).await.map(drop)).unwrap();
    }
}

/// Resident memory of this process in bytes.
fn resident() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.split_whitespace().next().unwrap().parse::<u64>().unwrap() << 10
}

/// Bytes of the files below a folder.
fn size(folder: &Path) -> u64 {
    let of = |entry: fs::DirEntry| {
        if entry.path().is_dir() { size(&entry.path()) } else { entry.metadata().unwrap().len() }
    };
    fs::read_dir(folder).unwrap().map(|entry| of(entry.unwrap())).sum()
}
