//! Files and links shared in a chat.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    Db, Result,
    media::{Media, MediaKind},
    on,
    types::{
        ids::{ChatId, UserId},
        timestamp::Timestamp,
    },
};

/// A file of a chat and the message that contains it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ChatFile {
    pub seq: i64,
    pub at: Timestamp,
    pub sender: UserId,
    pub media: Media,
}

/// A link in a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct ChatLink {
    pub seq: i64,
    pub at: Timestamp,
    #[sqlx(rename = "sender_id")]
    pub sender: UserId,
    pub url: String,
}

#[derive(sqlx::FromRow)]
struct Row {
    seq: i64,
    at: Timestamp,
    sender_id: UserId,
    media: String,
}

/// Returns the messages with files of the given kinds, newest first. Reads the index only, so the length of the chat
/// does not matter.
macro_rules! messages_with {
    ($rule:literal) => {
        concat!(
            "SELECT m.seq, m.at, m.sender_id, m.media
             FROM (SELECT s.seq FROM message_media s
                   WHERE s.chat_id = $1 AND s.seq < $2 AND s.seq > $3 ",
            $rule,
            "      AND NOT EXISTS (SELECT 1 FROM message_hidden h
                        WHERE h.chat_id = s.chat_id AND h.account_id = $4 AND h.seq = s.seq)
                   GROUP BY s.seq ORDER BY s.seq DESC LIMIT $5) AS page
             JOIN message m ON m.chat_id = $1 AND m.seq = page.seq
             WHERE m.media IS NOT NULL ORDER BY m.seq DESC"
        )
    };
}

const OF_ANY_KIND: &str = messages_with!("AND $6 = ''");
const OF_ONE_KIND: &str = messages_with!("AND s.kind = $6");

/// Returns the files of at most `limit` messages before `before`, newest first, and the cursor of the next page.
/// Excludes messages that `viewer` cleared or hid. Returns [`Error::NotFound`](crate::Error::NotFound) if `viewer` is
/// not a member.
pub async fn files(
    db: &Db,
    viewer: UserId,
    chat: ChatId,
    kind: Option<MediaKind>,
    before: i64,
    limit: i64,
) -> Result<(Vec<ChatFile>, Option<i64>)> {
    let cleared = cleared(db, viewer, chat).await?;
    let (sql, name) = match kind {
        None => (OF_ANY_KIND, ""),
        Some(MediaKind::Image) => (OF_ONE_KIND, "image"),
        Some(MediaKind::Voice) => (OF_ONE_KIND, "voice"),
        Some(MediaKind::Video) => (OF_ONE_KIND, "video"),
        Some(MediaKind::File) => (OF_ONE_KIND, "file"),
    };
    let mut rows: Vec<Row> = on!(db.read(), at => sqlx::query_as(sql)
        .bind(chat).bind(before).bind(cleared).bind(viewer).bind(limit + 1).bind(name).fetch_all(at).await)?;
    let shown = usize::try_from(limit).unwrap_or(0);
    let more = rows.len() > shown;
    rows.truncate(shown);
    let next = rows.last().filter(|_| more).map(|row| row.seq);
    let mut files = Vec::new();
    for row in rows {
        let all: Vec<Media> = serde_json::from_str(&row.media)?;
        let wanted = all.into_iter().filter(|media| kind.is_none_or(|kind| media.kind == kind));
        files.extend(wanted.map(|media| ChatFile { seq: row.seq, at: row.at, sender: row.sender_id, media }));
    }
    Ok((files, next))
}

/// Returns `viewer`'s cleared sequence, or [`Error::NotFound`](crate::Error::NotFound) if `viewer` is not a member.
async fn cleared(db: &Db, viewer: UserId, chat: ChatId) -> Result<i64> {
    let (cleared,): (i64,) = on!(db.read(), at => sqlx::query_as(
        "SELECT cleared_seq FROM chat_member WHERE chat_id = $1 AND account_id = $2 AND left_at IS NULL")
        .bind(chat).bind(viewer).fetch_one(at).await)?;
    Ok(cleared)
}

/// Returns the links in at most `limit` messages before `before`, paged as in [`files`]. Links of one message are in
/// text order.
pub async fn links(
    db: &Db,
    viewer: UserId,
    chat: ChatId,
    before: i64,
    limit: i64,
) -> Result<(Vec<ChatLink>, Option<i64>)> {
    let cleared = cleared(db, viewer, chat).await?;
    let mut links: Vec<ChatLink> = on!(db.read(), at => sqlx::query_as(
        "SELECT l.seq, m.at, m.sender_id, l.url
         FROM (SELECT s.seq FROM message_link s
               WHERE s.chat_id = $1 AND s.seq < $2 AND s.seq > $3
                    AND NOT EXISTS (SELECT 1 FROM message_hidden h
                        WHERE h.chat_id = s.chat_id AND h.account_id = $4 AND h.seq = s.seq)
               GROUP BY s.seq ORDER BY s.seq DESC LIMIT $5) AS page
         JOIN message m ON m.chat_id = $1 AND m.seq = page.seq
         JOIN message_link l ON l.chat_id = $1 AND l.seq = page.seq
         ORDER BY l.seq DESC, l.place")
        .bind(chat).bind(before).bind(cleared).bind(viewer).bind(limit + 1).fetch_all(at).await)?;
    let mut seqs: Vec<i64> = links.iter().map(|link| link.seq).collect();
    seqs.dedup();
    let shown = usize::try_from(limit).unwrap_or(0);
    let next = if seqs.len() > shown { seqs[..shown].last().copied() } else { None };
    links.retain(|link| next.is_none_or(|last| link.seq >= last));
    Ok((links, next))
}
