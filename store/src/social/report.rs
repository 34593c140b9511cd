//! Reports about a chat or a user, with the messages visible to the reporter as evidence.

use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::{
    Db, Error, Result,
    account::AccountKind,
    chat::find_direct,
    on, social,
    types::{
        ids::{ChatId, UserId},
        timestamp::Timestamp,
    },
};

/// Maximum number of reports per account and day.
pub const DAILY: i64 = 20;
/// Maximum number of messages stored as evidence.
const MAX_EVIDENCE: i64 = 20;
/// Maximum length of a comment in characters.
pub const COMMENT_MAX: usize = 1_000;

/// Reason of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum Reason {
    Spam,
    Scam,
    Harassment,
    Hate,
    Violence,
    Nudity,
    Impersonation,
    Illegal,
    Other,
}

/// All reasons in display order, with their English text.
pub const REASONS: &[(Reason, &str)] = &[
    (Reason::Spam, "It is spam"),
    (Reason::Scam, "It is a fraud or a scam"),
    (Reason::Harassment, "Bullying or harassment"),
    (Reason::Hate, "Hate speech or symbols"),
    (Reason::Violence, "Violence or threats"),
    (Reason::Nudity, "Nudity or sexual content"),
    (Reason::Impersonation, "Somebody pretends to be another"),
    (Reason::Illegal, "Sale of illegal goods or services"),
    (Reason::Other, "Something else"),
];

/// Report to file.
#[derive(Clone, Debug)]
pub struct NewReport {
    pub id: i64,
    pub reporter: UserId,
    /// Reported chat. Without a chat, the report is about the user, with the messages of their direct chat, if any.
    pub chat: Option<ChatId>,
    /// Reported user; in a direct chat always the other member.
    pub user: Option<UserId>,
    /// Reported message; the reported user is then its sender.
    pub seq: Option<i64>,
    pub reason: Reason,
    pub comment: String,
    pub at: Timestamp,
}

/// Outcome of filing a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportResult {
    /// Filed. Contains the reported account, or `None` if the report is about the whole chat.
    Done(Option<UserId>),
    /// The reporter has reached the limit of [`DAILY`] reports.
    TooMany,
}

#[derive(sqlx::FromRow)]
struct Shown {
    seq: i64,
    sender_id: UserId,
    text: String,
    media: Option<String>,
    at: Timestamp,
}

/// Report about an account or a chat, for a review.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filed {
    pub id: i64,
    pub at: Timestamp,
    /// User names.
    pub reporter: String,
    pub reported: Option<String>,
    pub chat: Option<ChatId>,
    pub reason: Reason,
    pub comment: String,
    pub evidence: Vec<Evidence>,
}

/// Message that the reporter saw.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Evidence {
    pub sender: UserId,
    pub text: String,
    pub at: Timestamp,
}

#[derive(sqlx::FromRow)]
struct FiledRow {
    id: i64,
    at: Timestamp,
    reporter: String,
    reported: Option<String>,
    chat_id: Option<ChatId>,
    reason: Reason,
    comment: String,
    evidence: String,
}

/// Returns the reports about accounts and chats, the newest first, at most `limit`.
pub async fn list(db: &Db, limit: i64) -> Result<Vec<Filed>> {
    let rows: Vec<FiledRow> = on!(db.read(), at => sqlx::query_as(
        "SELECT r.id, r.at, a.user_name AS reporter, b.user_name AS reported, r.chat_id, r.reason, r.comment, r.evidence
         FROM report r JOIN account a ON a.id = r.reporter_id LEFT JOIN account b ON b.id = r.reported_id
         WHERE r.reel_id IS NULL AND r.comment_id IS NULL ORDER BY r.at DESC, r.id DESC LIMIT $1")
        .bind(limit).fetch_all(at).await)?;
    let filed = |row: FiledRow| {
        let FiledRow { id, at, reporter, reported, chat_id: chat, reason, comment, evidence } = row;
        Ok(Filed { id, at, reporter, reported, chat, reason, comment, evidence: serde_json::from_str(&evidence)? })
    };
    rows.into_iter().map(filed).collect()
}

/// Deletes a report about an account or a chat after its review.
pub async fn close(db: &Db, id: i64) -> Result<()> {
    on!(db.write(), at => sqlx::query(
        "DELETE FROM report WHERE id = $1 AND reel_id IS NULL AND comment_id IS NULL RETURNING id")
        .bind(id).fetch_one(at).await.map(drop))?;
    Ok(())
}

/// Files a report with the last messages visible to the reporter. Returns `NotFound` if the reporter is not a member of
/// the chat. Also returns `NotFound` if the user or the message is not visible to the reporter.
pub async fn file(db: &Db, new: &NewReport) -> Result<ReportResult> {
    let Some(chat) = (match (new.chat, new.user) {
        (None, Some(user)) => find_direct(db, new.reporter, user).await?,
        (chat, _) => chat,
    }) else {
        return file_about_a_stranger(db, new).await;
    };
    let (is_direct, cleared): (bool, i64) = on!(db.read(), at => sqlx::query_as(
        "SELECT c.kind = 'direct', me.cleared_seq FROM chat c JOIN chat_member me ON me.chat_id = c.id
         WHERE c.id = $1 AND me.account_id = $2 AND me.left_at IS NULL")
        .bind(chat).bind(new.reporter).fetch_one(at).await)?;
    let shown: Vec<Shown> = on!(db.read(), at => sqlx::query_as(
        "SELECT m.seq, m.sender_id, m.text, m.media, m.at FROM message m
         WHERE m.chat_id = $1 AND m.seq <= $3 AND m.seq > $4 AND m.deleted_at IS NULL
            AND NOT EXISTS (SELECT 1 FROM message_hidden h
                            WHERE h.chat_id = m.chat_id AND h.account_id = $2 AND h.seq = m.seq)
         ORDER BY m.seq DESC LIMIT $5")
        .bind(chat).bind(new.reporter).bind(new.seq.unwrap_or(i64::MAX)).bind(cleared).bind(MAX_EVIDENCE)
        .fetch_all(at).await)?;
    let sender = match new.seq {
        Some(seq) => Some(shown.first().filter(|message| message.seq == seq).ok_or(Error::NotFound)?.sender_id),
        None => None,
    };
    let members: Vec<(UserId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT account_id FROM chat_member WHERE chat_id = $1 AND account_id <> $2")
        .bind(chat).bind(new.reporter).fetch_all(at).await)?;
    let reported = match (sender.or(new.user), is_direct) {
        (Some(user), _) if members.contains(&(user,)) => Some(user),
        // The reporter, or a user who was never a member.
        (Some(_), _) => return Err(Error::NotFound),
        (None, true) => members.first().map(|(id,)| *id),
        (None, false) => None,
    };
    if reported_enough(db, new).await? {
        return Ok(ReportResult::TooMany);
    }
    let evidence: Vec<_> = shown
        .iter()
        .rev()
        .map(|message| {
            let media: Option<serde_json::Value> = message.media.as_deref().map(serde_json::from_str).transpose()?;
            Ok(json!({
                "seq": message.seq, "sender": message.sender_id, "text": message.text, "media": media, "at": message.at,
            }))
        })
        .collect::<Result<_>>()?;
    insert(db, new, Some(chat), reported, &json!(evidence).to_string()).await
}

/// Files a report about a user with whom the reporter has no direct chat.
async fn file_about_a_stranger(db: &Db, new: &NewReport) -> Result<ReportResult> {
    let user = new.user.filter(|user| *user != new.reporter && new.seq.is_none()).ok_or(Error::NotFound)?;
    if social::card(db, user).await?.kind == AccountKind::Guest {
        return Err(Error::NotFound);
    }
    if reported_enough(db, new).await? {
        return Ok(ReportResult::TooMany);
    }
    insert(db, new, None, Some(user), "[]").await
}

/// Returns true if the reporter has reached the daily limit.
async fn reported_enough(db: &Db, new: &NewReport) -> Result<bool> {
    let (today,): (i64,) = on!(db.read(), at => sqlx::query_as(
        "SELECT count(*) FROM report WHERE reporter_id = $1 AND at > $2")
        .bind(new.reporter).bind(new.at.plus(-Timestamp::DAY)).fetch_one(at).await)?;
    Ok(today >= DAILY)
}

async fn insert(
    db: &Db,
    new: &NewReport,
    chat: Option<ChatId>,
    reported: Option<UserId>,
    evidence: &str,
) -> Result<ReportResult> {
    on!(db.write(), at => sqlx::query(
        "INSERT INTO report (id, reporter_id, reported_id, chat_id, seq, reason, comment, evidence, at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)")
        .bind(new.id).bind(new.reporter).bind(reported).bind(chat).bind(new.seq).bind(new.reason)
        .bind(&new.comment).bind(evidence).bind(new.at).execute(at).await.map(drop))?;
    Ok(ReportResult::Done(reported))
}
