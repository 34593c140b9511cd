//! Notifications that wait for a push service to be there again. They outlive the process, and are tried by whichever
//! node comes first, one at a time.
//!
//! What waits is the place of a message and not its words: who has read it meanwhile, has muted the chat or signed out is
//! told nothing, and a message that was deleted is not told either.

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

/// Chats of which a browser waits to be told, at most; past that the oldest news is given up.
const MAX_PER_SUBSCRIPTION: i64 = 20;
/// How long a message is news, from when it was said.
const RETENTION: i64 = Timestamp::DAY;
/// How long whoever has claimed a notification may take to say what became of it. Longer than a try takes, by far.
const CLAIM_TIMEOUT: i64 = Timestamp::MINUTE;

/// A notification that is to be tried again now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DueNotification {
    pub target: Subscription,
    pub said: MessagePreview,
    /// How often it has been tried, with the try that is now to be made.
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
}

/// Keeps that a browser could not be told of a message after `tries` tries, until `next`. It takes the place of an earlier
/// message of the chat. A browser that has gone waits for nothing.
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

/// A browser has been told of a message, or will not be: neither this one nor an earlier one of the chat waits any more.
pub async fn complete(db: &Db, endpoint: &str, chat: ChatId, seq: i64) -> Result<()> {
    on!(db.write(), at => sqlx::query("DELETE FROM push_waiting WHERE endpoint = $1 AND chat_id = $2 AND seq <= $3")
        .bind(endpoint).bind(chat).bind(seq).execute(at).await.map(drop))?;
    Ok(())
}

/// When the next notification is to be tried again, if one waits.
pub async fn next_due(db: &Db) -> Result<Option<Timestamp>> {
    let (next,): (Option<Timestamp>,) = on!(db.read(), at => sqlx::query_as("SELECT MIN(next_try_at) FROM push_waiting")
        .fetch_one(at).await)?;
    Ok(next)
}

/// Claims at most `most` notifications that are to be tried now, and answers those of them that are still wanted; the
/// others are ended. A claim that nothing is heard of comes up again after a minute. Of several who ask at the same moment
/// one gets it.
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
        "SELECT p.account_id, a.kind, p.endpoint, p.public_key, p.secret, g.chat_id, g.seq, w.tries, g.sender_id, g.at,
            g.text, g.media
         FROM (SELECT value->>0 AS endpoint, CAST(value->>1 AS BIGINT) AS chat_id, CAST(value->>2 AS BIGINT) AS seq,
                CAST(value->>3 AS BIGINT) AS tries FROM ",
        concat!(
            ") AS w JOIN push_subscription p ON p.endpoint = w.endpoint
            JOIN chat_member m ON m.chat_id = w.chat_id AND m.account_id = p.account_id
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
        let (chat, seq, sender) = (self.chat_id, self.seq, self.sender_id);
        Ok(DueNotification {
            target: Subscription {
                account_id: self.account_id,
                kind: self.kind,
                endpoint: self.endpoint,
                public_key: self.public_key,
                secret: self.secret,
                waits: true,
            },
            said: MessagePreview { chat, seq, sender, at: self.at, text: self.text, media },
            tries: self.tries,
        })
    }
}
