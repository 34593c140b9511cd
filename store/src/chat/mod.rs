//! Chats, their members and messages.
//!
//! Every change takes the chat's next sequence number in the transaction that makes it; there is no log of events, each
//! row knows the sequence of its last change (see [`append`] and [`missed`]).

mod append;
mod list;
mod missed;
mod open;

pub use append::{Append, Change, Event, Outcome};
pub use list::{ChatDetail, ChatSummary, Member, detail, friends, list, summary};
pub use missed::{Missed, Sequenced, missed};
pub use open::{NewDirect, direct};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    Db, Result,
    account::UserCard,
    each,
    ids::{ChatId, UserId},
    media::Media,
    on,
    time::Millis,
};

/// Characters in a message at most, after trimming.
pub const TEXT_MAX: usize = 4_000;
/// Pictures in a message at most.
pub const MEDIA_MAX: usize = 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum ChatKind {
    /// Between two accounts; there is only one for each pair.
    Direct,
    /// With a title and any number of members.
    Group,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum Role {
    Owner,
    Member,
}

/// The id of a command, chosen by the client: a ULID (26 characters of Crockford's base 32). A command with an id that was
/// taken before answers as it did then.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, sqlx::Type, ToSchema)]
#[serde(transparent)]
#[sqlx(transparent)]
#[schema(value_type = String, example = "01JDA7XK8Q0000000000000000")]
pub struct CommandId(String);

impl CommandId {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::str::FromStr for CommandId {
    type Err = &'static str;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_ulid = text.len() == 26 && text.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase());
        if is_ulid { Ok(Self(text.to_owned())) } else { Err("expected a ULID of 26 characters") }
    }
}

impl<'de> Deserialize<'de> for CommandId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        std::borrow::Cow::<str>::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// A message as everybody in the chat sees it. Within its chat, `seq` is its name.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Message {
    pub seq: i64,
    pub client_id: CommandId,
    pub sender: UserId,
    pub at: Millis,
    pub text: String,
    pub media: Vec<Media>,
    pub reply_to: Option<i64>,
    pub edited_at: Option<Millis>,
    pub deleted: bool,
}

#[derive(sqlx::FromRow)]
struct MessageRow {
    seq: i64,
    sender_id: UserId,
    client_id: CommandId,
    text: String,
    media: Option<String>,
    reply_to: Option<i64>,
    at: Millis,
}

impl MessageRow {
    fn into_message(self) -> Result<Message> {
        Ok(Message {
            seq: self.seq,
            client_id: self.client_id,
            sender: self.sender_id,
            at: self.at,
            text: self.text,
            media: self.media.map(|json| serde_json::from_str(&json)).transpose()?.unwrap_or_default(),
            reply_to: self.reply_to,
            edited_at: None,
            deleted: false,
        })
    }
}

fn messages(rows: Vec<MessageRow>) -> Result<Vec<Message>> {
    rows.into_iter().map(MessageRow::into_message).collect()
}

/// Which part of a chat's history is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    Newest,
    /// The messages before a sequence.
    Before(i64),
    /// The messages after a sequence.
    After(i64),
    /// Half before, half from a sequence on.
    Around(i64),
}

/// A stretch of messages, oldest first, and whether there is more on either side.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub struct History {
    pub messages: Vec<Message>,
    pub has_before: bool,
    pub has_after: bool,
}

/// A part of the history of a chat that `viewer` is in; anybody else gets [`Error::NotFound`](crate::Error::NotFound).
pub async fn history(db: &Db, viewer: UserId, chat: ChatId, window: Window, limit: i64) -> Result<History> {
    ensure_member(db, viewer, chat).await?;
    stretch(db, chat, window, limit).await
}

/// Fails with `NotFound` unless `viewer` is in the chat.
async fn ensure_member(db: &Db, viewer: UserId, chat: ChatId) -> Result<()> {
    on!(db.read(), at => sqlx::query("SELECT 1 FROM chat_member WHERE chat_id = $1 AND account_id = $2")
        .bind(chat).bind(viewer).fetch_one(at).await.map(drop))?;
    Ok(())
}

async fn stretch(db: &Db, chat: ChatId, window: Window, limit: i64) -> Result<History> {
    Ok(match window {
        Window::Newest => {
            let (messages, has_before) = backwards(db, chat, i64::MAX, limit).await?;
            History { messages, has_before, has_after: false }
        }
        Window::Before(seq) => {
            let (messages, has_before) = backwards(db, chat, seq, limit).await?;
            History { messages, has_before, has_after: true }
        }
        Window::After(seq) => {
            let (messages, has_after) = forwards(db, chat, seq, limit).await?;
            History { messages, has_before: seq > 0, has_after }
        }
        Window::Around(seq) => {
            let (mut messages, has_before) = backwards(db, chat, seq, limit / 2).await?;
            let (newer, has_after) = forwards(db, chat, seq - 1, limit - limit / 2).await?;
            messages.extend(newer);
            History { messages, has_before, has_after }
        }
    })
}

/// At most `limit` messages before `seq`, oldest first, and whether there are more.
async fn backwards(db: &Db, chat: ChatId, seq: i64, limit: i64) -> Result<(Vec<Message>, bool)> {
    let mut rows: Vec<MessageRow> = on!(db.read(), at => sqlx::query_as(
        "SELECT seq, sender_id, client_id, text, media, reply_to, at FROM message
         WHERE chat_id = $1 AND seq < $2 ORDER BY seq DESC LIMIT $3")
        .bind(chat).bind(seq).bind(limit + 1).fetch_all(at).await)?;
    let more = cut(&mut rows, limit);
    rows.reverse();
    Ok((messages(rows)?, more))
}

/// At most `limit` messages after `seq`, oldest first, and whether there are more.
async fn forwards(db: &Db, chat: ChatId, seq: i64, limit: i64) -> Result<(Vec<Message>, bool)> {
    let mut rows: Vec<MessageRow> = on!(db.read(), at => sqlx::query_as(
        "SELECT seq, sender_id, client_id, text, media, reply_to, at FROM message
         WHERE chat_id = $1 AND seq > $2 ORDER BY seq LIMIT $3")
        .bind(chat).bind(seq).bind(limit + 1).fetch_all(at).await)?;
    let more = cut(&mut rows, limit);
    Ok((messages(rows)?, more))
}

/// Takes off the row that was read only to know whether there is one.
fn cut<T>(rows: &mut Vec<T>, limit: i64) -> bool {
    let limit = usize::try_from(limit).unwrap_or(0);
    let more = rows.len() > limit;
    rows.truncate(limit);
    more
}

/// Everything that a room needs to carry a chat.
#[derive(Debug)]
pub struct Loaded {
    pub kind: ChatKind,
    pub title: Option<String>,
    pub picture: Option<String>,
    pub epoch: String,
    pub seq: i64,
    pub members: Vec<Member>,
    /// The newest messages, oldest first.
    pub recent: Vec<Message>,
    pub has_before: bool,
}

#[derive(sqlx::FromRow)]
struct ChatRow {
    kind: ChatKind,
    title: Option<String>,
    picture: Option<String>,
    epoch: String,
    seq: i64,
}

async fn chat_row(db: &Db, chat: ChatId) -> Result<ChatRow> {
    Ok(on!(db.read(), at => sqlx::query_as("SELECT kind, title, picture, epoch, seq FROM chat WHERE id = $1")
        .bind(chat).fetch_one(at).await)?)
}

/// Loads a chat with its newest `recent` messages. What commits meanwhile may be in it already or not; it has a sequence
/// after the `seq` that is answered, so applying it again is harmless.
pub async fn load(db: &Db, chat: ChatId, recent: i64) -> Result<Loaded> {
    let row = chat_row(db, chat).await?;
    let members = list::members(db, chat).await?;
    let (mut recent, has_before) = backwards(db, chat, i64::MAX, recent).await?;
    recent.retain(|message| message.seq <= row.seq);
    Ok(Loaded {
        kind: row.kind,
        title: row.title,
        picture: row.picture,
        epoch: row.epoch,
        seq: row.seq,
        members,
        recent,
        has_before,
    })
}

/// Cards of the accounts in `ids`, in no order.
pub(crate) async fn cards(db: &Db, ids: &[UserId]) -> Result<Vec<UserCard>> {
    let on = db.read();
    let sql = each!(
        on,
        "SELECT a.id, a.kind, a.user_name, a.first_name, a.last_name, a.picture FROM account a
         WHERE a.id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")"
    );
    let ids = serde_json::to_string(&ids.iter().map(|id| [id]).collect::<Vec<_>>())?;
    Ok(on!(on, at => sqlx::query_as(sql).bind(ids).fetch_all(at).await)?)
}
