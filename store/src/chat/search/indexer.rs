//! Keeping the index up with the chats, behind those who write: in batches, after the commit, and after a restart from
//! where it had got.

use std::{
    collections::HashSet,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use tokio::sync::Notify;

use super::{Doc, cursors, tokenizer, write};
use crate::{
    Db, Result, on,
    types::{ids::ChatId, timestamp::Timestamp},
};

/// Messages in one batch at most: keeps a transaction of the index to some 20 ms.
const BATCH: i64 = 1_000;
/// Chats in one batch at most.
const CHATS: usize = 256;
/// How long news gathers before it is looked at.
const GATHER_INTERVAL: Duration = Duration::from_millis(50);
/// While messages were written this recently, the index works no more than half of the time, and its news gathers longer:
/// a transaction costs about as much for a hundred messages as for ten.
const BUSY: Duration = Duration::from_millis(200);
const BUSY_GATHER_INTERVAL: Duration = Duration::from_millis(400);
/// How often all chats are compared with the index, for what another process has written.
const SWEEP_INTERVAL: Duration = Duration::from_secs(300);

/// The chats that have changed since the index looked at them last.
#[derive(Default)]
pub struct DirtyChats {
    chats: Mutex<HashSet<ChatId>>,
    news: Notify,
    written: Mutex<Option<Instant>>,
    /// Held by who indexes, so that nobody overwrites the newer with the older.
    turn: tokio::sync::Mutex<()>,
}

impl DirtyChats {
    /// These chats have changed, and that is durable.
    pub fn note(&self, chats: impl IntoIterator<Item = ChatId>) {
        lock(&self.chats).extend(chats);
        *lock(&self.written) = Some(Instant::now());
        self.news.notify_one();
    }

    /// Some of the chats that have changed.
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

/// Indexes what was written and what will be. Never ends.
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
            Ok(Some(rest)) if db.changed().is_busy() => {
                let gather = if rest == Progress::More { GATHER_INTERVAL } else { BUSY_GATHER_INTERVAL };
                tokio::time::sleep(began.elapsed().max(gather)).await;
            }
            Ok(Some(_)) => {}
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

/// Brings the index up to everything that is durable now.
pub async fn catch_up(db: &Db) -> Result<()> {
    note_all(db).await?;
    while batch(db).await?.is_some() {}
    Ok(())
}

/// Notes every chat that the index is behind of.
async fn note_all(db: &Db) -> Result<()> {
    let heads: Vec<(ChatId, i64)> =
        on!(db.read(), at => sqlx::query_as("SELECT id, seq FROM chat WHERE seq > 0").fetch_all(at).await)?;
    let indexed = cursors(db, None).await?;
    let behind = heads.into_iter().filter(|(chat, seq)| indexed.get(chat) != Some(seq)).map(|(chat, _)| chat);
    db.changed().put_back(behind);
    Ok(())
}

#[derive(sqlx::FromRow)]
struct Row {
    seq: i64,
    text: String,
    at: Timestamp,
    is_shown: bool,
    /// Of the last edit, deletion or reaction.
    changed_seq: i64,
}

/// Whether a batch has left something that was there when it began.
#[derive(PartialEq)]
enum Progress {
    More,
    Nothing,
}

/// Indexes some of what has changed; `None` when nothing had.
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

/// Indexes what is new in these chats, and answers those in which there is more.
async fn index(db: &Db, chats: &[ChatId]) -> Result<Vec<ChatId>> {
    let indexed = cursors(db, Some(chats)).await?;
    let (mut docs, mut reached, mut behind) = (Vec::new(), Vec::new(), Vec::new());
    for chat in chats {
        let room = BATCH - i64::try_from(docs.len()).unwrap_or(BATCH);
        if room <= 0 {
            behind.push(*chat);
            continue;
        }
        let head: Option<(i64,)> = on!(db.read(), at => sqlx::query_as("SELECT seq FROM chat WHERE id = $1")
            .bind(chat).fetch_optional(at).await)?;
        let Some((head,)) = head else { continue };
        // A chat that went back was restored from an earlier copy.
        let since = indexed.get(chat).copied().filter(|seq| *seq <= head).unwrap_or(0);
        let (rows, upto) = changes(db, *chat, since, head, room).await?;
        if upto < head {
            behind.push(*chat);
        }
        docs.extend(rows.into_iter().map(|row| Doc {
            chat: *chat,
            seq: row.seq,
            at: row.at,
            words: if row.is_shown { tokenizer::indexed(&row.text) } else { Default::default() },
        }));
        reached.push((*chat, upto));
    }
    write(db, docs, &reached).await?;
    Ok(behind)
}

/// The messages that came or changed after `since`, at most `room` of each kind, and up to where that is all of them.
async fn changes(db: &Db, chat: ChatId, since: i64, head: i64, room: i64) -> Result<(Vec<Row>, i64)> {
    let mut rows: Vec<Row> = on!(db.read(), at => sqlx::query_as(
        "SELECT seq, text, at, deleted_at IS NULL AND system IS NULL AS is_shown, changed_seq FROM message
         WHERE chat_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT $4")
        .bind(chat).bind(since).bind(head).bind(room).fetch_all(at).await)?;
    let is_full = |rows: &[Row]| i64::try_from(rows.len()).unwrap_or(i64::MAX) >= room;
    let mut upto = if is_full(&rows) { rows.last().map_or(head, |row| row.seq) } else { head };
    if since > 0 {
        let changed: Vec<Row> = on!(db.read(), at => sqlx::query_as(
            "SELECT seq, text, at, deleted_at IS NULL AND system IS NULL AS is_shown, changed_seq FROM message
             WHERE chat_id = $1 AND changed_seq > 0 AND changed_seq > $2 AND changed_seq <= $3 AND seq <= $2 ORDER BY changed_seq LIMIT $4")
            .bind(chat).bind(since).bind(upto).bind(room).fetch_all(at).await)?;
        if is_full(&changed) {
            upto = changed.last().map_or(upto, |row| row.changed_seq);
        }
        rows.retain(|row| row.seq <= upto);
        rows.extend(changed);
    }
    Ok((rows, upto))
}
