//! Measures what opening a chat costs the server: fills one with messages, reactions and marks, and prints how long its
//! room takes to load, a reader's detail, the newest stretch of its history and stretches far back, on SQLite and on
//! PostgreSQL. 50 ms are asked with 100,000 messages.
//!
//! `cargo run --release -p store --features testing --example opening -- 100000`
#![allow(clippy::unwrap_used, reason = "a measurement that cannot run must stop, and say where")]

use std::time::{Duration, Instant};

use store::{
    Db,
    chat::{self, NewDirect, Window},
    each,
    ids::{ChatId, UserId},
    on,
    testing::{self, sqlx},
    time::Millis,
};

const CHAT: ChatId = ChatId(7);
const ME: UserId = UserId(1);
const OTHER: UserId = UserId(2);
const TIMES: i64 = 200;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let messages: i64 = std::env::args().nth(1).map_or(100_000, |count| count.parse().unwrap());
    let (db, _folder) = testing::sqlite().await;
    measure(db, messages).await;
    if let Some(db) = testing::postgres().await {
        measure(db, messages).await;
    }
}

async fn measure(db: Db, messages: i64) {
    fill(&db, messages).await;
    println!("{}: a chat with {messages} messages", db.kind());
    println!("  {:<34} {:>9} {:>9} {:>9}", "", "p50", "p99", "max");
    let mut all: [Vec<Duration>; 4] = Default::default();
    for n in 0..TIMES {
        let back = Window::Around(messages / TIMES * n + 1);
        let began = Instant::now();
        assert_eq!(chat::load(&db, CHAT, 100).await.unwrap().recent.len(), 100);
        all[0].push(began.elapsed());
        let began = Instant::now();
        chat::detail(&db, ME, CHAT).await.unwrap();
        all[1].push(began.elapsed());
        for (place, window) in [(2, Window::Newest), (3, back)] {
            let began = Instant::now();
            assert!(!chat::history(&db, ME, CHAT, window, 50).await.unwrap().messages.is_empty());
            all[place].push(began.elapsed());
        }
    }
    let names = ["its room, with the newest 100", "who is in it", "the newest 50 messages", "50 messages anywhere"];
    for (name, times) in names.into_iter().zip(all) {
        report(name, times);
    }
    db.close().await;
}

fn report(name: &str, mut times: Vec<Duration>) {
    times.sort();
    let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize].as_secs_f64() * 1e3;
    println!("  {name:<34} {:>6.2} ms {:>6.2} ms {:>6.2} ms", at(0.5), at(0.99), at(1.0));
}

async fn fill(db: &Db, messages: i64) {
    for user in [ME, OTHER] {
        testing::account(db, user, &format!("user_{user}")).await;
    }
    let new = NewDirect { id: CHAT, epoch: "e".to_owned(), from: ME, with: OTHER, at: Millis(1) };
    chat::direct(db, new).await.unwrap();
    let all: Vec<i64> = (1..=messages).collect();
    for some in all.chunks(5_000) {
        let rows: Vec<_> = some
            .iter()
            .map(|seq| {
                serde_json::json!([seq, 1 + seq % 2, format!("{seq:026}"), "Shall we meet at the harbour at eight?"])
            })
            .collect();
        let rows = serde_json::to_string(&rows).unwrap();
        let on = db.write();
        let sql = each!(
            on,
            "INSERT INTO message (chat_id, seq, sender_id, client_id, text, at)
             SELECT 7, CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), value->>2, value->>3,
                    CAST(value->>0 AS BIGINT) * 30000 FROM ",
            ""
        );
        on!(on, at => sqlx::query(sql).bind(&rows).execute(at).await.map(drop)).unwrap();
        let on = db.write();
        // Every tenth has a reaction.
        let sql = each!(
            on,
            "INSERT INTO reaction (chat_id, seq, account_id, emoji, at)
             SELECT 7, CAST(value->>0 AS BIGINT), 1, '👍', 1 FROM ",
            " WHERE CAST(value->>0 AS BIGINT) % 10 = 0"
        );
        on!(on, at => sqlx::query(sql).bind(&rows).execute(at).await.map(drop)).unwrap();
    }
    on!(db.write(), at => sqlx::query("UPDATE chat SET seq = $1, last_seq = $1 WHERE id = 7")
        .bind(messages).execute(at).await.map(drop))
    .unwrap();
}
