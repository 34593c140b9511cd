//! Web Push subscriptions. A subscription belongs to a session and expires with the session.

pub mod retry_queue;

use crate::{
    Db, Result,
    account::{AccountKind, UserCard, privacy},
    chat::{ChatKind, ShareCard},
    each,
    media::MediaKind,
    on,
    types::{
        ids::{ChatId, SessionId, UserId},
        timestamp::Timestamp,
    },
};

/// Maximum number of subscriptions per account. Beyond that, the oldest is deleted.
const MAX_PER_ACCOUNT: i64 = 20;

/// Push subscription of a browser.
#[derive(Clone, Debug)]
pub struct NewSubscription {
    /// Push service URL of the browser. Secret.
    pub endpoint: String,
    pub account: UserId,
    pub session: SessionId,
    /// The browser's P-256 public key and authentication secret, base64url. Only this browser can decrypt messages.
    pub public_key: String,
    pub secret: String,
    pub now: Timestamp,
}

/// Push target: endpoint and encryption keys.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Subscription {
    pub account_id: UserId,
    pub kind: AccountKind,
    /// Code of the account's language.
    pub language: String,
    pub endpoint: String,
    pub public_key: String,
    pub secret: String,
    /// True if an earlier message of the chat is queued for a retry.
    pub waits: bool,
}

/// Message content of a notification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessagePreview {
    pub chat: ChatId,
    pub seq: i64,
    pub sender: UserId,
    pub at: Timestamp,
    pub text: String,
    /// Kind of the first attached file.
    pub media: Option<MediaKind>,
    pub content: Option<ShareCard>,
}

/// Chat and sender names of a notification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatHeading {
    pub kind: ChatKind,
    pub title: Option<String>,
    pub sender: UserCard,
}

/// Creates or updates a subscription. A browser's endpoint belongs to the account that signed in last.
pub async fn subscribe(db: &Db, new: &NewSubscription) -> Result<()> {
    let mut tx = db.begin().await?;
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO push_subscription (endpoint, account_id, session_id, public_key, secret, created_at)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (endpoint) DO UPDATE SET account_id = excluded.account_id, session_id = excluded.session_id,
            public_key = excluded.public_key, secret = excluded.secret, created_at = excluded.created_at")
        .bind(&new.endpoint).bind(new.account).bind(new.session).bind(&new.public_key).bind(&new.secret).bind(new.now)
        .execute(at).await.map(drop))?;
    on!(tx.at(), at => sqlx::query(
        "DELETE FROM push_subscription WHERE account_id = $1 AND endpoint NOT IN (
            SELECT endpoint FROM push_subscription WHERE account_id = $1 ORDER BY created_at DESC, endpoint LIMIT $2)")
        .bind(new.account).bind(MAX_PER_ACCOUNT).execute(at).await.map(drop))?;
    tx.commit().await
}

/// Deletes a subscription of `account`. Succeeds if none exists.
pub async fn unsubscribe(db: &Db, account: UserId, endpoint: &str) -> Result<()> {
    on!(db.write(), at => sqlx::query("DELETE FROM push_subscription WHERE account_id = $1 AND endpoint = $2")
        .bind(account).bind(endpoint).execute(at).await.map(drop))?;
    Ok(())
}

/// Deletes a subscription that its push service reports as expired.
pub async fn forget(db: &Db, endpoint: &str) -> Result<()> {
    on!(db.write(), at => sqlx::query("DELETE FROM push_subscription WHERE endpoint = $1")
        .bind(endpoint).execute(at).await.map(drop))?;
    Ok(())
}

/// Returns true if any subscription exists.
pub async fn any(db: &Db) -> Result<bool> {
    let any: Option<(i64,)> = on!(db.read(), at => sqlx::query_as("SELECT account_id FROM push_subscription LIMIT 1")
        .fetch_optional(at).await)?;
    Ok(any.is_some())
}

/// SQL condition for recipients of a message of `$sender` at `$now`. Selects members (`m`) with an open session (`s`)
/// who have neither muted the chat nor blocked the sender, and have accepted a group of a stranger.
macro_rules! may_be_told {
    ($sender:literal, $now:literal) => {
        concat!(
            "m.left_at IS NULL AND m.request_from IS NULL AND (m.muted_until IS NULL OR m.muted_until <= ",
            $now,
            ") AND s.revoked_at IS NULL AND s.expires_at > ",
            $now,
            " AND NOT EXISTS (SELECT 1 FROM block b WHERE b.blocker_id = m.account_id AND b.blocked_id = ",
            $sender,
            ")"
        )
    };
}
use may_be_told;

/// Returns the push targets of a message that `sender` has just sent: browsers of the other members, and of the team of
/// a member that is a company. Excludes members who muted the chat, blocked the sender or disabled chat notifications.
/// Excludes ended sessions.
pub async fn targets(db: &Db, chat: ChatId, sender: UserId, now: Timestamp) -> Result<Vec<Subscription>> {
    let mut targets: Vec<Subscription> = on!(db.read(), at => sqlx::query_as(concat!(
        "SELECT p.account_id, a.kind, a.language, p.endpoint, p.public_key, p.secret,
            EXISTS (SELECT 1 FROM push_waiting w WHERE w.endpoint = p.endpoint AND w.chat_id = $1) AS waits
         FROM (SELECT o.account_id AS reader_id, o.* FROM chat_member o WHERE o.chat_id = $1 AND o.account_id <> $2
               UNION ALL SELECT t.account_id, o.* FROM chat_member o JOIN company k ON k.account_id = o.account_id
                    JOIN active_member t ON t.company_id = k.id
               WHERE o.chat_id = $1 AND o.account_id <> $2) AS m
            JOIN push_subscription p ON p.account_id = m.reader_id
            JOIN account a ON a.id = p.account_id JOIN session s ON s.id = p.session_id
         WHERE ",
        may_be_told!("$2", "$3"),
        " ORDER BY p.account_id, p.created_at, p.endpoint"))
        .bind(chat).bind(sender).bind(now).fetch_all(at).await)?;
    wanted(db, &mut targets, |target| target.account_id).await?;
    Ok(targets)
}

/// Returns those of the accounts that have not read a message: of its chat themselves, or as the team of a company.
pub async fn unread_by(db: &Db, chat: ChatId, seq: i64, accounts: &[UserId]) -> Result<Vec<UserId>> {
    let list = serde_json::to_string(&accounts.iter().map(|account| [account]).collect::<Vec<_>>())?;
    let at = db.read();
    let sql = each!(
        at,
        "SELECT m.reader_id FROM (
            SELECT o.account_id AS reader_id, o.read_seq FROM chat_member o WHERE o.chat_id = $2
            UNION ALL SELECT t.account_id, o.read_seq FROM chat_member o JOIN company k ON k.account_id = o.account_id
                JOIN active_member t ON t.company_id = k.id WHERE o.chat_id = $2) AS m
         WHERE m.read_seq < $3 AND m.reader_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")"
    );
    let rows: Vec<(UserId,)> = on!(at, at => sqlx::query_as(sql).bind(list).bind(chat).bind(seq).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(account,)| account).collect())
}

/// Returns the browsers of an account with an open session.
pub async fn targets_of(db: &Db, account: UserId, now: Timestamp) -> Result<Vec<Subscription>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT p.account_id, a.kind, a.language, p.endpoint, p.public_key, p.secret, FALSE AS waits
         FROM push_subscription p JOIN account a ON a.id = p.account_id JOIN session s ON s.id = p.session_id
         WHERE p.account_id = $1 AND s.revoked_at IS NULL AND s.expires_at > $2 ORDER BY p.created_at, p.endpoint")
        .bind(account).bind(now).fetch_all(at).await)?)
}

/// Retains entries of accounts that have chat notifications enabled.
async fn wanted<T>(db: &Db, told: &mut Vec<T>, account: impl Fn(&T) -> UserId) -> Result<()> {
    let mut accounts: Vec<UserId> = told.iter().map(&account).collect();
    accounts.sort_unstable();
    accounts.dedup();
    if accounts.is_empty() {
        return Ok(());
    }
    let settings = privacy::of(db, &accounts).await?;
    told.retain(|one| settings.get(&account(one)).is_none_or(|own| own.push_notifications && own.chat_notifications));
    Ok(())
}

/// Returns the heading of a notification for a message in `chat`.
pub async fn heading(db: &Db, chat: ChatId, sender: UserId) -> Result<ChatHeading> {
    let (kind, title): (ChatKind, Option<String>) = on!(db.read(), at => sqlx::query_as(
        "SELECT kind, title FROM chat WHERE id = $1").bind(chat).fetch_one(at).await)?;
    let sender: UserCard = on!(db.read(), at => sqlx::query_as(
        "SELECT id, kind, user_name, first_name, last_name, picture FROM account WHERE id = $1")
        .bind(sender).fetch_one(at).await)?;
    Ok(ChatHeading { kind, title, sender })
}
