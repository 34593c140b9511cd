//! A member's settings of a chat: mute, pin, archive, draft, cleared history. Also blocks between two users.
//!
//! These changes take no sequence number because other members do not see them. All are idempotent.

use super::direct::direct_key;
use crate::{
    Db, Error, Result, company, on, social,
    types::{
        ids::{ChatId, UserId},
        timestamp::Timestamp,
    },
};

/// Settings to change; `None` keeps the current value.
#[derive(Clone, Copy, Debug, Default)]
pub struct NewSettings {
    /// End of the mute. `Some(None)` unmutes the chat.
    pub muted_until: Option<Option<Timestamp>>,
    pub pinned: Option<bool>,
    pub archived: Option<bool>,
}

/// Changes `viewer`'s settings of a chat. Returns `NotFound` if `viewer` is not a member.
pub async fn change_settings(db: &Db, viewer: UserId, chat: ChatId, new: NewSettings, now: Timestamp) -> Result<()> {
    let mute = new.muted_until.is_some();
    let number = |yes: Option<bool>| yes.map(i64::from);
    // Unmuting keeps an archived chat archived, even if messages arrived while it was muted.
    on!(db.write(), at => sqlx::query(
        "UPDATE chat_member SET
            archived_at = CASE WHEN CAST($6 AS BIGINT) = 1
                THEN (SELECT CASE WHEN c.updated_at > $7 THEN c.updated_at ELSE $7 END
                    FROM chat c WHERE c.id = chat_member.chat_id)
                WHEN CAST($6 AS BIGINT) = 0 THEN NULL
                WHEN CAST($3 AS BOOLEAN) AND archived_at IS NOT NULL AND coalesce(muted_until, 0) >
                    (SELECT c.updated_at FROM chat c WHERE c.id = chat_member.chat_id)
                THEN (SELECT CASE WHEN c.updated_at > $7 THEN c.updated_at ELSE $7 END
                    FROM chat c WHERE c.id = chat_member.chat_id)
                ELSE archived_at END,
            muted_until = CASE WHEN CAST($3 AS BOOLEAN) THEN CAST($4 AS BIGINT) ELSE muted_until END,
            pinned_at = CASE WHEN CAST($5 AS BIGINT) = 1 THEN coalesce(pinned_at, $7)
                WHEN CAST($5 AS BIGINT) = 0 THEN NULL ELSE pinned_at END
         WHERE chat_id = $1 AND account_id = $2 AND left_at IS NULL RETURNING account_id")
        .bind(chat).bind(viewer).bind(mute).bind(new.muted_until.flatten()).bind(number(new.pinned))
        .bind(number(new.archived)).bind(now).fetch_one(at).await.map(drop))?;
    Ok(())
}

/// Saves `viewer`'s unsent text. Deletes the draft if `text` is empty.
pub async fn keep_draft(db: &Db, viewer: UserId, chat: ChatId, text: &str, now: Timestamp) -> Result<()> {
    let text = (!text.is_empty()).then_some(text);
    let at = text.map(|_| now);
    on!(db.write(), on => sqlx::query(
        "UPDATE chat_member SET draft = $3, draft_at = $4
         WHERE chat_id = $1 AND account_id = $2 AND left_at IS NULL RETURNING account_id")
        .bind(chat).bind(viewer).bind(text).bind(at).fetch_one(on).await.map(drop))?;
    Ok(())
}

/// Clears the chat for `viewer` only. Returns the last cleared sequence number.
pub async fn clear(db: &Db, viewer: UserId, chat: ChatId) -> Result<i64> {
    let (up_to,): (i64,) = on!(db.write(), at => sqlx::query_as(
        "UPDATE chat_member SET cleared_seq = (SELECT c.seq FROM chat c WHERE c.id = chat_member.chat_id)
         WHERE chat_id = $1 AND account_id = $2 AND left_at IS NULL RETURNING cleared_seq")
        .bind(chat).bind(viewer).fetch_one(at).await)?;
    Ok(up_to)
}

/// Deletes a direct chat for `viewer` only: clears it and takes it off the viewer's list until the next message. Returns the
/// last cleared sequence number; `None` for a group, which a member leaves instead.
pub async fn delete(db: &Db, viewer: UserId, chat: ChatId) -> Result<Option<i64>> {
    super::ensure_member(db, viewer, chat).await?;
    let deleted: Option<(i64,)> = on!(db.write(), at => sqlx::query_as(
        "UPDATE chat_member SET cleared_seq = c.seq, unlisted_seq = c.seq, draft = NULL, draft_at = NULL,
            pinned_at = NULL, archived_at = NULL
         FROM chat c WHERE c.id = chat_member.chat_id AND c.kind = 'direct' AND chat_member.chat_id = $1
            AND chat_member.account_id = $2 RETURNING chat_member.cleared_seq")
        .bind(chat).bind(viewer).fetch_optional(at).await)?;
    Ok(deleted.map(|(up_to,)| up_to))
}

/// Returns the other user of a direct chat, or the stranger who added `viewer` to a group that `viewer` has not accepted;
/// `None` for another group. Returns `NotFound` if `viewer` is not a member.
pub async fn peer(db: &Db, viewer: UserId, chat: ChatId) -> Result<Option<UserId>> {
    let (request_from,): (Option<UserId>,) = on!(db.read(), at => sqlx::query_as(
        "SELECT request_from FROM chat_member WHERE chat_id = $1 AND account_id = $2 AND left_at IS NULL")
        .bind(chat).bind(viewer).fetch_one(at).await)?;
    if request_from.is_some() {
        return Ok(request_from);
    }
    let other: Option<(UserId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT m.account_id FROM chat_member m JOIN chat c ON c.id = m.chat_id
         WHERE m.chat_id = $1 AND m.account_id <> $2 AND c.kind = 'direct'")
        .bind(chat).bind(viewer).fetch_optional(at).await)?;
    Ok(other.map(|(id,)| id))
}

/// Returns true if `blocker` has blocked `blocked`.
pub async fn blocks(db: &Db, blocker: UserId, blocked: UserId) -> Result<bool> {
    let there: Option<(i64,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT at FROM block WHERE blocker_id = $1 AND blocked_id = $2")
        .bind(blocker).bind(blocked).fetch_optional(at).await)?;
    Ok(there.is_some())
}

/// Sets or removes a block and updates their direct chat. Returns the chat's id, if it exists.
pub async fn set_block(
    db: &Db,
    blocker: UserId,
    blocked: UserId,
    stands: bool,
    now: Timestamp,
) -> Result<Option<ChatId>> {
    if blocker == blocked {
        return Err(Error::NotFound);
    }
    let chat = super::find_direct(db, blocker, blocked).await?;
    let mut tx = db.begin().await?;
    // Takes the same lock as a message, so that each message is ordered before or after the block.
    tx.lock_chats(&chat.map(|id| id.0).into_iter().collect::<Vec<_>>()).await?;
    // A friend request and a new chat of the two are before or after the block, too.
    tx.lock_accounts(&[blocker.0, blocked.0]).await?;
    if stands {
        on!(tx.at(), at => sqlx::query(
            "INSERT INTO block (blocker_id, blocked_id, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
            .bind(blocker).bind(blocked).bind(now).execute(at).await.map(drop))?;
        social::remove_ties(&mut tx, blocker, blocked).await?;
        company::follower::end_between(&mut tx, blocker, blocked).await?;
    } else {
        on!(tx.at(), at => sqlx::query("DELETE FROM block WHERE blocker_id = $1 AND blocked_id = $2")
            .bind(blocker).bind(blocked).execute(at).await.map(drop))?;
    }
    on!(tx.at(), at => sqlx::query(
        "UPDATE chat SET blocked = EXISTS (SELECT 1 FROM block WHERE (blocker_id = $2 AND blocked_id = $3)
            OR (blocker_id = $3 AND blocked_id = $2))
            OR EXISTS (SELECT 1 FROM account WHERE id IN ($2, $3) AND deleted_at IS NOT NULL) WHERE direct_key = $1")
        .bind(direct_key(blocker, blocked)).bind(blocker).bind(blocked).execute(at).await.map(drop))?;
    tx.commit().await?;
    Ok(chat)
}
