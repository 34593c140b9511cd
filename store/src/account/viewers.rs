//! Chats and users that display an account and must be notified of a change.

use crate::{
    Db, Result, on,
    types::ids::{ChatId, UserId},
};

/// Maximum group size whose members are notified. A list entry shows eight other members. Larger groups refresh on the
/// next read.
const SMALL: i64 = 9;

/// Chats and users that display an account.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Viewers {
    /// Current and former chats of the account.
    pub chats: Vec<ChatId>,
    /// Friends, users with a friend request from or to the account, and members of its small chats.
    pub people: Vec<UserId>,
}

pub async fn viewers(db: &Db, id: UserId) -> Result<Viewers> {
    let chats: Vec<(ChatId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT chat_id FROM chat_member WHERE account_id = $1 ORDER BY chat_id").bind(id).fetch_all(at).await)?;
    let people: Vec<(UserId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT high_id AS id FROM friendship WHERE low_id = $1
         UNION SELECT low_id FROM friendship WHERE high_id = $1
         UNION SELECT to_id FROM friend_request WHERE from_id = $1
         UNION SELECT from_id FROM friend_request WHERE to_id = $1
         UNION SELECT other.account_id FROM chat_member me
            JOIN chat_member other ON other.chat_id = me.chat_id AND other.account_id <> me.account_id
            WHERE me.account_id = $1
                AND (SELECT COUNT(*) FROM chat_member member WHERE member.chat_id = me.chat_id) <= $2
         ORDER BY id")
        .bind(id).bind(SMALL).fetch_all(at).await)?;
    Ok(Viewers {
        chats: chats.into_iter().map(|(id,)| id).collect(),
        people: people.into_iter().map(|(id,)| id).collect(),
    })
}
