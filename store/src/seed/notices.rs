//! Demo notifications: new ones of the pending friend requests, old ones of alice's newest friends.

use crate::{
    Db, Result, account,
    notification::{Kind, Notice, mark_read, notify},
    on, social,
    types::{ids::UserId, timestamp::Timestamp},
};

/// Friends of alice who have accepted a request lately.
const ACCEPTED: i64 = 3;

/// Adds the notifications to a filled database.
pub(super) async fn add(db: &Db, now: Timestamp) -> Result<()> {
    if let Some(alice) = account::find_by_login(db, "alice").await?.map(|found| found.id) {
        for (friend, days) in social::newest_friends(db, alice, ACCEPTED).await?.iter().rev().zip((2..=4).rev()) {
            let at = now.plus(-days * Timestamp::DAY);
            notify(db, &[alice], &notice(Kind::FriendAccepted, friend.id, at), at).await?;
            mark_read(db, alice, None, now).await?;
        }
    }
    let requests: Vec<(UserId, UserId, Timestamp)> = on!(db.read(), at => sqlx::query_as(
        "SELECT from_id, to_id, at FROM friend_request WHERE refused_at IS NULL ORDER BY at, from_id, to_id")
        .fetch_all(at).await)?;
    for (from, to, at) in requests {
        notify(db, &[to], &notice(Kind::FriendRequest, from, at), at).await?;
    }
    Ok(())
}

fn notice(kind: Kind, actor: UserId, at: Timestamp) -> Notice {
    Notice::new(kind, format!("{actor}:{}", at.0)).by(actor)
}
