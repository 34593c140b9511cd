//! Retry queue of notifications for unavailable push services. The queue is persistent. Any node may claim an entry;
//! claims are exclusive.
//!
//! An entry stores the `seq` of a message, not its text. Read, deleted or muted messages and ended sessions produce no
//! notification.

use serde_json::json;

use super::{MessagePreview, Subscription, may_be_told, wanted};
use crate::{
    Db, Result,
    account::AccountKind,
    each,
    media::{Media, MediaKind},
    on,
    types::{
        ids::{ChatId, UserId},
        timestamp::Timestamp,
    },
};

/// Maximum number of queued chats per subscription. Beyond that, the oldest entry is deleted.
const MAX_PER_SUBSCRIPTION: i64 = 20;
/// Maximum age of a message to be notified, from its sending.
const RETENTION: i64 = Timestamp::DAY;
/// Duration of a claim. Much longer than a try takes.
const CLAIM_TIMEOUT: i64 = Timestamp::MINUTE;

/// Notification due for a retry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DueNotification {
    pub target: Subscription,
    pub said: MessagePreview,
    /// Number of tries, including the current one.
    pub tries: i64,
}

#[derive(sqlx::FromRow)]
struct Claimed {
    endpoint: String,
    chat_id: ChatId,
    seq: i64,
    tries: i64,
}

#[derive(sqlx::FromRow)]
struct DueRow {
    account_id: UserId,
    kind: AccountKind,
    language: String,
    endpoint: String,
    public_key: String,
    secret: String,
    chat_id: ChatId,
    seq: i64,
    tries: i64,
    sender_id: UserId,
    at: Timestamp,
    text: String,
    media: Option<String>,
    content: Option<String>,
}

/// Queues a message for a retry at `next` after `tries` failed tries. Replaces an earlier message of the same chat.
/// Does nothing if the subscription no longer exists.
pub async fn enqueue(db: &Db, endpoint: &str, said: &MessagePreview, tries: i64, next: Timestamp) -> Result<()> {
    on!(db.write(), at => sqlx::query(
        "INSERT INTO push_waiting (endpoint, chat_id, seq, tries, next_try_at, at)
         SELECT p.endpoint, c.id, $3, $4, $5, $6 FROM push_subscription p JOIN chat c ON c.id = $2 WHERE p.endpoint = $1
         ON CONFLICT (endpoint, chat_id) DO UPDATE SET seq = excluded.seq, tries = excluded.tries,
            next_try_at = excluded.next_try_at, at = excluded.at
         WHERE push_waiting.seq <= excluded.seq")
        .bind(endpoint).bind(said.chat).bind(said.seq).bind(tries).bind(next).bind(said.at)
        .execute(at).await.map(drop))?;
    on!(db.write(), at => sqlx::query(
        "DELETE FROM push_waiting WHERE endpoint = $1 AND chat_id NOT IN (
            SELECT chat_id FROM push_waiting WHERE endpoint = $1 ORDER BY at DESC, chat_id DESC LIMIT $2)")
        .bind(endpoint).bind(MAX_PER_SUBSCRIPTION).execute(at).await.map(drop))?;
    Ok(())
}

/// Removes a delivered or abandoned message and earlier messages of its chat from the queue.
pub async fn complete(db: &Db, endpoint: &str, chat: ChatId, seq: i64) -> Result<()> {
    on!(db.write(), at => sqlx::query("DELETE FROM push_waiting WHERE endpoint = $1 AND chat_id = $2 AND seq <= $3")
        .bind(endpoint).bind(chat).bind(seq).execute(at).await.map(drop))?;
    Ok(())
}

/// Returns the time of the next retry, if any.
pub async fn next_due(db: &Db) -> Result<Option<Timestamp>> {
    let (next,): (Option<Timestamp>,) = on!(db.read(), at => sqlx::query_as("SELECT MIN(next_try_at) FROM push_waiting")
        .fetch_one(at).await)?;
    Ok(next)
}

/// Claims at most `most` due notifications and returns those still wanted. Deletes the other entries. A claim without a
/// result expires after a minute. Concurrent claims never return the same entry.
pub async fn claim(db: &Db, now: Timestamp, most: i64) -> Result<Vec<DueNotification>> {
    let claimed: Vec<Claimed> = on!(db.write(), at => sqlx::query_as(
        "UPDATE push_waiting SET tries = tries + 1, next_try_at = $2
         WHERE next_try_at <= $1 AND (endpoint, chat_id) IN (
            SELECT endpoint, chat_id FROM push_waiting WHERE next_try_at <= $1
            ORDER BY next_try_at, endpoint, chat_id LIMIT $3)
         RETURNING endpoint, chat_id, seq, tries")
        .bind(now).bind(now.plus(CLAIM_TIMEOUT)).bind(most).fetch_all(at).await)?;
    if claimed.is_empty() {
        return Ok(Vec::new());
    }
    let due = still_wanted(db, &claimed, now).await?;
    for gone in &claimed {
        if !due.iter().any(|due| due.target.endpoint == gone.endpoint && due.said.chat == gone.chat_id) {
            complete(db, &gone.endpoint, gone.chat_id, gone.seq).await?;
        }
    }
    Ok(due)
}

async fn still_wanted(db: &Db, claimed: &[Claimed], now: Timestamp) -> Result<Vec<DueNotification>> {
    let on = db.read();
    let sql = each!(
        on,
        "SELECT p.account_id, a.kind, a.language, p.endpoint, p.public_key, p.secret, g.chat_id, g.seq, w.tries, g.sender_id, g.at,
            g.text, g.media, g.content
         FROM (SELECT value->>0 AS endpoint, CAST(value->>1 AS BIGINT) AS chat_id, CAST(value->>2 AS BIGINT) AS seq,
                CAST(value->>3 AS BIGINT) AS tries FROM ",
        concat!(
            ") AS w JOIN push_subscription p ON p.endpoint = w.endpoint
            JOIN chat_member m ON m.chat_id = w.chat_id AND (m.account_id = p.account_id
                OR m.account_id = (SELECT k.account_id FROM active_member t JOIN company k ON k.id = t.company_id
                    WHERE t.account_id = p.account_id))
            JOIN account a ON a.id = p.account_id JOIN session s ON s.id = p.session_id
            JOIN message g ON g.chat_id = w.chat_id AND g.seq = w.seq
         WHERE g.at > $3 AND g.deleted_at IS NULL AND g.seq > m.read_seq AND g.seq > m.cleared_seq
            AND NOT EXISTS (SELECT 1 FROM message_hidden h
                WHERE h.chat_id = w.chat_id AND h.account_id = m.account_id AND h.seq = w.seq)
            AND ",
            may_be_told!("g.sender_id", "$2")
        )
    );
    let places: Vec<_> = claimed.iter().map(|one| json!([one.endpoint, one.chat_id, one.seq, one.tries])).collect();
    let places = serde_json::to_string(&places)?;
    let mut rows: Vec<DueRow> = on!(on, at => sqlx::query_as(sql)
        .bind(places).bind(now).bind(now.plus(-RETENTION)).fetch_all(at).await)?;
    wanted(db, &mut rows, |row| row.account_id).await?;
    rows.into_iter().map(DueRow::into_due).collect()
}

impl DueRow {
    fn into_due(self) -> Result<DueNotification> {
        let media: Vec<Media> = self.media.map(|json| serde_json::from_str(&json)).transpose()?.unwrap_or_default();
        let media: Option<MediaKind> = media.first().map(|media| media.kind);
        let content = self.content.map(|json| serde_json::from_str(&json)).transpose()?;
        let (chat, seq, sender) = (self.chat_id, self.seq, self.sender_id);
        Ok(DueNotification {
            target: Subscription {
                account_id: self.account_id,
                kind: self.kind,
                language: self.language,
                endpoint: self.endpoint,
                public_key: self.public_key,
                secret: self.secret,
                waits: true,
            },
            said: MessagePreview { chat, seq, sender, at: self.at, text: self.text, media, content },
            tries: self.tries,
        })
    }
}
