//! Transactional outbox of mails and text messages, including messages without a configured sender.
//!
//! A message is claimed before sending. The claim reschedules its next try, so two senders never send the same message
//! concurrently. If the process crashes while sending, the message is retried. A message with confirmed delivery is
//! never retried.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{Db, Result, db::Tx, on, types::timestamp::Timestamp};

/// Next try of a permanently rejected message.
const NEVER: Timestamp = Timestamp(i64::MAX);
/// Duration of a claim. Longer than any attempt may take.
pub const CLAIM_TIMEOUT: i64 = Timestamp::MINUTE;
/// Retention of messages, sent or not. Their text is erased earlier, because it may contain a code.
const RETENTION: i64 = 7 * Timestamp::DAY;
/// Maximum pause between two tries. A later `next_try_at` was written before the clock was set back.
pub const BACKOFF_MAX: i64 = 5 * Timestamp::MINUTE;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "TEXT", rename_all = "lowercase")]
pub enum Channel {
    Mail,
    Sms,
}

/// Message to send.
#[derive(Clone, Debug)]
pub struct NewOutboxMessage {
    pub id: i64,
    pub channel: Channel,
    /// An e-mail address or a phone number.
    pub recipient: String,
    /// Subject of a mail; `None` for a text message.
    pub subject: Option<String>,
    pub body: String,
    pub now: Timestamp,
    /// Expiry. The message is not sent later.
    pub expires_at: Timestamp,
}

/// Stored message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct OutboxMessage {
    pub id: i64,
    pub channel: Channel,
    pub recipient: String,
    pub subject: Option<String>,
    pub body: String,
    pub created_at: Timestamp,
    /// Time of confirmed delivery.
    #[serde(skip)]
    pub sent_at: Option<Timestamp>,
    #[serde(skip)]
    pub tries: i64,
}

pub async fn add(db: &Db, new: &NewOutboxMessage) -> Result<()> {
    let mut tx = db.begin().await?;
    add_in(&mut tx, new).await?;
    tx.commit().await
}

/// Same within a transaction.
pub async fn add_in(tx: &mut Tx, new: &NewOutboxMessage) -> Result<()> {
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO outbox (id, channel, recipient, subject, body, created_at, expires_at, next_try_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $6)")
        .bind(new.id).bind(new.channel).bind(&new.recipient).bind(&new.subject).bind(&new.body).bind(new.now)
        .bind(new.expires_at).execute(at).await.map(drop))?;
    Ok(())
}

/// Claims due messages of a channel, oldest first, and increments their number of tries.
pub async fn claim(db: &Db, channel: Channel, now: Timestamp, most: i64) -> Result<Vec<OutboxMessage>> {
    let mut claimed: Vec<OutboxMessage> = on!(db.write(), at => sqlx::query_as(
        "UPDATE outbox SET tries = tries + 1, next_try_at = $3
         WHERE sent_at IS NULL AND (next_try_at <= $2 OR (next_try_at > $5 AND next_try_at < $6)) AND expires_at > $2
            AND id IN (
            SELECT id FROM outbox
            WHERE sent_at IS NULL AND (next_try_at <= $2 OR (next_try_at > $5 AND next_try_at < $6)) AND expires_at > $2
                AND channel = $1
            ORDER BY next_try_at, id LIMIT $4)
         RETURNING id, channel, recipient, subject, body, created_at, sent_at, tries")
        .bind(channel).bind(now).bind(now.plus(CLAIM_TIMEOUT)).bind(most).bind(now.plus(BACKOFF_MAX + Timestamp::SKEW)).bind(NEVER)
        .fetch_all(at).await)?;
    claimed.sort_by_key(|letter| letter.id);
    Ok(claimed)
}

/// Marks a message as delivered, so that it is never sent again, and erases its text.
pub async fn mark_sent(db: &Db, id: i64, now: Timestamp) -> Result<()> {
    on!(db.write(), at => sqlx::query(
        "UPDATE outbox SET sent_at = $2, subject = NULL, body = '' WHERE id = $1 AND sent_at IS NULL")
        .bind(id).bind(now).execute(at).await.map(drop))?;
    Ok(())
}

/// Reschedules a failed message for `next`, or never if `next` is `None`.
pub async fn reschedule(db: &Db, id: i64, next: Option<Timestamp>) -> Result<()> {
    on!(db.write(), at => sqlx::query("UPDATE outbox SET next_try_at = $2 WHERE id = $1 AND sent_at IS NULL")
        .bind(id).bind(next.unwrap_or(NEVER)).execute(at).await.map(drop))?;
    Ok(())
}

/// Returns the time of the next try in a channel, if any.
pub async fn next_due(db: &Db, channel: Channel, now: Timestamp) -> Result<Option<Timestamp>> {
    let (next,): (Option<Timestamp>,) = on!(db.read(), at => sqlx::query_as(
        "SELECT MIN(next_try_at) FROM outbox
         WHERE sent_at IS NULL AND channel = $1 AND expires_at > $2 AND expires_at > next_try_at")
        .bind(channel).bind(now).fetch_one(at).await)?;
    Ok(next)
}

/// Returns the newest messages, newest first.
pub async fn latest(db: &Db, most: i64) -> Result<Vec<OutboxMessage>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT id, channel, recipient, subject, body, created_at, sent_at, tries FROM outbox
         ORDER BY created_at DESC, id DESC LIMIT $1").bind(most).fetch_all(at).await)?)
}

/// Erases the texts of expired messages. Returns their number.
pub async fn erase_expired(db: &Db, now: Timestamp) -> Result<u64> {
    Ok(on!(db.write(), at => sqlx::query(
        "UPDATE outbox SET subject = NULL, body = '' WHERE expires_at <= $1 AND body <> ''")
        .bind(now).execute(at).await.map(|done| done.rows_affected()))?)
}

/// Deletes messages older than a week. Returns their number.
pub async fn purge(db: &Db, now: Timestamp) -> Result<u64> {
    Ok(on!(db.write(), at => sqlx::query("DELETE FROM outbox WHERE created_at < $1")
        .bind(now.plus(-RETENTION)).execute(at).await.map(|done| done.rows_affected()))?)
}
