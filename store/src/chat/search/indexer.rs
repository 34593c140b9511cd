//! Updates the search index after commits, in batches. Resumes from its cursors after a restart.

use std::{
    collections::HashSet,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use tokio::sync::Notify;

use super::{Doc, cursors, tokenizer, write};
use crate::{
    Db, Result, each, on,
    types::{ids::ChatId, timestamp::Timestamp},
};

/// Maximum number of messages per batch. Bounds an index transaction, during which nothing but the index waits.
const BATCH: i64 = 4_000;
/// Maximum number of chats per batch.
const CHATS: usize = 256;
/// Time for which changes gather before indexing.
const GATHER_INTERVAL: Duration = Duration::from_millis(50);
/// Period after a write in which indexing takes at most half of the time and changes gather longer. A transaction costs
/// about as much for 100 messages as for 10, and the index merges its parts less often.
const BUSY: Duration = Duration::from_millis(200);
const BUSY_GATHER_INTERVAL: Duration = Duration::from_secs(1);
/// Interval at which all chats are compared with the index, to find writes of other processes.
const SWEEP_INTERVAL: Duration = Duration::from_secs(300);

/// Chats that changed since they were last indexed.
#[derive(Default)]
pub struct DirtyChats {
    chats: Mutex<HashSet<ChatId>>,
    news: Notify,
    written: Mutex<Option<Instant>>,
    /// Held while indexing, so that no older state overwrites a newer one.
    turn: tokio::sync::Mutex<()>,
}

impl DirtyChats {
    /// Records chats with committed changes.
    pub fn note(&self, chats: impl IntoIterator<Item = ChatId>) {
        lock(&self.chats).extend(chats);
        *lock(&self.written) = Some(Instant::now());
        self.news.notify_one();
    }

    /// Takes some of the changed chats.
    fn take(&self) -> Vec<ChatId> {
        let mut chats = lock(&self.chats);
        if chats.len() <= CHATS {
            return std::mem::take(&mut *chats).into_iter().collect();
        }
        let some: Vec<_> = chats.iter().copied().take(CHATS).collect();
        chats.retain(|chat| !some.contains(chat));
        some
    }

    fn put_back(&self, chats: impl IntoIterator<Item = ChatId>) {
        lock(&self.chats).extend(chats);
    }

    fn is_busy(&self) -> bool {
        lock(&self.written).is_some_and(|at| at.elapsed() < BUSY)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Indexes existing and new messages. Never returns.
pub async fn run(db: Db) {
    let mut swept: Option<Instant> = None;
    loop {
        if swept.is_none_or(|at| at.elapsed() > SWEEP_INTERVAL) {
            match note_all(&db).await {
                Ok(()) => swept = Some(Instant::now()),
                Err(cause) => tracing::warn!(%cause, "the chats could not be compared with the search index"),
            }
        }
        let began = Instant::now();
        match batch(&db).await {
            Ok(Some(rest)) => {
                let gather = if rest == Progress::More { GATHER_INTERVAL } else { BUSY_GATHER_INTERVAL };
                let indexed = Instant::now();
                let pause = gather.max(indexed.duration_since(began));
                while db.changed().is_busy() && indexed.elapsed() < pause {
                    tokio::time::sleep(GATHER_INTERVAL).await;
                }
            }
            Ok(None) => {
                let _ = tokio::time::timeout(SWEEP_INTERVAL, db.changed().news.notified()).await;
                tokio::time::sleep(GATHER_INTERVAL).await;
            }
            Err(cause) => {
                tracing::warn!(%cause, "the search index could not be brought up to date; it is tried again");
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }
    }
}

/// Indexes everything committed so far.
pub async fn catch_up(db: &Db) -> Result<()> {
    note_all(db).await?;
    while batch(db).await?.is_some() {}
    Ok(())
}

/// Records every chat whose index is behind.
async fn note_all(db: &Db) -> Result<()> {
    let heads: Vec<(ChatId, i64)> =
        on!(db.read(), at => sqlx::query_as("SELECT id, seq FROM chat WHERE seq > 0").fetch_all(at).await)?;
    let indexed = cursors(db, None).await?;
    let behind = heads.into_iter().filter(|(chat, seq)| indexed.get(chat) != Some(seq)).map(|(chat, _)| chat);
    db.changed().put_back(behind);
    Ok(())
}

/// Message that was created or changed.
#[derive(sqlx::FromRow)]
struct Row {
    chat_id: ChatId,
    seq: i64,
    text: String,
    at: Timestamp,
    is_shown: bool,
}

/// Remaining changes after a batch. Counts only changes that existed when the batch began.
#[derive(PartialEq)]
enum Progress {
    More,
    Nothing,
}

/// Indexes some of the changes; `None` if there were none.
async fn batch(db: &Db) -> Result<Option<Progress>> {
    let _turn = db.changed().turn.lock().await;
    let chats = db.changed().take();
    if chats.is_empty() {
        return Ok(None);
    }
    match index(db, &chats).await {
        Ok(behind) if behind.is_empty() => Ok(Some(Progress::Nothing)),
        Ok(behind) => {
            db.changed().put_back(behind);
            Ok(Some(Progress::More))
        }
        Err(cause) => {
            db.changed().put_back(chats);
            Err(cause)
        }
    }
}

/// Indexes the changes in these chats. Returns the chats with more changes.
async fn index(db: &Db, chats: &[ChatId]) -> Result<Vec<ChatId>> {
    let indexed = cursors(db, Some(chats)).await?;
    let (mut parts, mut reached, mut behind) = (Vec::new(), Vec::new(), Vec::new());
    let mut room = BATCH;
    for (chat, head) in heads(db, chats).await? {
        if room == 0 {
            behind.push(chat);
            continue;
        }
        // A chat with a lower `seq` than the index was restored from a backup.
        let since = indexed.get(&chat).copied().filter(|seq| *seq <= head).unwrap_or(0);
        // Each change takes a number of its own, so this range bounds the changes.
        let upto = head.min(since + room);
        room -= upto - since;
        if upto < head {
            behind.push(chat);
        }
        parts.push((chat, since, upto));
        reached.push((chat, upto));
    }
    let docs = changes(db, &parts).await?.into_iter().map(|row| Doc {
        chat: row.chat_id,
        seq: row.seq,
        at: row.at,
        words: if row.is_shown { tokenizer::indexed(&row.text) } else { Default::default() },
    });
    write(db, docs.collect(), &reached).await?;
    Ok(behind)
}

/// Returns the current sequence of each chat.
async fn heads(db: &Db, chats: &[ChatId]) -> Result<Vec<(ChatId, i64)>> {
    let on = db.read();
    let sql = each!(on, "SELECT id, seq FROM chat WHERE id IN (SELECT CAST(value->>0 AS BIGINT) FROM ", ")");
    let chats = serde_json::to_string(&chats.iter().map(|chat| [chat]).collect::<Vec<_>>())?;
    Ok(on!(on, at => sqlx::query_as(sql).bind(chats).fetch_all(at).await)?)
}

/// Returns the messages created or changed in these parts of chats: after one sequence, up to another.
async fn changes(db: &Db, parts: &[(ChatId, i64, i64)]) -> Result<Vec<Row>> {
    let on = db.read();
    // `changed_seq > 0` matches the condition of the partial index.
    let sql = each!(
        on,
        "WITH w AS MATERIALIZED (SELECT CAST(value->>0 AS BIGINT) AS chat_id, CAST(value->>1 AS BIGINT) AS since,
                CAST(value->>2 AS BIGINT) AS upto FROM ",
        ") SELECT m.chat_id, m.seq, m.text, m.at, m.deleted_at IS NULL AND m.system IS NULL AS is_shown
         FROM w CROSS JOIN message m WHERE m.chat_id = w.chat_id AND m.seq > w.since AND m.seq <= w.upto
         UNION ALL
         SELECT m.chat_id, m.seq, m.text, m.at, m.deleted_at IS NULL AND m.system IS NULL AS is_shown
         FROM w CROSS JOIN message m WHERE m.chat_id = w.chat_id AND m.changed_seq > 0 AND m.changed_seq > w.since
            AND m.changed_seq <= w.upto AND m.seq <= w.since"
    );
    let parts = serde_json::to_string(parts)?;
    Ok(on!(on, at => sqlx::query_as(sql).bind(parts).fetch_all(at).await)?)
}
