//! Creation of direct chats and groups.

use serde_json::json;

use super::{ChatError, CommandId, MEMBERS_MAX, System, SystemKind, request};
use crate::{
    Db, Error, Result,
    account::{AccountKind, UserCard},
    each, media, on,
    types::{
        ids::{ChatId, MediaId, UserId},
        timestamp::Timestamp,
    },
};

/// A direct chat to create, with the id and epoch it gets if the two users have none yet.
pub struct NewDirect {
    pub id: ChatId,
    pub epoch: String,
    pub from: UserId,
    pub with: UserId,
    pub at: Timestamp,
}

/// Returns the direct chat of two accounts, if it exists.
pub async fn find_direct(db: &Db, one: UserId, other: UserId) -> Result<Option<ChatId>> {
    let known: Option<(ChatId,)> = on!(db.read(), at => sqlx::query_as("SELECT id FROM chat WHERE direct_key = $1")
        .bind(direct_key(one, other)).fetch_optional(at).await)?;
    Ok(known.map(|(id,)| id))
}

/// Returns the unique key of the direct chat of two users.
pub(super) fn direct_key(one: UserId, other: UserId) -> String {
    format!("{}:{}", one.min(other), one.max(other))
}

/// Performs [`direct`] for an account that writes to another: the new chat is a request if [`request::is_request`] says
/// so.
pub async fn contact(db: &Db, new: NewDirect) -> Result<(ChatId, bool)> {
    create(db, new, true).await
}

/// Gets or creates the direct chat of two accounts that both want it. Returns its id and true if this call created it.
/// The other account lists it from its first message on.
/// Returns `NotFound` if `with` does not exist or is a guest, since guests have no chats.
pub async fn direct(db: &Db, new: NewDirect) -> Result<(ChatId, bool)> {
    create(db, new, false).await
}

async fn create(db: &Db, new: NewDirect, may_ask: bool) -> Result<(ChatId, bool)> {
    let (low, high) = (new.from.min(new.with), new.from.max(new.with));
    if let Some(id) = find_direct(db, low, high).await? {
        return Ok((id, false));
    }
    let cards: Vec<UserCard> = super::cards(db, &[new.from, new.with]).await?;
    if cards.iter().filter(|card| card.kind != AccountKind::Guest).count() != 2 {
        return Err(Error::NotFound);
    }
    let mut tx = db.begin().await?;
    // A block of the two is seen, or sees the chat.
    tx.lock_accounts(&[low.0, high.0]).await?;
    let request_to =
        if may_ask && request::is_request(&mut tx, new.from, new.with).await? { Some(new.with) } else { None };
    // Both users may create the chat concurrently. The unique key lets one insert win.
    let opened: Option<(ChatId,)> = on!(tx.at(), at => sqlx::query_as(
        "INSERT INTO chat (id, kind, direct_key, blocked, epoch, created_at, updated_at, request_to)
         VALUES ($1, 'direct', $2, EXISTS (SELECT 1 FROM block WHERE (blocker_id = $3 AND blocked_id = $4)
            OR (blocker_id = $4 AND blocked_id = $3)), $5, $6, $6, $7)
         ON CONFLICT (direct_key) DO NOTHING RETURNING id")
        .bind(new.id).bind(direct_key(low, high)).bind(low).bind(high).bind(&new.epoch).bind(new.at)
        .bind(request_to).fetch_optional(at).await)?;
    let Some((id,)) = opened else {
        drop(tx);
        return find_direct(db, low, high).await?.map(|id| (id, false)).ok_or(Error::NotFound);
    };
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO chat_member (chat_id, account_id, role, joined_at, unlisted_seq)
         VALUES ($1, $2, 'member', $4, -1), ($1, $3, 'member', $4, 0)")
        .bind(id).bind(new.from).bind(new.with).bind(new.at).execute(at).await.map(drop))?;
    tx.commit().await?;
    Ok((id, true))
}

/// A group to create.
pub struct NewGroup {
    pub id: ChatId,
    pub epoch: String,
    pub owner: UserId,
    pub title: String,
    pub picture: Option<String>,
    /// Members other than the owner.
    pub members: Vec<UserId>,
    pub at: Timestamp,
}

/// Creates a group with a system message. The caller has checked who may be added; blocks are checked again here. For
/// strangers the group is a request: returns them.
pub async fn group(db: &Db, new: &NewGroup) -> Result<Result<Vec<UserId>, ChatError>> {
    if new.members.len() + 1 > MEMBERS_MAX {
        return Ok(Err(ChatError::Full));
    }
    let mut tx = db.begin().await?;
    let others = serde_json::to_string(&new.members.iter().map(|user| [user]).collect::<Vec<_>>())?;
    let at = tx.at();
    let sql = each!(
        at,
        concat!(
            "SELECT a.id, ",
            request::knows!("$2", "a.id"),
            " AS is_known, ",
            request::unaccepted!("$2", "a.id"),
            " AS unaccepted FROM account a WHERE a.deleted_at IS NULL AND a.kind NOT IN ('guest', 'company') AND a.id <> $2
                AND a.id IN (SELECT CAST(value->>0 AS BIGINT) FROM "
        ),
        ") AND NOT EXISTS (SELECT 1 FROM block b WHERE (b.blocker_id = $2 AND b.blocked_id = a.id)
            OR (b.blocker_id = a.id AND b.blocked_id = $2))"
    );
    let fit: Vec<(UserId, bool, i64)> =
        on!(at, at => sqlx::query_as(sql).bind(others).bind(new.owner).fetch_all(at).await)?;
    let is_too_often =
        |(_, is_known, unaccepted): &(UserId, bool, i64)| !is_known && *unaccepted >= request::GROUPS_MAX;
    if fit.len() != new.members.len() || fit.iter().any(is_too_often) {
        return Ok(Err(ChatError::CannotAdd));
    }
    let strangers: Vec<UserId> = fit.iter().filter(|(_, is_known, _)| !is_known).map(|(user, ..)| *user).collect();
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO chat (id, kind, title, picture, epoch, seq, last_seq, changed_seq, created_at, updated_at)
         VALUES ($1, 'group', $2, $3, $4, 1, 1, 1, $5, $5)")
        .bind(new.id).bind(&new.title).bind(&new.picture).bind(&new.epoch).bind(new.at).execute(at).await.map(drop))?;
    let mut members = vec![json!([new.id, new.owner, "owner", new.at.0, null])];
    members.extend(fit.iter().map(|(user, is_known, _)| {
        let request_from = (!is_known).then_some(new.owner);
        json!([new.id, user, "member", new.at.0, request_from])
    }));
    let at = tx.at();
    let sql = each!(
        at,
        "INSERT INTO chat_member (chat_id, account_id, role, joined_at, request_from, changed_seq, read_seq,
                delivered_seq)
         SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), value->>2, CAST(value->>3 AS BIGINT),
                CAST(value->>4 AS BIGINT), 1, 1, 1 FROM ",
        ""
    );
    let members = serde_json::to_string(&members)?;
    on!(at, at => sqlx::query(sql).bind(members).execute(at).await.map(drop))?;
    let title = Some(new.title.clone());
    let said = System { kind: SystemKind::Created, users: new.members.clone(), title, role: None };
    // The system message of a group of 2,000 lists only 50 members.
    let said = System { users: said.users.into_iter().take(50).collect(), ..said };
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO message (chat_id, seq, sender_id, client_id, text, system, at) VALUES ($1, 1, $2, $3, '', $4, $5)")
        .bind(new.id).bind(new.owner).bind(CommandId::of(new.at, 1)).bind(json!(said).to_string()).bind(new.at)
        .execute(at).await.map(drop))?;
    tx.commit().await?;
    Ok(Ok(strangers))
}

/// Returns the URL of the picture that `owner` uploaded as `id`; `None` if there is none or it is no picture.
pub async fn own_picture(db: &Db, owner: UserId, id: MediaId) -> Result<Option<String>> {
    let key: Option<(String,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT key FROM media WHERE id = $1 AND owner_id = $2 AND kind = 'image'")
        .bind(id).bind(owner).fetch_optional(at).await)?;
    Ok(key.map(|(key,)| media::url(&key)))
}
