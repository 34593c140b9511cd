//! Reports: what somebody found wrong with a chat or a person in it, with the messages that they were shown.

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

/// Reports of one account in a day at most.
pub const DAILY: i64 = 20;
/// Messages kept as evidence.
const MAX_EVIDENCE: i64 = 20;
/// Characters of a comment at most.
pub const COMMENT_MAX: usize = 1_000;

/// Why something is reported.
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

/// Every reason, in the order in which they are offered, with its sentence in English.
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

/// A report to be filed.
#[derive(Clone, Debug)]
pub struct NewReport {
    pub id: i64,
    pub reporter: UserId,
    /// Where it happened. Without it the report is about the person, with what the two have said to each other if they have.
    pub chat: Option<ChatId>,
    /// The person that it is about; in a direct chat the other one anyway.
    pub user: Option<UserId>,
    /// The message that it is about; then its sender is meant.
    pub seq: Option<i64>,
    pub reason: Reason,
    pub comment: String,
    pub at: Timestamp,
}

/// What became of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportResult {
    /// It is about this account, or about the chat as a whole.
    Done(Option<UserId>),
    /// The reporter has filed too many today.
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

/// Files a report with the last messages that the reporter could see. `NotFound` when they are not in the chat, or the
/// person or the message is not there for them.
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
        // Oneself, or somebody who was never here.
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

/// About somebody with whom the reporter has no chat.
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

/// Whether the reporter has filed as many as one may in a day.
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
