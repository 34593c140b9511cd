//! Chats, their members and messages.
//!
//! Every change takes the chat's next sequence number within its transaction. There is no event log: each row stores
//! the sequence of its last change. See `commands` and `changes`.

mod changes;
mod commands;
mod detail;
mod direct;
mod history;
mod links;
mod list;
mod lookup;
mod message;
mod record;
pub mod request;
pub mod search;
mod settings;
mod shared_media;

pub use changes::{ChangesSince, Sequenced, changes_since, current_seqs};
pub use commands::{
    CHANGE_WITHIN, Change, ChatError, ChatWrite, Details, Event, MEMBERS_MAX, NewMessage, NewRole, Outcome,
    REACTIONS_MAX,
};
pub use detail::{ChatDetail, LARGE, Member, VisibleMarks, detail, members};
pub use direct::{NewDirect, NewGroup, contact, direct, find_direct, group, own_picture};
pub use history::{History, Window, history};
pub use list::{ArchiveFilter, ChatSummary, Draft, SHOWN, list, requests, summary};
pub(crate) use lookup::by_keys;
pub use message::{Message, Reaction, ShareCard, System, SystemKind};
pub use record::{ChatRecord, MemberState, Team, apart_from, groups_of_both, load};
pub use request::ChatRequest;
pub use settings::{NewSettings, blocks, change_settings, clear, delete, keep_draft, peer, set_block};
pub use shared_media::{ChatFile, ChatLink, files, links};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    Db, Result,
    account::UserCard,
    each, on,
    types::{
        ids::{ChatId, UserId},
        timestamp::Timestamp,
    },
};

/// Maximum number of characters in a message, after trimming.
pub const TEXT_MAX: usize = 4_000;
/// Maximum number of files in a message.
pub const MEDIA_MAX: usize = 10;
/// Maximum number of characters in a group's title.
pub const TITLE_MAX: usize = 100;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum ChatKind {
    /// Chat of two accounts. Each pair has at most one.
    Direct,
    /// Chat with a title and any number of members.
    Group,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum Role {
    /// All permissions. Each group has one owner.
    Owner,
    /// May rename the group, add and remove members, and delete their messages.
    Admin,
    Member,
}

/// Command id chosen by the client: a ULID (26 characters of Crockford's base 32), case-insensitive, stored in upper
/// case. A repeated command with the same id returns the first result.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, sqlx::Type, ToSchema)]
#[serde(transparent)]
#[sqlx(transparent)]
#[schema(value_type = String, example = "01JDA7XK8Q0000000000000000")]
pub struct CommandId(String);

impl CommandId {
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Creates a server-side id from a time and a number.
    pub fn of(at: Timestamp, number: i64) -> Self {
        const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
        let id = (u128::from(at.0.unsigned_abs()) << 80) | u128::from(number.unsigned_abs());
        Self((0..26).rev().map(|digit| char::from(DIGITS[(id >> (digit * 5)) as usize & 31])).collect())
    }
}

impl std::str::FromStr for CommandId {
    type Err = &'static str;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_ulid = text.len() == 26 && text.bytes().all(|b| b.is_ascii_alphanumeric());
        if is_ulid { Ok(Self(text.to_ascii_uppercase())) } else { Err("expected a ULID of 26 characters") }
    }
}

impl<'de> Deserialize<'de> for CommandId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        std::borrow::Cow::<str>::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Returns the account that acts in the chat for a business account: its active company if that is a member, else itself.
pub async fn seat(db: &Db, user: UserId, chat: ChatId) -> Result<UserId> {
    let seat: Option<(UserId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT c.account_id FROM active_member t JOIN company c ON c.id = t.company_id
            JOIN chat_member m ON m.account_id = c.account_id AND m.chat_id = $2
         WHERE t.account_id = $1 AND m.left_at IS NULL")
        .bind(user).bind(chat).fetch_optional(at).await)?;
    Ok(seat.map_or(user, |(account,)| account))
}

/// Returns the chats that an account is a member of, in order.
pub async fn of_member(db: &Db, account: UserId) -> Result<Vec<ChatId>> {
    let rows: Vec<(ChatId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT chat_id FROM chat_member WHERE account_id = $1 AND left_at IS NULL ORDER BY chat_id")
        .bind(account).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Returns `NotFound` unless `viewer` is a member of the chat.
pub async fn ensure_member(db: &Db, viewer: UserId, chat: ChatId) -> Result<()> {
    on!(db.read(), at => sqlx::query("SELECT 1 FROM chat_member WHERE chat_id = $1 AND account_id = $2 AND left_at IS NULL")
        .bind(chat).bind(viewer).fetch_one(at).await.map(drop))?;
    Ok(())
}

#[derive(sqlx::FromRow)]
struct ChatRow {
    kind: ChatKind,
    title: Option<String>,
    picture: Option<String>,
    blocked: bool,
    request_to: Option<UserId>,
    request_sent: i64,
    accepted_seq: i64,
    epoch: String,
    seq: i64,
    changed_seq: i64,
    updated_at: Timestamp,
    member_count: i64,
}

async fn chat_row(db: &Db, chat: ChatId) -> Result<ChatRow> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT kind, title, picture, blocked, request_to, request_sent, accepted_seq, epoch, seq, changed_seq, updated_at,
            (SELECT count(*) FROM chat_member m WHERE m.chat_id = chat.id AND m.left_at IS NULL) AS member_count
         FROM chat WHERE id = $1")
        .bind(chat).fetch_one(at).await)?)
}

/// Returns the cards of the accounts in `ids` that exist, in no particular order.
pub(crate) async fn cards(db: &Db, ids: &[UserId]) -> Result<Vec<UserCard>> {
    let on = db.read();
    let sql = each!(
        on,
        "SELECT a.id, a.kind, a.user_name, a.first_name, a.last_name, a.picture FROM account a
         WHERE a.deleted_at IS NULL AND a.id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")"
    );
    let ids = serde_json::to_string(&ids.iter().map(|id| [id]).collect::<Vec<_>>())?;
    Ok(on!(on, at => sqlx::query_as(sql).bind(ids).fetch_all(at).await)?)
}
