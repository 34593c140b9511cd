//! Full-text search of messages in one chat or all chats of a user.
//!
//! Besides `db`, the only module that depends on the driver: FTS5 in a separate SQLite file, or a PostgreSQL GIN index.
//! Both index the same words (see `tokenizer`) and return candidates only, newest first. Visibility and current text
//! are checked when a candidate is read. The index lags behind the commits (see `indexer`).

mod indexer;
pub(crate) mod tokenizer;

pub use indexer::{DirtyChats, catch_up, run};
pub use tokenizer::{Part, Query, Term};

use std::collections::{BTreeSet, HashMap, HashSet};

use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use crate::{
    Db, Result,
    chat::{self, Message},
    db::Dialect,
    each, on,
    types::{
        ids::{ChatId, UserId},
        timestamp::Timestamp,
    },
};

/// Maximum rounds of candidates per search. A page that is not full then still returns a cursor.
const ROUNDS: usize = 8;
/// Maximum number of chats named in the index query. Above this, filtering the index's results is cheaper.
const CHATS_NAMED: usize = 64;
/// Number of newest messages that PostgreSQL scans before using the index. Words common enough to occur in these have
/// too many index hits.
const NEWEST: i64 = 4_000;
/// Prefix of an index term that denotes a chat. A private-use character, so no text contains it.
const CHAT_MARK: char = '\u{e000}';
/// 2025-01-01: epoch of the ids.
const EPOCH: i64 = 1_735_689_600_000;

/// Search parameters.
#[derive(Clone, Copy, Debug)]
pub struct Search<'a> {
    pub query: &'a str,
    /// Restricts the search to this chat.
    pub chat: Option<ChatId>,
    /// Cursor from the previous page.
    pub before: Option<i64>,
    pub limit: usize,
}

/// A matching message.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Hit {
    pub chat_id: ChatId,
    pub message: Message,
    /// Text around the matches.
    pub snippet: Vec<Part>,
}

/// A page of results, newest first.
#[derive(Debug, PartialEq)]
pub struct SearchPage {
    pub hits: Vec<Hit>,
    /// Cursor of the next page; `None` on the last.
    pub next: Option<i64>,
}

/// A message to index. A message without words is removed from the index.
struct Doc {
    chat: ChatId,
    seq: i64,
    at: Timestamp,
    words: BTreeSet<String>,
}

/// A message returned by the index.
#[derive(Clone, Copy, sqlx::FromRow)]
struct Candidate {
    id: i64,
    chat_id: ChatId,
    seq: i64,
}

/// Searches `viewer`'s chats for messages that contain all words of the query. The last word may be a prefix. Returns
/// `NotFound` if `viewer` is not a member of the given chat.
pub async fn search(db: &Db, viewer: UserId, search: &Search<'_>) -> Result<SearchPage> {
    let query = Query::parse(search.query);
    let chats = chats(db, viewer, search.chat).await?;
    let mut found = SearchPage { hits: Vec::new(), next: None };
    if query.is_empty() || chats.is_empty() {
        return Ok(found);
    }
    let mut before = search.before.unwrap_or(i64::MAX);
    let mut texts = Vec::new();
    // Requests one message more than the limit, to detect another page.
    let wanted = search.limit + 1;
    for round in 1..=ROUNDS {
        let count = wanted * round;
        let candidates = candidates(db, &query.terms(), &chats, before, count).await?;
        let is_last = candidates.len() < count;
        let mut visible = visible(db, viewer, &candidates).await?;
        for candidate in &candidates {
            before = candidate.id;
            let text = visible.remove(&(candidate.chat_id, candidate.seq));
            if let Some(snippet) = text.and_then(|text| query.snippet(&text)) {
                texts.push((*candidate, snippet));
            }
            if texts.len() == wanted {
                break;
            }
        }
        if texts.len() == wanted {
            texts.pop();
            found.next = texts.last().map(|(last, _)| last.id);
            break;
        }
        if is_last {
            break;
        }
        if round == ROUNDS {
            found.next = Some(before);
        }
    }
    let places: Vec<_> = texts.iter().map(|(candidate, _)| (candidate.chat_id, candidate.seq)).collect();
    let mut messages = chat::by_keys(db, &places).await?;
    found.hits = texts
        .into_iter()
        .filter_map(|(Candidate { chat_id, seq, .. }, snippet)| {
            let message = messages.remove(&(chat_id, seq))?.seen_by(viewer);
            Some(Hit { chat_id, message, snippet })
        })
        .collect();
    Ok(found)
}

/// Returns the given chat, or all of `viewer`'s chats with visible messages.
async fn chats(db: &Db, viewer: UserId, named: Option<ChatId>) -> Result<Vec<ChatId>> {
    if let Some(chat) = named {
        on!(db.read(), at => sqlx::query(
            "SELECT 1 FROM chat_member WHERE chat_id = $1 AND account_id = $2 AND left_at IS NULL")
            .bind(chat).bind(viewer).fetch_one(at).await.map(drop))?;
        return Ok(vec![chat]);
    }
    let rows: Vec<(ChatId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT c.id FROM chat_member me JOIN chat c ON c.id = me.chat_id
         WHERE me.account_id = $1 AND me.left_at IS NULL AND c.last_seq > me.cleared_seq")
        .bind(viewer).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Returns the texts of the candidates that `viewer` may see.
async fn visible(db: &Db, viewer: UserId, candidates: &[Candidate]) -> Result<HashMap<(ChatId, i64), String>> {
    let on = db.read();
    let sql = each!(
        on,
        "SELECT m.chat_id, m.seq, m.text
         FROM (SELECT CAST(value->>0 AS BIGINT) AS chat_id, CAST(value->>1 AS BIGINT) AS seq FROM ",
        ") AS w
         CROSS JOIN message m
         JOIN chat_member me ON me.chat_id = m.chat_id AND me.account_id = $2
         WHERE m.chat_id = w.chat_id AND m.seq = w.seq AND m.deleted_at IS NULL AND m.system IS NULL AND me.left_at IS NULL AND m.seq > me.cleared_seq
            AND NOT EXISTS (SELECT 1 FROM message_hidden h
                            WHERE h.chat_id = m.chat_id AND h.account_id = $2 AND h.seq = m.seq)"
    );
    let places: Vec<_> = candidates.iter().map(|candidate| (candidate.chat_id, candidate.seq)).collect();
    let places = serde_json::to_string(&places)?;
    let rows: Vec<(ChatId, i64, String)> =
        on!(on, at => sqlx::query_as(sql).bind(places).bind(viewer).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(chat, seq, text)| ((chat, seq), text)).collect())
}

/// Returns at most `count` candidates for `terms` before `before`, newest first.
async fn candidates(
    db: &Db,
    terms: &BTreeSet<Term>,
    chats: &[ChatId],
    before: i64,
    count: usize,
) -> Result<Vec<Candidate>> {
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    match db.index() {
        Dialect::Sqlite(at) => {
            let mut wanted: Vec<String> =
                terms.iter().map(|term| format!("\"{}\"{}", term.word, if term.prefix { " *" } else { "" })).collect();
            if chats.len() <= CHATS_NAMED {
                let named: Vec<_> = chats.iter().map(|chat| format!("\"{CHAT_MARK}{chat}\"")).collect();
                wanted.push(format!("({})", named.join(" OR ")));
            }
            // The index determines the order and stops after enough hits.
            Ok(sqlx::query_as(
                "SELECT i.id, i.chat_id, i.seq FROM message_words w CROSS JOIN indexed_message i ON i.id = w.rowid
                 WHERE w.message_words MATCH $1 AND w.rowid < $2
                    AND ($4 = '' OR i.chat_id IN (SELECT value FROM json_each($4)))
                 ORDER BY w.rowid DESC LIMIT $3",
            )
            .bind(wanted.join(" AND "))
            .bind(before)
            .bind(count)
            .bind(if chats.len() <= CHATS_NAMED { String::new() } else { serde_json::to_string(chats)? })
            .fetch_all(at)
            .await?)
        }
        Dialect::Pg(at) => {
            let ids: Vec<i64> = chats.iter().map(|chat| chat.0).collect();
            let mut wanted: Vec<String> =
                terms.iter().map(|term| format!("'{}'{}", term.word, if term.prefix { ":*" } else { "" })).collect();
            // One chat is scanned by `seq`, several by id (time order).
            let newest = match chats {
                [_] => {
                    "SELECT id, chat_id, seq FROM (
                        SELECT id, chat_id, seq, words FROM indexed_message
                        WHERE chat_id = (CAST($1 AS BIGINT[]))[1] AND id < $2 ORDER BY seq DESC LIMIT $5) AS newest
                     WHERE words @@ CAST($3 AS tsquery) ORDER BY id DESC LIMIT $4"
                }
                _ => {
                    "SELECT id, chat_id, seq FROM (
                        SELECT id, chat_id, seq, words FROM indexed_message
                        WHERE chat_id = ANY($1) AND id < $2 ORDER BY id DESC LIMIT $5) AS newest
                     WHERE words @@ CAST($3 AS tsquery) ORDER BY id DESC LIMIT $4"
                }
            };
            let first: Vec<Candidate> = sqlx::query_as(newest)
                .bind(&ids)
                .bind(before)
                .bind(wanted.join(" & "))
                .bind(count)
                .bind(NEWEST)
                .fetch_all(at)
                .await?;
            if i64::try_from(first.len()).unwrap_or(i64::MAX) >= count {
                return Ok(first);
            }
            if let [chat] = chats {
                wanted.push(format!("'{CHAT_MARK}{chat}'"));
            }
            let mut tx = at.begin().await?;
            // Rare words: forces the word index regardless of statistics. Also forces a custom plan: after five
            // executions the server would use a generic plan. The generic plan compares each hit with the chats one by
            // one instead of hashing them. That takes 2 to 4 times as long for a word with 100,000 hits.
            sqlx::query(
                "SELECT set_config('enable_seqscan', 'off', TRUE), set_config('enable_indexscan', 'off', TRUE),
                    set_config('plan_cache_mode', 'force_custom_plan', TRUE)",
            )
            .execute(&mut *tx)
            .await?;
            // `OFFSET 0` separates the two conditions like a materialized CTE, without a temporary file.
            Ok(sqlx::query_as(
                "SELECT id, chat_id, seq FROM (
                    SELECT id, chat_id, seq FROM indexed_message WHERE words @@ CAST($3 AS tsquery) AND id < $2
                    OFFSET 0) AS hits
                 WHERE chat_id = ANY($1) ORDER BY id DESC LIMIT $4",
            )
            .bind(&ids)
            .bind(before)
            .bind(wanted.join(" & "))
            .bind(count)
            .fetch_all(&mut *tx)
            .await?)
        }
    }
}

/// Returns the indexed sequence of these chats, or of all chats.
async fn cursors(db: &Db, chats: Option<&[ChatId]>) -> Result<HashMap<ChatId, i64>> {
    let rows: Vec<(ChatId, i64)> = match chats {
        None => on!(db.index(), at => sqlx::query_as("SELECT chat_id, seq FROM indexed_chat").fetch_all(at).await)?,
        Some(chats) => {
            let on = db.index();
            let sql = each!(
                on,
                "SELECT chat_id, seq FROM indexed_chat WHERE chat_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
                ")"
            );
            let chats = serde_json::to_string(&chats.iter().map(|chat| [chat]).collect::<Vec<_>>())?;
            on!(on, at => sqlx::query_as(sql).bind(chats).fetch_all(at).await)?
        }
    };
    Ok(rows.into_iter().collect())
}

/// Writes `docs` and the chats' cursors to the index in one transaction.
///
/// Each join starts with the looked-up rows, and `CROSS JOIN` makes SQLite keep that order. Otherwise SQLite scans the
/// table and parses the JSON per row, which takes 100 times as long.
async fn write(db: &Db, docs: Vec<Doc>, reached: &[(ChatId, i64)]) -> Result<()> {
    let mut tx = db.begin_index().await?;
    let known = {
        let at = tx.at();
        let sql = each!(
            at,
            "SELECT i.chat_id, i.seq, i.id FROM (SELECT CAST(value->>0 AS BIGINT) AS chat_id,
                CAST(value->>1 AS BIGINT) AS seq FROM ",
            ") AS w CROSS JOIN indexed_message i WHERE i.chat_id = w.chat_id AND i.seq = w.seq"
        );
        let places: Vec<_> = docs.iter().map(|doc| (doc.chat, doc.seq)).collect();
        let places = serde_json::to_string(&places)?;
        let rows: Vec<(ChatId, i64, i64)> = on!(at, at => sqlx::query_as(sql).bind(places).fetch_all(at).await)?;
        rows.into_iter().map(|(chat, seq, id)| ((chat, seq), id)).collect::<HashMap<_, _>>()
    };
    let mut taken: HashSet<i64> = {
        let at = tx.at();
        // Messages of one millisecond have consecutive ids, so the whole range of 256 ids is read.
        let sql = each!(
            at,
            "SELECT DISTINCT i.id FROM (SELECT CAST(value->>0 AS BIGINT) AS slot FROM ",
            ") AS w CROSS JOIN indexed_message i WHERE i.id >= w.slot AND i.id < w.slot + 256"
        );
        let new: HashSet<_> = docs.iter().filter(|doc| !known.contains_key(&(doc.chat, doc.seq))).map(slot).collect();
        let slots = serde_json::to_string(&new.iter().map(|slot| [slot]).collect::<Vec<_>>())?;
        let rows: Vec<(i64,)> = on!(at, at => sqlx::query_as(sql).bind(slots).fetch_all(at).await)?;
        rows.into_iter().map(|(id,)| id).collect()
    };
    let (mut put, mut gone) = (Vec::new(), Vec::new());
    for doc in docs {
        let id = match known.get(&(doc.chat, doc.seq)) {
            Some(id) => *id,
            None if doc.words.is_empty() => continue,
            None => (slot(&doc)..).find(|id| taken.insert(*id)).unwrap_or(i64::MAX),
        };
        if doc.words.is_empty() { gone.push(id) } else { put.push((id, doc)) }
    }
    // Ascending ids make index writes sequential.
    put.sort_by_key(|(id, _)| *id);
    store(&mut tx, &put, &gone).await?;

    let at = tx.at();
    let sql = each!(
        at,
        "INSERT INTO indexed_chat (chat_id, seq)
         SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT) FROM ",
        " WHERE TRUE ON CONFLICT (chat_id) DO UPDATE SET seq = excluded.seq"
    );
    let reached = serde_json::to_string(reached)?;
    on!(at, at => sqlx::query(sql).bind(reached).execute(at).await.map(drop))?;
    tx.commit().await
}

/// Returns the first id of the message's millisecond.
fn slot(doc: &Doc) -> i64 {
    (doc.at.0 - EPOCH).max(0) << 8
}

async fn store(tx: &mut crate::db::Tx, put: &[(i64, Doc)], gone: &[i64]) -> Result<()> {
    let gone = serde_json::to_string(gone)?;
    match tx.at() {
        Dialect::Sqlite(at) => {
            let chat = |doc: &Doc| format!("{CHAT_MARK}{}", doc.chat);
            let words = |doc: &Doc| doc.words.iter().cloned().chain([chat(doc)]).collect::<Vec<_>>().join(" ");
            let rows: Vec<_> = put.iter().map(|(id, doc)| json!([id, doc.chat, doc.seq, words(doc)])).collect();
            let rows = serde_json::to_string(&rows)?;
            for (sql, rows) in [
                (
                    "INSERT INTO indexed_message (id, chat_id, seq)
                     SELECT value->>0, value->>1, value->>2 FROM json_each($1) WHERE TRUE ON CONFLICT DO NOTHING",
                    &rows,
                ),
                (
                    "INSERT OR REPLACE INTO message_words (rowid, words)
                     SELECT value->>0, value->>3 FROM json_each($1)",
                    &rows,
                ),
                ("DELETE FROM message_words WHERE rowid IN (SELECT value FROM json_each($1))", &gone),
                ("DELETE FROM indexed_message WHERE id IN (SELECT value FROM json_each($1))", &gone),
            ] {
                sqlx::query(sql).bind(rows).execute(&mut *at).await?;
            }
        }
        Dialect::Pg(at) => {
            let vector = |doc: &Doc| {
                let words = doc.words.iter().map(|word| format!("'{word}'"));
                words.chain([format!("'{CHAT_MARK}{}'", doc.chat)]).collect::<Vec<_>>().join(" ")
            };
            let rows: Vec<_> = put.iter().map(|(id, doc)| json!([id, doc.chat, doc.seq, vector(doc)])).collect();
            sqlx::query(
                "INSERT INTO indexed_message (id, chat_id, seq, words)
                 SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), CAST(value->>2 AS BIGINT),
                    CAST(value->>3 AS tsvector)
                 FROM jsonb_array_elements(CAST($1 AS jsonb)) AS each(value)
                 ON CONFLICT (id) DO UPDATE SET words = excluded.words",
            )
            .bind(serde_json::to_string(&rows)?)
            .execute(&mut *at)
            .await?;
            sqlx::query(
                "DELETE FROM indexed_message WHERE id IN
                    (SELECT CAST(value AS BIGINT) FROM jsonb_array_elements_text(CAST($1 AS jsonb)) AS each(value))",
            )
            .bind(gone)
            .execute(&mut *at)
            .await?;
        }
    }
    Ok(())
}
