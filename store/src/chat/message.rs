//! Messages and their reactions: API representation and database row.

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

/// Maximum number of users listed per reaction; `count` holds the total.
const REACTED_SHOWN: usize = 50;

/// A message as the members of its chat see it, identified by `seq` within the chat.
///
/// Empty fields other than `text` are left out of the JSON. Most messages have only text and are sent once per
/// subscriber.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Message {
    pub seq: i64,
    pub client_id: CommandId,
    pub sender: UserId,
    /// Employee who wrote for the sender, a company. Only the company's team sees it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<UserId>,
    pub at: Timestamp,
    /// Text; empty if the message is deleted.
    pub text: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub media: Vec<Media>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply_to: Option<i64>,
    /// Members mentioned in the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mentions: Vec<UserId>,
    /// The message was forwarded from another chat.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub forwarded: bool,
    /// Shared content: a reel, a product or a profile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<ShareCard>,
    /// Change of the group; such a message has no text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system: Option<System>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edited_at: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "Not::not")]
    pub deleted: bool,
    /// Reactions, ordered by the first use of each emoji.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reactions: Vec<Reaction>,
}

impl Message {
    /// Returns the message as `viewer` sees it. Customers do not learn which employee wrote.
    #[must_use]
    pub fn seen_by(mut self, viewer: UserId) -> Self {
        self.agent = self.agent.filter(|_| self.sender == viewer);
        self
    }
}

/// Shared content of the product.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ShareCard {
    /// Kind of content: `profile`, `reel`, `product`, `company`, …
    pub kind: String,
    pub id: i64,
    pub title: String,
    pub picture: Option<String>,
    /// Path of the content's page, if there is one.
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

/// A change of the group, made by the message's sender.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct System {
    pub kind: SystemKind,
    /// Users affected by the change.
    pub users: Vec<UserId>,
    /// The new title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The new role.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
}

/// An emoji and the users who reacted with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Reaction {
    pub emoji: String,
    pub count: i64,
    /// The first 50 users.
    pub users: Vec<UserId>,
}

/// Columns of a [`MessageRow`] in a query with the alias `m` for `message`.
macro_rules! message_columns {
    () => {
        "m.chat_id, m.seq, m.sender_id, m.agent_id, m.client_id, m.text, m.media, m.reply_to, m.mentions, m.forwarded, m.content,
         m.system, m.at, m.edited_at, m.deleted_at, m.changed_seq"
    };
}
pub(super) use message_columns;

#[derive(sqlx::FromRow)]
pub(super) struct MessageRow {
    pub chat_id: ChatId,
    pub seq: i64,
    sender_id: UserId,
    agent_id: Option<UserId>,
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
    /// Returns the message without its reactions.
    pub fn into_message(self) -> Result<Message> {
        Ok(Message {
            seq: self.seq,
            client_id: self.client_id,
            sender: self.sender_id,
            agent: self.agent_id,
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

/// Converts rows to messages with their reactions. Rows that never changed have no reactions, so most pages need no
/// second query.
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

/// Groups reactions by emoji for the API.
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
    fn reactions_are_grouped_by_emoji_in_order_of_first_use() {
        let reacted = |user, emoji: &str, at| (UserId(user), emoji.to_owned(), Timestamp(at));
        let list = gathered(&[reacted(3, "🎉", 2), reacted(1, "👍", 3), reacted(2, "🎉", 1)]);
        let told: Vec<_> = list.iter().map(|one| (one.emoji.as_str(), one.count, one.users.clone())).collect();
        assert_eq!(told, [("🎉", 2, vec![UserId(2), UserId(3)]), ("👍", 1, vec![UserId(1)])]);
        let crowd: Vec<_> = (0..60).map(|user| reacted(user, "👍", user)).collect();
        assert_eq!((gathered(&crowd)[0].count, gathered(&crowd)[0].users.len()), (60, REACTED_SHOWN));
    }
}
