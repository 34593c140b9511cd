//! Chats as their members see them: the list, a line of it, the people of one chat.

use std::collections::HashMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::{ChatKind, CommandId, Message, MessageRow, Role, chat_row};
use crate::{
    Db, Error, Result,
    account::UserCard,
    each,
    ids::{ChatId, UserId},
    on,
    time::Millis,
};

/// Other members named in a line of the list at most; `member_count` tells the rest.
const SHOWN: i64 = 8;
/// Unread messages are counted up to here. The screen shows "99+".
const UNREAD_MAX: i64 = 100;

/// A line in somebody's list of chats.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ChatSummary {
    pub id: ChatId,
    pub kind: ChatKind,
    pub title: Option<String>,
    pub picture: Option<String>,
    /// At most eight of the others.
    pub members: Vec<UserCard>,
    pub member_count: i64,
    pub last_message: Option<Message>,
    /// Messages of others after the viewer's read mark, counted up to 100.
    pub unread: i64,
    pub read_seq: i64,
    pub seq: i64,
    pub updated_at: Millis,
}

/// Somebody in a chat, and how far they are.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Member {
    pub user: UserCard,
    pub role: Role,
    pub read_seq: i64,
    pub delivered_seq: i64,
}

/// A chat with everybody in it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ChatDetail {
    pub id: ChatId,
    pub kind: ChatKind,
    pub title: Option<String>,
    pub picture: Option<String>,
    pub members: Vec<Member>,
    pub epoch: String,
    pub seq: i64,
    pub unread: i64,
    pub read_seq: i64,
}

#[derive(sqlx::FromRow)]
struct SummaryRow {
    id: ChatId,
    kind: ChatKind,
    title: Option<String>,
    picture: Option<String>,
    seq: i64,
    updated_at: Millis,
    read_seq: i64,
    member_count: i64,
    unread: i64,
    last_seq: Option<i64>,
    last_sender: Option<UserId>,
    last_client_id: Option<CommandId>,
    last_text: Option<String>,
    last_media: Option<String>,
    last_reply_to: Option<i64>,
    last_at: Option<Millis>,
}

#[derive(sqlx::FromRow)]
struct MemberRow {
    #[sqlx(flatten)]
    user: UserCard,
    role: Role,
    read_seq: i64,
    delivered_seq: i64,
}

#[derive(sqlx::FromRow)]
struct ShownRow {
    chat_id: ChatId,
    #[sqlx(flatten)]
    user: UserCard,
}

/// The chats of `viewer`, the latest first, from `offset` on, and how many there are in all.
pub async fn list(db: &Db, viewer: UserId, limit: i64, offset: i64) -> Result<(Vec<ChatSummary>, i64)> {
    let (total,): (i64,) = on!(db.read(), at => sqlx::query_as(
        "SELECT count(*) FROM chat_member WHERE account_id = $1").bind(viewer).fetch_one(at).await)?;
    Ok((summaries(db, viewer, None, limit, offset).await?, total))
}

/// One line of the list; `NotFound` unless `viewer` is in the chat.
pub async fn summary(db: &Db, viewer: UserId, chat: ChatId) -> Result<ChatSummary> {
    summaries(db, viewer, Some(chat), 1, 0).await?.pop().ok_or(Error::NotFound)
}

async fn summaries(db: &Db, viewer: UserId, only: Option<ChatId>, limit: i64, offset: i64) -> Result<Vec<ChatSummary>> {
    let rows: Vec<SummaryRow> = on!(db.read(), at => sqlx::query_as(
        "SELECT c.id, c.kind, c.title, c.picture, c.seq, c.updated_at, me.read_seq,
                (SELECT count(*) FROM chat_member o WHERE o.chat_id = c.id) AS member_count,
                (SELECT count(*) FROM (SELECT 1 FROM message u
                    WHERE u.chat_id = c.id AND u.seq > me.read_seq AND u.sender_id <> me.account_id
                    LIMIT $5) AS counted) AS unread,
                m.seq AS last_seq, m.sender_id AS last_sender, m.client_id AS last_client_id, m.text AS last_text,
                m.media AS last_media, m.reply_to AS last_reply_to, m.at AS last_at
         FROM chat_member me
         JOIN chat c ON c.id = me.chat_id
         LEFT JOIN message m ON m.chat_id = c.id AND m.seq = c.last_seq
         WHERE me.account_id = $1 AND (CAST($2 AS BIGINT) IS NULL OR c.id = $2)
         ORDER BY c.updated_at DESC, c.id DESC LIMIT $3 OFFSET $4")
        .bind(viewer).bind(only).bind(limit).bind(offset).bind(UNREAD_MAX).fetch_all(at).await)?;
    let ids: Vec<ChatId> = rows.iter().map(|row| row.id).collect();
    let mut shown = shown(db, viewer, &ids).await?;
    rows.into_iter()
        .map(|row| {
            let members = shown.remove(&row.id).unwrap_or_default();
            row.into_summary(members)
        })
        .collect()
}

impl SummaryRow {
    fn into_summary(self, members: Vec<UserCard>) -> Result<ChatSummary> {
        let last = match (self.last_seq, self.last_sender, self.last_client_id, self.last_text, self.last_at) {
            (Some(seq), Some(sender_id), Some(client_id), Some(text), Some(at)) => Some(MessageRow {
                seq,
                sender_id,
                client_id,
                text,
                media: self.last_media,
                reply_to: self.last_reply_to,
                at,
            }),
            _ => None,
        };
        Ok(ChatSummary {
            id: self.id,
            kind: self.kind,
            title: self.title,
            picture: self.picture,
            members,
            member_count: self.member_count,
            last_message: last.map(MessageRow::into_message).transpose()?,
            unread: self.unread,
            read_seq: self.read_seq,
            seq: self.seq,
            updated_at: self.updated_at,
        })
    }
}

/// The first few others in each of `chats`.
async fn shown(db: &Db, viewer: UserId, chats: &[ChatId]) -> Result<HashMap<ChatId, Vec<UserCard>>> {
    let on = db.read();
    let sql = each!(
        on,
        "SELECT s.chat_id, a.id, a.kind, a.user_name, a.first_name, a.last_name, a.picture
         FROM (SELECT chat_id, account_id, row_number() OVER (PARTITION BY chat_id ORDER BY joined_at, account_id) AS place
               FROM chat_member WHERE account_id <> $2 AND chat_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
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

/// Everybody in a chat, in the order they joined.
pub(super) async fn members(db: &Db, chat: ChatId) -> Result<Vec<Member>> {
    let rows: Vec<MemberRow> = on!(db.read(), at => sqlx::query_as(
        "SELECT a.id, a.kind, a.user_name, a.first_name, a.last_name, a.picture, m.role, m.read_seq, m.delivered_seq
         FROM chat_member m JOIN account a ON a.id = m.account_id
         WHERE m.chat_id = $1 ORDER BY m.joined_at, m.account_id")
        .bind(chat).fetch_all(at).await)?;
    let member = |row: MemberRow| Member {
        user: row.user,
        role: row.role,
        read_seq: row.read_seq,
        delivered_seq: row.delivered_seq,
    };
    Ok(rows.into_iter().map(member).collect())
}

/// A chat and its people; `NotFound` unless `viewer` is one of them.
pub async fn detail(db: &Db, viewer: UserId, chat: ChatId) -> Result<ChatDetail> {
    let line = summary(db, viewer, chat).await?;
    let head = chat_row(db, chat).await?;
    Ok(ChatDetail {
        id: chat,
        kind: head.kind,
        title: head.title,
        picture: head.picture,
        members: members(db, chat).await?,
        epoch: head.epoch,
        seq: head.seq,
        unread: line.unread,
        read_seq: line.read_seq,
    })
}

/// The friends of `viewer`: those who see whether they are online.
pub async fn friends(db: &Db, viewer: UserId) -> Result<Vec<UserId>> {
    let rows: Vec<(UserId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT high_id FROM friendship WHERE low_id = $1 UNION ALL SELECT low_id FROM friendship WHERE high_id = $1")
        .bind(viewer).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}
