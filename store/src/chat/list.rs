//! A user's list of chats.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    ChatKind, ChatRequest, Message,
    message::{MessageRow, messages},
};
use crate::{
    Db, Error, Result,
    account::UserCard,
    each, on,
    types::{
        ids::{ChatId, UserId},
        timestamp::Timestamp,
    },
};

/// Maximum number of other members in a summary; `member_count` holds the total.
pub const SHOWN: i64 = 8;
/// Upper bound of the unread count. The UI shows "99+".
const UNREAD_MAX: i64 = 100;

/// A chat in a user's list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ChatSummary {
    pub id: ChatId,
    pub kind: ChatKind,
    pub title: Option<String>,
    pub picture: Option<String>,
    /// At most eight other members.
    pub members: Vec<UserCard>,
    pub member_count: i64,
    /// Newest message that the viewer has neither cleared nor hidden.
    pub last_message: Option<Message>,
    /// Number of messages from others after the viewer's read mark, at most 100.
    pub unread: i64,
    /// An unread message mentions the viewer.
    pub mentioned: bool,
    pub read_seq: i64,
    /// Last sequence number that the viewer has cleared. Messages up to it are not visible.
    pub cleared_seq: i64,
    pub seq: i64,
    pub updated_at: Timestamp,
    /// End of the mute. No notifications until then.
    pub muted_until: Option<Timestamp>,
    pub pinned_at: Option<Timestamp>,
    /// The chat is archived. A message unarchives it unless the chat is muted.
    pub archived: bool,
    pub draft: Option<Draft>,
    /// The viewer has blocked the other user of a direct chat.
    pub blocked: bool,
    pub can_write: bool,
    /// Set while the recipient of a stranger's direct chat has not accepted it, or the viewer a stranger's group.
    pub request: Option<ChatRequest>,
}

/// Unsent text of the viewer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Draft {
    pub text: String,
    pub at: Timestamp,
}

/// Filter of the chat list by archive state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
pub enum ArchiveFilter {
    /// Chats that are not archived.
    #[default]
    #[serde(rename = "false")]
    Main,
    #[serde(rename = "true")]
    Archived,
    #[serde(rename = "all")]
    All,
}

/// Part of a user's chats. SQL knows the variants by number.
#[derive(Clone, Copy)]
enum Shelf {
    Main = 0,
    Archived = 1,
    /// Chats that are no requests to the user.
    Listed = 2,
    Requests = 3,
    Any = 4,
}

impl From<ArchiveFilter> for Shelf {
    fn from(filter: ArchiveFilter) -> Self {
        match filter {
            ArchiveFilter::Main => Self::Main,
            ArchiveFilter::Archived => Self::Archived,
            ArchiveFilter::All => Self::Listed,
        }
    }
}

/// SQL condition: true if a chat is on the shelf with this number. A request is shown from its first message on, and
/// not while it is blocked. A chat that the other user opened, or that the user deleted, is shown from the next message
/// on.
macro_rules! on_shelf {
    ($shelf:literal) => {
        concat!(
            "CASE CAST(",
            $shelf,
            " AS BIGINT) WHEN 4 THEN TRUE WHEN 3 THEN asks AND last_seq > 0 AND last_seq > unlisted_seq AND NOT blocked
                WHEN 2 THEN NOT asks AND last_seq > unlisted_seq
                ELSE NOT asks AND last_seq > unlisted_seq AND archived = (CAST(",
            $shelf,
            " AS BIGINT) = 1) END"
        )
    };
}

#[derive(sqlx::FromRow)]
struct SummaryRow {
    id: ChatId,
    kind: ChatKind,
    title: Option<String>,
    picture: Option<String>,
    seq: i64,
    updated_at: Timestamp,
    read_seq: i64,
    cleared_seq: i64,
    muted_until: Option<Timestamp>,
    pinned_at: Option<Timestamp>,
    archived: bool,
    draft: Option<String>,
    draft_at: Option<Timestamp>,
    member_count: i64,
    unread: i64,
    mentioned: bool,
    shown_seq: Option<i64>,
    blocks: bool,
    is_gone: bool,
    request_to: Option<UserId>,
    request_sent: i64,
    request_from: Option<UserId>,
}

#[derive(sqlx::FromRow)]
struct ShownRow {
    chat_id: ChatId,
    #[sqlx(flatten)]
    user: UserCard,
}

/// Returns a page of `viewer`'s chats from `offset`, pinned first, then newest first, and the total number.
pub async fn list(
    db: &Db,
    viewer: UserId,
    shelf: ArchiveFilter,
    limit: i64,
    offset: i64,
) -> Result<(Vec<ChatSummary>, i64)> {
    page(db, viewer, shelf.into(), limit, offset).await
}

/// Returns a page of the message requests to `viewer`, newest first, and the total number.
pub async fn requests(db: &Db, viewer: UserId, limit: i64, offset: i64) -> Result<(Vec<ChatSummary>, i64)> {
    page(db, viewer, Shelf::Requests, limit, offset).await
}

async fn page(db: &Db, viewer: UserId, shelf: Shelf, limit: i64, offset: i64) -> Result<(Vec<ChatSummary>, i64)> {
    let (total,): (i64,) = on!(db.read(), at => sqlx::query_as(concat!(
        "SELECT count(*) FROM (SELECT c.last_seq, c.blocked, me.unlisted_seq,
                (coalesce(c.request_to, 0) = $1 OR me.request_from IS NOT NULL) AS asks, (me.archived_at IS NOT NULL
                    AND (c.updated_at <= me.archived_at OR coalesce(me.muted_until, 0) > c.updated_at)) AS archived
            FROM chat_member me JOIN chat c ON c.id = me.chat_id
            WHERE me.account_id = $1 AND me.left_at IS NULL) AS l
         WHERE ",
        on_shelf!("$2")))
        .bind(viewer).bind(shelf as i64).fetch_one(at).await)?;
    Ok((summaries(db, viewer, None, shelf, limit, offset).await?, total))
}

/// Returns one summary, or `NotFound` if `viewer` is not a member.
pub async fn summary(db: &Db, viewer: UserId, chat: ChatId) -> Result<ChatSummary> {
    summaries(db, viewer, Some(chat), Shelf::Any, 1, 0).await?.pop().ok_or(Error::NotFound)
}

/// Loads summaries. Derives `archived` from the archive time and later messages, so a message that unarchives chats
/// writes nothing extra.
async fn summaries(
    db: &Db,
    viewer: UserId,
    only: Option<ChatId>,
    shelf: Shelf,
    limit: i64,
    offset: i64,
) -> Result<Vec<ChatSummary>> {
    let rows: Vec<SummaryRow> = on!(db.read(), at => sqlx::query_as(concat!(
        "SELECT l.*,
            (SELECT count(*) FROM chat_member o WHERE o.chat_id = l.id AND o.left_at IS NULL) AS member_count,
            (SELECT count(*) FROM (SELECT 1 FROM message u
                WHERE u.chat_id = l.id AND u.seq > l.read_seq AND u.seq > l.cleared_seq AND u.sender_id <> $1
                    AND u.deleted_at IS NULL AND u.system IS NULL
                    AND NOT EXISTS (SELECT 1 FROM message_hidden h
                        WHERE h.chat_id = u.chat_id AND h.account_id = $1 AND h.seq = u.seq)
                LIMIT $5) AS counted) AS unread,
            (l.mentioned_seq > l.read_seq AND l.mentioned_seq > l.cleared_seq
                AND EXISTS (SELECT 1 FROM message u
                    WHERE u.chat_id = l.id AND u.seq = l.mentioned_seq AND u.deleted_at IS NULL)) AS mentioned,
            (SELECT v.seq FROM message v WHERE v.chat_id = l.id AND v.seq > l.cleared_seq
                AND NOT EXISTS (SELECT 1 FROM message_hidden h
                    WHERE h.chat_id = v.chat_id AND h.account_id = $1 AND h.seq = v.seq)
                ORDER BY v.seq DESC LIMIT 1) AS shown_seq,
            EXISTS (SELECT 1 FROM chat_member o JOIN block b ON b.blocker_id = $1 AND b.blocked_id = o.account_id
                WHERE l.kind = 'direct' AND o.chat_id = l.id) AS blocks,
            EXISTS (SELECT 1 FROM chat_member o JOIN account a ON a.id = o.account_id AND a.deleted_at IS NOT NULL
                WHERE l.kind = 'direct' AND o.chat_id = l.id) AS is_gone
         FROM (SELECT * FROM (SELECT c.id, c.kind, c.title, c.picture, c.seq, c.updated_at, c.last_seq, c.blocked,
                    c.request_to, c.request_sent, me.request_from, me.unlisted_seq,
                    (coalesce(c.request_to, 0) = $1 OR me.request_from IS NOT NULL) AS asks, me.read_seq, me.cleared_seq,
                    me.mentioned_seq, me.muted_until, me.pinned_at, me.draft, me.draft_at, (me.archived_at IS NOT NULL
                    AND (c.updated_at <= me.archived_at OR coalesce(me.muted_until, 0) > c.updated_at)) AS archived
                FROM chat_member me JOIN chat c ON c.id = me.chat_id
                WHERE me.account_id = $1 AND me.left_at IS NULL AND (CAST($2 AS BIGINT) IS NULL OR c.id = $2)) AS mine
            WHERE ",
        on_shelf!("$6"),
        "
            ORDER BY CASE WHEN mine.pinned_at IS NULL THEN 1 ELSE 0 END, mine.updated_at DESC, mine.id DESC
            LIMIT $3 OFFSET $4) AS l
         ORDER BY CASE WHEN l.pinned_at IS NULL THEN 1 ELSE 0 END, l.updated_at DESC, l.id DESC"))
        .bind(viewer).bind(only).bind(limit).bind(offset).bind(UNREAD_MAX).bind(shelf as i64).fetch_all(at).await)?;
    let ids: Vec<ChatId> = rows.iter().map(|row| row.id).collect();
    let mut shown = shown(db, viewer, &ids).await?;
    let last: Vec<_> = rows.iter().filter_map(|row| Some((row.id, row.shown_seq?))).collect();
    let mut last = last_messages(db, &last).await?;
    let line = |row: SummaryRow| {
        let members = shown.remove(&row.id).unwrap_or_default();
        let last = last.remove(&row.id).map(|message| message.seen_by(viewer));
        row.into_summary(viewer, members, last)
    };
    Ok(rows.into_iter().map(line).collect())
}

impl SummaryRow {
    fn into_summary(self, viewer: UserId, members: Vec<UserCard>, last_message: Option<Message>) -> ChatSummary {
        ChatSummary {
            id: self.id,
            kind: self.kind,
            title: self.title,
            picture: self.picture,
            members,
            member_count: self.member_count,
            last_message,
            unread: self.unread,
            mentioned: self.mentioned,
            read_seq: self.read_seq,
            cleared_seq: self.cleared_seq,
            seq: self.seq,
            updated_at: self.updated_at,
            muted_until: self.muted_until,
            pinned_at: self.pinned_at,
            archived: self.archived,
            draft: self.draft.zip(self.draft_at).map(|(text, at)| Draft { text, at }),
            blocked: self.blocks,
            // A blocked user is not informed of the block. A message to the blocker is rejected when it is sent.
            can_write: !self.blocks && !self.is_gone,
            request: match self.request_from {
                Some(_) => Some(ChatRequest::to_group(viewer)),
                None => ChatRequest::of(self.request_to, self.request_sent),
            },
        }
    }
}

/// Returns the messages with these keys.
async fn last_messages(db: &Db, at: &[(ChatId, i64)]) -> Result<HashMap<ChatId, Message>> {
    if at.is_empty() {
        return Ok(HashMap::new());
    }
    let on = db.read();
    let sql = each!(
        on,
        "SELECT m.chat_id, m.seq, m.sender_id, m.agent_id, m.client_id, m.text, m.media, m.reply_to, m.mentions, m.forwarded,
                m.content, m.system, m.at, m.edited_at, m.deleted_at, m.changed_seq
         FROM message m WHERE (m.chat_id, m.seq) IN (SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT) FROM ",
        ")"
    );
    let places = serde_json::to_string(at)?;
    let rows: Vec<MessageRow> = on!(on, at => sqlx::query_as(sql).bind(places).fetch_all(at).await)?;
    let chats: Vec<ChatId> = rows.iter().map(|row| row.chat_id).collect();
    Ok(chats.into_iter().zip(messages(db, rows).await?).collect())
}

/// Returns the first few other members of each chat.
async fn shown(db: &Db, viewer: UserId, chats: &[ChatId]) -> Result<HashMap<ChatId, Vec<UserCard>>> {
    let on = db.read();
    let sql = each!(
        on,
        "SELECT s.chat_id, a.id, a.kind, a.user_name, a.first_name, a.last_name, a.picture
         FROM (SELECT chat_id, account_id, row_number() OVER (PARTITION BY chat_id ORDER BY joined_at, account_id) AS place
               FROM chat_member WHERE account_id <> $2 AND left_at IS NULL
                AND chat_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")) AS s JOIN account a ON a.id = s.account_id WHERE s.place <= $3 ORDER BY s.chat_id, s.place"
    );
    let ids = serde_json::to_string(&chats.iter().map(|id| [id]).collect::<Vec<_>>())?;
    let rows: Vec<ShownRow> =
        on!(on, at => sqlx::query_as(sql).bind(ids).bind(viewer).bind(SHOWN).fetch_all(at).await)?;
    let mut by_chat: HashMap<ChatId, Vec<UserCard>> = HashMap::new();
    for row in rows {
        by_chat.entry(row.chat_id).or_default().push(row.user);
    }
    Ok(by_chat)
}
