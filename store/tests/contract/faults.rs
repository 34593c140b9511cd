//! Faults of the disk below SQLite: temporarily full, and temporarily read-only.

use std::time::Duration;

use store::{
    Db, Error,
    chat::{self, Change, ChatWrite, NewDirect, NewMessage, Outcome},
    cluster::node_lease,
    db::group_commit::GroupCommit,
    on,
    security::rate_limit::{self, Quota},
    testing::{self, count, sqlx},
    types::ids::{ChatId, UserId},
};
use tokio::sync::mpsc;

use crate::{NOW, account};

/// Sets a pragma of the writing connections.
async fn pragma(db: &Db, sql: &'static str) {
    db.pragma(sql).await.unwrap();
}

/// Makes SQLite refuse new pages, as on a full disk. The limit ends with the connection.
const FULL: &str = "PRAGMA max_page_count = 1";
const ROOM: &str = "PRAGMA max_page_count = 1000000";

/// A large row, in a transaction of its own.
async fn write_large(db: &Db, id: i64) -> store::Result<()> {
    let mut tx = db.begin().await?;
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO outbox (id, channel, recipient, body, created_at, expires_at, next_try_at)
         VALUES ($1, 'mail', 'ann@plaza.example', $2, 0, 0, 0)")
        .bind(id).bind("x".repeat(200_000)).execute(at).await.map(drop))?;
    tx.commit().await
}

#[tokio::test]
async fn sqlite_writes_resume_after_the_disk_was_full() {
    let (db, _folder) = testing::sqlite().await;
    for round in 0..3 {
        pragma(&db, FULL).await;
        let refused = write_large(&db, round).await.unwrap_err();
        assert!(refused.is_outage(), "{refused}");
        pragma(&db, ROOM).await;
        write_large(&db, round).await.unwrap();
    }
    assert_eq!(count(&db, "outbox").await, 3);
}

#[tokio::test]
async fn batch_is_refused_whole_and_repeated_when_disk_is_full() {
    const CHAT: ChatId = ChatId(7);
    const COUNT: u32 = 300;
    let (db, _folder) = testing::sqlite().await;
    let (ann, ben) = (account(&db, 1, "ann").await, account(&db, 2, "ben").await);
    chat::direct(&db, NewDirect { id: CHAT, epoch: "e1".into(), from: ann, with: ben, at: NOW }).await.unwrap();
    let appends = GroupCommit::start(db.clone(), Duration::ZERO);
    let (answers, mut answered) = mpsc::unbounded_channel();
    let mut say_all = async || {
        for number in 1..=COUNT {
            let id = format!("01JDA7XK8Q{number:016}").parse().unwrap();
            let change = Change::Message(NewMessage::text(id, "x".repeat(2_000)));
            appends
                .submit(
                    ChatWrite { chat: CHAT, author: UserId(1), agent: None, at: NOW, change },
                    number.into(),
                    &answers,
                )
                .unwrap();
        }
        let mut outcomes = Vec::new();
        for _ in 0..COUNT {
            outcomes.push(answered.recv().await.unwrap().1);
        }
        outcomes
    };
    pragma(&db, FULL).await;
    let refused = say_all().await;
    // Writes that fit into free pages may have succeeded.
    let taken = refused.iter().filter(|outcome| outcome.is_ok()).count();
    assert!(taken < 20 && refused.iter().all(|it| it.as_ref().err().is_none_or(Error::is_outage)), "{refused:?}");
    pragma(&db, ROOM).await;
    let outcomes = say_all().await;
    let seqs: Vec<i64> = outcomes
        .into_iter()
        .map(|outcome| match outcome.unwrap() {
            Outcome::Applied { seq, .. } | Outcome::Repeat { seq, .. } => seq,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(seqs, (1..=i64::from(COUNT)).collect::<Vec<_>>(), "each once, without holes");
}

#[tokio::test]
async fn readiness_fails_from_a_failed_write_until_a_success() {
    let (db, _folder) = testing::sqlite().await;
    node_lease::ready(&db, NOW).await.unwrap();
    pragma(&db, "PRAGMA query_only = ON").await;
    node_lease::ready(&db, NOW).await.unwrap();
    let of = Quota { times: 10, period: 60_000 };
    let refused = rate_limit::take(&db, "login:ann", of, NOW).await.unwrap_err();
    assert!(refused.is_outage(), "{refused}");
    for _ in 0..3 {
        assert!(node_lease::ready(&db, NOW).await.is_err_and(|cause| cause.is_outage()));
    }
    pragma(&db, "PRAGMA query_only = OFF").await;
    while node_lease::ready(&db, NOW).await.is_err() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let written = count(&db, "deployment WHERE name = 'written_at'").await;
    assert_eq!(written, 1, "a write was attempted");
}

#[tokio::test]
async fn readiness_is_checked_after_a_failed_transaction() {
    let (db, _folder) = testing::sqlite().await;
    pragma(&db, "PRAGMA query_only = ON").await;
    assert!(write_large(&db, 1).await.is_err_and(|cause| cause.is_outage()));
    assert!(node_lease::ready(&db, NOW).await.is_err());
}
