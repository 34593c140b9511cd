//! Measures message search: fills a database with one user's messages, indexes them and times searches. Prints the
//! times for each kind of query on SQLite and PostgreSQL.
//!
//! `cargo run --release -p store --features testing --example search -- 1000000`
#![allow(clippy::unwrap_used, reason = "a measurement that cannot run must stop, and say where")]

use std::time::{Duration, Instant};

use store::{
    Db,
    chat::search::{self, Search},
    each, on,
    testing::{self, sqlx},
    types::ids::{ChatId, UserId},
};

const ME: UserId = UserId(1);
const CHATS: i64 = 50;
/// A kind of query: its name, a generator of the `n`th query, and the chat to search.
type Kind = (&'static str, Box<dyn Fn(u64) -> String>, Option<ChatId>);

/// Size of the vocabulary. Common words are far more frequent than rare ones.
const WORDS: u64 = 30_000;
const NOW: i64 = 1_795_231_140_000;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let messages: i64 = std::env::args().nth(1).map_or(1_000_000, |count| count.parse().unwrap());
    let (db, _folder) = testing::sqlite().await;
    measure(db, messages).await;
    if let Some(db) = testing::postgres().await {
        measure(db, messages).await;
    }
}

async fn measure(db: Db, messages: i64) {
    println!("{}: {messages} messages of one user in {CHATS} chats", db.kind());
    fill(&db, messages).await;
    let began = Instant::now();
    search::catch_up(&db).await.unwrap();
    let took = began.elapsed();
    println!("  indexed in {took:.1?}: {:.0}/s", messages as f64 / took.as_secs_f64());
    println!("  {:<34} {:>9} {:>9} {:>9} {:>6}", "query", "p50", "p99", "max", "hits");
    let word = |rank: u64| spelt(rank);
    let kinds: Vec<Kind> = vec![
        ("the most common words", Box::new(move |n| word(n % 5) + " "), None),
        ("common words (rank 20-100)", Box::new(move |n| word(20 + n % 80) + " "), None),
        ("words in between (rank 300-3000)", Box::new(move |n| word(300 + n * 27 % 2_700) + " "), None),
        ("rare words (rank 10000-30000)", Box::new(move |n| word(10_000 + n * 199 % 20_000) + " "), None),
        ("a word said once", Box::new(|_| "needle ".into()), None),
        ("a word that nobody said", Box::new(|n| format!("nobody{n} ")), None),
        ("common only long ago", Box::new(|_| "erstwhile ".into()), None),
        ("two common words", Box::new(move |n| format!("{} {}", word(n % 7), word(7 + n % 9))), None),
        ("a common and a rare word", Box::new(move |n| format!("{} {}", word(15_000 + n * 7), word(n % 7))), None),
        ("prefixes of one letter", Box::new(move |n| word(n * 31).chars().take(1).collect()), None),
        ("prefixes of two letters", Box::new(move |n| word(n * 31).chars().take(2).collect()), None),
        ("prefixes of four letters", Box::new(move |n| word(500 + n * 31).chars().take(4).collect()), None),
        ("prefixes of six letters", Box::new(move |n| word(500 + n * 31).chars().take(6).collect()), None),
        ("common words in one chat", Box::new(move |n| word(n % 5)), Some(ChatId(3))),
        ("rare words in one chat", Box::new(move |n| word(10_000 + n * 199 % 20_000)), Some(ChatId(3))),
    ];
    let mut all = Vec::new();
    for (name, query, chat) in kinds {
        let (mut times, mut hits) = (Vec::new(), 0);
        for n in 0..100 {
            let query = query(n);
            let began = Instant::now();
            let found =
                search::search(&db, ME, &Search { query: &query, chat, before: None, limit: 30 }).await.unwrap();
            times.push(began.elapsed());
            hits += found.hits.len();
        }
        all.extend(times.clone());
        report(name, times, hits);
    }
    report("all of them", all, 0);
    db.close().await;
}

fn report(name: &str, mut times: Vec<Duration>, hits: usize) {
    times.sort();
    let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize].as_secs_f64() * 1e3;
    println!("  {name:<34} {:>6.2} ms {:>6.2} ms {:>6.2} ms {hits:>6}", at(0.5), at(0.99), at(1.0));
}

/// Returns the word of this rank: four to eight letters, independent of the rank.
fn spelt(rank: u64) -> String {
    let mut number = (rank + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 13;
    let length = 2 + number % 3;
    (0..length)
        .map(|_| {
            let (consonant, vowel) =
                (b"bcdfghklmnprstvwz"[(number % 17) as usize], b"aeiou"[(number / 17 % 5) as usize]);
            number /= 85;
            String::from_utf8(vec![consonant, vowel]).unwrap()
        })
        .collect()
}

/// Samples a rank by Zipf's law: the word of rank n is 1/n as frequent as the first.
fn rank(dice: &mut u64) -> u64 {
    *dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    let part = (*dice >> 11) as f64 / (1_u64 << 53) as f64;
    ((WORDS as f64).powf(part) - 1.0) as u64
}

async fn fill(db: &Db, messages: i64) {
    for id in 1..=CHATS + 1 {
        testing::account(db, UserId(id), &format!("user_{id}")).await;
    }
    for chat in 1..=CHATS {
        let sql = "INSERT INTO chat (id, kind, direct_key, epoch, seq, last_seq, created_at, updated_at)
                   VALUES ($1, 'direct', $2, 'e', $3, $3, 0, 0)";
        let count = messages / CHATS;
        on!(db.write(), at => sqlx::query(sql).bind(chat).bind(format!("1:{}", chat + 1)).bind(count).execute(at).await.map(drop)).unwrap();
        let sql = "INSERT INTO chat_member (chat_id, account_id, role, joined_at) VALUES ($1, 1, 'member', 0), ($1, $2, 'member', 0)";
        on!(db.write(), at => sqlx::query(sql).bind(chat).bind(chat + 1).execute(at).await.map(drop)).unwrap();
    }
    let mut dice = 1;
    let mut rows = Vec::new();
    for n in 0..messages / CHATS * CHATS {
        let mut words: Vec<String> = (0..4 + n % 13).map(|_| spelt(rank(&mut dice))).collect();
        if n == messages / 2 {
            words.push("needle".into());
        }
        if n < messages / 10 {
            words.push("erstwhile".into());
        }
        // 30 s between messages.
        let at = NOW - (messages - n) * 30_000;
        rows.push(serde_json::json!([
            n % CHATS + 1,
            n / CHATS + 1,
            1 + n % 2 * (n % CHATS + 1),
            format!("{n:026}"),
            words.join(" "),
            at
        ]));
        if rows.len() == 5_000 || n + 1 == messages / CHATS * CHATS {
            let on = db.write();
            let sql = each!(
                on,
                "INSERT INTO message (chat_id, seq, sender_id, client_id, text, at)
                 SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), CAST(value->>2 AS BIGINT), value->>3,
                    value->>4, CAST(value->>5 AS BIGINT) FROM ",
                ""
            );
            let json = serde_json::to_string(&rows).unwrap();
            on!(on, at => sqlx::query(sql).bind(json).execute(at).await.map(drop)).unwrap();
            rows.clear();
        }
    }
}
