//! Pages of a chat's history, as visible to one member.

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    LARGE, Message,
    message::{MessageRow, message_columns, messages},
};
use crate::{
    Db, Result,
    account::UserCard,
    each, on,
    types::ids::{ChatId, UserId},
};

/// Part of a chat's history to return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    Newest,
    /// Messages before a sequence number.
    Before(i64),
    /// Messages after a sequence number.
    After(i64),
    /// Half of the messages before a sequence number, half from that number on.
    Around(i64),
}

/// A page of messages, oldest first. The flags tell if there are more on either side.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub struct History {
    pub messages: Vec<Message>,
    pub has_before: bool,
    pub has_after: bool,
    /// Users who sent these messages or are named in them. Filled only in groups of more than 200 members.
    pub people: Vec<UserCard>,
}

/// Visibility of messages for one user. Excludes messages that the user cleared or hid.
#[derive(Clone, Copy)]
pub(super) struct Reader {
    user: UserId,
    cleared: i64,
}

impl Reader {
    /// No restriction: all messages are visible.
    pub const ALL: Self = Self { user: UserId(0), cleared: 0 };
}

/// Returns a page of the chat's history, or [`Error::NotFound`](crate::Error::NotFound) if `viewer` is not a member.
pub async fn history(db: &Db, viewer: UserId, chat: ChatId, window: Window, limit: i64) -> Result<History> {
    let (cleared, members): (i64, i64) = on!(db.read(), at => sqlx::query_as(
        "SELECT cleared_seq, (SELECT count(*) FROM chat_member o WHERE o.chat_id = $1 AND o.left_at IS NULL)
         FROM chat_member WHERE chat_id = $1 AND account_id = $2 AND left_at IS NULL")
        .bind(chat).bind(viewer).fetch_one(at).await)?;
    let reader = Reader { user: viewer, cleared };
    let people = Vec::new();
    let mut history = match window {
        Window::Newest => {
            let (messages, has_before) = backwards(db, chat, reader, i64::MAX, limit).await?;
            History { messages, has_before, has_after: false, people }
        }
        Window::Before(seq) => {
            let (messages, has_before) = backwards(db, chat, reader, seq, limit).await?;
            History { messages, has_before, has_after: true, people }
        }
        Window::After(seq) => {
            let (messages, has_after) = forwards(db, chat, reader, seq, limit).await?;
            History { messages, has_before: seq > cleared, has_after, people }
        }
        Window::Around(seq) => {
            let (mut messages, has_before) = backwards(db, chat, reader, seq, limit / 2).await?;
            let (newer, has_after) = forwards(db, chat, reader, seq - 1, limit - limit / 2).await?;
            messages.extend(newer);
            History { messages, has_before, has_after, people }
        }
    };
    history.messages = history.messages.into_iter().map(|message| message.seen_by(viewer)).collect();
    if members > LARGE {
        history.people = people_of(db, &history.messages).await?;
    }
    Ok(history)
}

/// Returns the cards of users who sent these messages or are named in them, including former members.
async fn people_of(db: &Db, messages: &[Message]) -> Result<Vec<UserCard>> {
    let about = messages.iter().filter_map(|message| message.system.as_ref()).flat_map(|system| &system.users);
    let mut ids: Vec<UserId> = messages.iter().map(|message| message.sender).chain(about.copied()).collect();
    ids.sort_unstable();
    ids.dedup();
    let on = db.read();
    let sql = each!(
        on,
        "SELECT a.id, a.kind, a.user_name, a.first_name, a.last_name, a.picture FROM account a
         WHERE a.id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ") ORDER BY a.id"
    );
    let ids = serde_json::to_string(&ids.iter().map(|id| [id]).collect::<Vec<_>>())?;
    Ok(on!(on, at => sqlx::query_as(sql).bind(ids).fetch_all(at).await)?)
}

/// Returns at most `limit` messages before `seq`, oldest first, and true if there are more.
pub(super) async fn backwards(
    db: &Db,
    chat: ChatId,
    reader: Reader,
    seq: i64,
    limit: i64,
) -> Result<(Vec<Message>, bool)> {
    let sql = concat!(
        "SELECT ",
        message_columns!(),
        " FROM message m WHERE m.chat_id = $1 AND m.seq < $2 AND m.seq > $4 AND NOT EXISTS (SELECT 1
            FROM message_hidden h WHERE h.chat_id = m.chat_id AND h.account_id = $5 AND h.seq = m.seq)
          ORDER BY m.seq DESC LIMIT $3"
    );
    let mut rows: Vec<MessageRow> = on!(db.read(), at => sqlx::query_as(sql)
        .bind(chat).bind(seq).bind(limit + 1).bind(reader.cleared).bind(reader.user).fetch_all(at).await)?;
    let more = cut(&mut rows, limit);
    rows.reverse();
    Ok((messages(db, rows).await?, more))
}

/// Returns at most `limit` messages after `seq`, oldest first, and true if there are more.
async fn forwards(db: &Db, chat: ChatId, reader: Reader, seq: i64, limit: i64) -> Result<(Vec<Message>, bool)> {
    let sql = concat!(
        "SELECT ",
        message_columns!(),
        " FROM message m WHERE m.chat_id = $1 AND m.seq > $2 AND m.seq > $4 AND NOT EXISTS (SELECT 1
            FROM message_hidden h WHERE h.chat_id = m.chat_id AND h.account_id = $5 AND h.seq = m.seq)
          ORDER BY m.seq LIMIT $3"
    );
    let mut rows: Vec<MessageRow> = on!(db.read(), at => sqlx::query_as(sql)
        .bind(chat).bind(seq).bind(limit + 1).bind(reader.cleared).bind(reader.user).fetch_all(at).await)?;
    let more = cut(&mut rows, limit);
    Ok((messages(db, rows).await?, more))
}

/// Removes the extra row that was read to detect another page. Returns true if there was one.
fn cut<T>(rows: &mut Vec<T>, limit: i64) -> bool {
    let limit = usize::try_from(limit).unwrap_or(0);
    let more = rows.len() > limit;
    rows.truncate(limit);
    more
}
