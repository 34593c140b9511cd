//! A message as people see it, and as it lies in its row; the reactions to it.

use std::{collections::HashMap, ops::Not};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{CommandId, Role};
use crate::{
    Db, Result, each,
    media::Media,
    on,
    types::{
        ids::{ChatId, UserId},
        timestamp::Timestamp,
    },
};

/// People named beside a reaction at most; `count` tells the rest.
const REACTED_SHOWN: usize = 50;

/// A message as everybody in the chat sees it. Within its chat, `seq` is its name.
///
/// Beside the text, what is empty is left out of its JSON: most messages are words and nothing else, and they cross the
/// wire once for each reader.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Message {
    pub seq: i64,
    pub client_id: CommandId,
    pub sender: UserId,
    pub at: Timestamp,
    /// Empty once it is deleted.
    pub text: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub media: Vec<Media>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply_to: Option<i64>,
    /// Members that the text names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mentions: Vec<UserId>,
    /// Said first in another chat.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub forwarded: bool,
    /// What was shared: a reel, a product, a profile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<ShareCard>,
    /// What happened to the group; then it is nobody's text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system: Option<System>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edited_at: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "Not::not")]
    pub deleted: bool,
    /// In the order in which each emoji came first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reactions: Vec<Reaction>,
}

/// Something of the product that was shared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ShareCard {
    /// `profile`, `reel`, `product`, `company`, …
    pub kind: String,
    pub id: i64,
    pub title: String,
    pub picture: Option<String>,
    /// A place of the product, where there is a page for it.
    pub url: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SystemKind {
    Created,
    Renamed,
    Picture,
    Added,
    Removed,
    Left,
    Role,
}

/// What somebody, the message's sender, did to the group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct System {
    pub kind: SystemKind,
    /// Whom it concerns.
    pub users: Vec<UserId>,
    /// The new title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The new role.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
}

/// An emoji, and who reacted with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Reaction {
    pub emoji: String,
    pub count: i64,
    /// The first 50.
    pub users: Vec<UserId>,
}

/// The columns of a [`MessageRow`] in a query that calls `message` `m`.
macro_rules! message_columns {
    () => {
        "m.chat_id, m.seq, m.sender_id, m.client_id, m.text, m.media, m.reply_to, m.mentions, m.forwarded, m.content,
         m.system, m.at, m.edited_at, m.deleted_at, m.changed_seq"
    };
}
pub(super) use message_columns;

#[derive(sqlx::FromRow)]
pub(super) struct MessageRow {
    pub chat_id: ChatId,
    pub seq: i64,
    sender_id: UserId,
    client_id: CommandId,
    text: String,
    media: Option<String>,
    reply_to: Option<i64>,
    mentions: Option<String>,
    forwarded: bool,
    content: Option<String>,
    system: Option<String>,
    at: Timestamp,
    edited_at: Option<Timestamp>,
    deleted_at: Option<Timestamp>,
    pub changed_seq: i64,
}

impl MessageRow {
    /// The message, without its reactions.
    pub fn into_message(self) -> Result<Message> {
        Ok(Message {
            seq: self.seq,
            client_id: self.client_id,
            sender: self.sender_id,
            at: self.at,
            text: self.text,
            media: self.media.map(|json| serde_json::from_str(&json)).transpose()?.unwrap_or_default(),
            reply_to: self.reply_to,
            mentions: self.mentions.map(|json| serde_json::from_str(&json)).transpose()?.unwrap_or_default(),
            forwarded: self.forwarded,
            content: self.content.map(|json| serde_json::from_str(&json)).transpose()?,
            system: self.system.map(|json| serde_json::from_str(&json)).transpose()?,
            edited_at: self.edited_at,
            deleted: self.deleted_at.is_some(),
            reactions: Vec::new(),
        })
    }
}

/// Messages from their rows, with their reactions. A row that never changed has none, so most stretches cost no more reads.
pub(super) async fn messages(db: &Db, rows: Vec<MessageRow>) -> Result<Vec<Message>> {
    let changed: Vec<_> = rows.iter().filter(|row| row.changed_seq > 0).map(|row| (row.chat_id, row.seq)).collect();
    let mut reactions = if changed.is_empty() { HashMap::new() } else { reactions(db, &changed).await? };
    rows.into_iter()
        .map(|row| {
            let key = (row.chat_id, row.seq);
            let mut message = row.into_message()?;
            message.reactions = reactions.remove(&key).unwrap_or_default();
            Ok(message)
        })
        .collect()
}

#[derive(sqlx::FromRow)]
struct ReactionRow {
    chat_id: ChatId,
    seq: i64,
    emoji: String,
    account_id: UserId,
    total: i64,
}

async fn reactions(db: &Db, of: &[(ChatId, i64)]) -> Result<HashMap<(ChatId, i64), Vec<Reaction>>> {
    let on = db.read();
    let sql = each!(
        on,
        "SELECT r.chat_id, r.seq, r.emoji, r.account_id, r.total
         FROM (SELECT chat_id, seq, emoji, account_id,
                      count(*) OVER (PARTITION BY chat_id, seq, emoji) AS total,
                      min(at) OVER (PARTITION BY chat_id, seq, emoji) AS first_at,
                      row_number() OVER (PARTITION BY chat_id, seq, emoji ORDER BY at, account_id) AS place
               FROM reaction WHERE (chat_id, seq) IN (SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT) FROM ",
        ")) AS r WHERE r.place <= $2 ORDER BY r.chat_id, r.seq, r.first_at, r.emoji, r.place"
    );
    let wanted = serde_json::to_string(of)?;
    let shown = i64::try_from(REACTED_SHOWN).unwrap_or(i64::MAX);
    let rows: Vec<ReactionRow> = on!(on, at => sqlx::query_as(sql).bind(wanted).bind(shown).fetch_all(at).await)?;
    let mut all: HashMap<_, Vec<Reaction>> = HashMap::new();
    for row in rows {
        let list = all.entry((row.chat_id, row.seq)).or_default();
        match list.last_mut() {
            Some(last) if last.emoji == row.emoji => last.users.push(row.account_id),
            _ => list.push(Reaction { emoji: row.emoji, count: row.total, users: vec![row.account_id] }),
        }
    }
    Ok(all)
}

/// Who reacted with what, and when, as the message tells it.
pub(super) fn gathered(reacted: &[(UserId, String, Timestamp)]) -> Vec<Reaction> {
    let mut sorted: Vec<_> = reacted.iter().collect();
    sorted.sort_by_key(|(user, _, at)| (*at, *user));
    let mut list: Vec<(Timestamp, Reaction)> = Vec::new();
    for (user, emoji, at) in sorted {
        match list.iter_mut().find(|(_, known)| known.emoji == *emoji) {
            Some((_, known)) => {
                known.count += 1;
                if known.users.len() < REACTED_SHOWN {
                    known.users.push(*user);
                }
            }
            None => list.push((*at, Reaction { emoji: emoji.clone(), count: 1, users: vec![*user] })),
        }
    }
    list.sort_by(|(a, one), (b, other)| (a, &one.emoji).cmp(&(b, &other.emoji)));
    list.into_iter().map(|(_, reaction)| reaction).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reactions_are_counted_by_emoji_in_the_order_in_which_each_came_first() {
        let reacted = |user, emoji: &str, at| (UserId(user), emoji.to_owned(), Timestamp(at));
        let list = gathered(&[reacted(3, "🎉", 2), reacted(1, "👍", 3), reacted(2, "🎉", 1)]);
        let told: Vec<_> = list.iter().map(|one| (one.emoji.as_str(), one.count, one.users.clone())).collect();
        assert_eq!(told, [("🎉", 2, vec![UserId(2), UserId(3)]), ("👍", 1, vec![UserId(1)])]);
        let crowd: Vec<_> = (0..60).map(|user| reacted(user, "👍", user)).collect();
        assert_eq!((gathered(&crowd)[0].count, gathered(&crowd)[0].users.len()), (60, REACTED_SHOWN));
    }
}
