//! Friend requests: send, answer, cancel.

use serde::Serialize;
use utoipa::ToSchema;

use super::friendship::befriend;
use crate::{
    Db, Error, Result,
    account::{
        AccountKind, UserCard,
        privacy::{self, Privacy, Relation},
    },
    on,
    types::{ids::UserId, timestamp::Timestamp},
};

/// Cooldown after a declined request, before it can be sent again.
pub const REFUSED_FOR: i64 = 30 * Timestamp::DAY;
/// Maximum number of pending outgoing requests per account.
pub const OUTGOING_MAX: i64 = 500;

/// Outcome of sending a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SendResult {
    /// The request is pending since `at`.
    Waiting {
        at: Timestamp,
        /// True if the request was created by this call.
        new: bool,
    },
    /// The recipient had already sent a request, so the two are now friends.
    BecameFriends,
    /// The two are already friends.
    Friends,
    /// The recipient declined a request less than [`REFUSED_FOR`] ago.
    Refused,
    /// The recipient's settings reject requests from the sender.
    NotOpen,
    /// The sender has reached [`OUTGOING_MAX`] pending requests.
    TooMany,
}

/// Friend request with the user at its other end.
#[derive(Clone, Debug, PartialEq, Serialize, sqlx::FromRow, ToSchema)]
pub struct Request {
    #[sqlx(flatten)]
    pub user: UserCard,
    pub at: Timestamp,
}

/// Pending requests, newest first.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Requests {
    /// Requests to the viewer.
    pub incoming: Vec<Request>,
    /// Requests from the viewer.
    pub outgoing: Vec<Request>,
}

#[derive(sqlx::FromRow)]
struct Between {
    kind: AccountKind,
    deleted_at: Option<Timestamp>,
    friends: bool,
    sent_at: Option<Timestamp>,
    refused_at: Option<Timestamp>,
    asked_at: Option<Timestamp>,
    waiting: i64,
    is_blocked: bool,
}

/// Sends a friend request from `from` to `to`. Returns `NotFound` if the recipient is unknown, a guest, a company, deleted, or
/// blocked in either direction.
///
/// If both send requests at the same time, the second call finds and accepts the first request. A lock on both accounts
/// serializes the calls.
pub async fn send(db: &Db, from: UserId, to: UserId, now: Timestamp) -> Result<SendResult> {
    if from == to {
        return Err(Error::NotFound);
    }
    let relation = privacy::relation(db, from, to).await?;
    let settings = privacy::of(db, &[to]).await?.remove(&to).unwrap_or_default();
    let mut tx = db.begin().await?;
    tx.lock_accounts(&[from.0, to.0]).await?;
    let between: Between = on!(tx.at(), at => sqlx::query_as(
        "SELECT a.kind, a.deleted_at,
            EXISTS (SELECT 1 FROM friendship WHERE low_id = $3 AND high_id = $4) AS friends,
            (SELECT at FROM friend_request WHERE from_id = $1 AND to_id = $2) AS sent_at,
            (SELECT refused_at FROM friend_request WHERE from_id = $1 AND to_id = $2) AS refused_at,
            (SELECT at FROM friend_request WHERE from_id = $2 AND to_id = $1 AND refused_at IS NULL) AS asked_at,
            (SELECT count(*) FROM friend_request WHERE from_id = $1 AND refused_at IS NULL) AS waiting,
            EXISTS (SELECT 1 FROM block WHERE (blocker_id = $1 AND blocked_id = $2)
                OR (blocker_id = $2 AND blocked_id = $1)) AS is_blocked
         FROM account a WHERE a.id = $2")
        .bind(from).bind(to).bind(from.min(to)).bind(from.max(to)).fetch_one(at).await)?;
    let sent = between.ask(&relation, &settings, now)?;
    match sent {
        SendResult::BecameFriends => befriend(&mut tx, from, to, now).await?,
        SendResult::Waiting { at, new: true } => {
            on!(tx.at(), on => sqlx::query(
                "INSERT INTO friend_request (from_id, to_id, at) VALUES ($1, $2, $3)
                 ON CONFLICT (from_id, to_id) DO UPDATE SET at = excluded.at, refused_at = NULL")
                .bind(from).bind(to).bind(at).execute(on).await.map(drop))?;
        }
        _ => return Ok(sent),
    }
    tx.commit().await?;
    Ok(sent)
}

impl Between {
    /// Determines the outcome of a request from the current state.
    fn ask(&self, relation: &Relation, settings: &Privacy, now: Timestamp) -> Result<SendResult> {
        if !self.kind.is_person() || self.deleted_at.is_some() || self.is_blocked {
            return Err(Error::NotFound);
        }
        Ok(match (self.sent_at, self.refused_at) {
            _ if self.friends => SendResult::Friends,
            // A pending request from the recipient permits acceptance, whatever the recipient's settings.
            _ if self.asked_at.is_some() => SendResult::BecameFriends,
            (Some(at), None) => SendResult::Waiting { at, new: false },
            (_, Some(refused)) if now < refused.plus(REFUSED_FOR) => SendResult::Refused,
            _ if !settings.may_invite(relation) => SendResult::NotOpen,
            _ if self.waiting >= OUTGOING_MAX => SendResult::TooMany,
            _ => SendResult::Waiting { at: now, new: true },
        })
    }
}

/// Accepts or declines the request from `from` to `viewer`. Returns `NotFound` if no request is pending.
pub async fn answer(db: &Db, viewer: UserId, from: UserId, accept: bool, now: Timestamp) -> Result<()> {
    let mut tx = db.begin().await?;
    tx.lock_accounts(&[viewer.0, from.0]).await?;
    let answered = on!(tx.at(), at => sqlx::query(
        "UPDATE friend_request SET refused_at = $3 WHERE from_id = $1 AND to_id = $2 AND refused_at IS NULL")
        .bind(from).bind(viewer).bind(now).execute(at).await.map(|done| done.rows_affected()))?;
    if answered == 0 {
        return Err(Error::NotFound);
    }
    if accept {
        befriend(&mut tx, viewer, from, now).await?;
    }
    tx.commit().await
}

/// Cancels the request from `viewer` to `to`. Returns `NotFound` if no request is pending.
pub async fn cancel_request(db: &Db, viewer: UserId, to: UserId) -> Result<()> {
    let done = on!(db.write(), at => sqlx::query(
        "DELETE FROM friend_request WHERE from_id = $1 AND to_id = $2 AND refused_at IS NULL")
        .bind(viewer).bind(to).execute(at).await.map(|done| done.rows_affected()))?;
    if done == 0 { Err(Error::NotFound) } else { Ok(()) }
}

/// Returns the pending requests in both directions, at most `limit` each.
pub async fn requests(db: &Db, viewer: UserId, limit: i64) -> Result<Requests> {
    let incoming = on!(db.read(), at => sqlx::query_as(
        "SELECT a.id, a.kind, a.user_name, a.first_name, a.last_name, a.picture, r.at
         FROM friend_request r JOIN account a ON a.id = r.from_id
         WHERE r.to_id = $1 AND r.refused_at IS NULL AND a.deleted_at IS NULL ORDER BY r.at DESC, a.id LIMIT $2")
        .bind(viewer).bind(limit).fetch_all(at).await)?;
    let outgoing = on!(db.read(), at => sqlx::query_as(
        "SELECT a.id, a.kind, a.user_name, a.first_name, a.last_name, a.picture, r.at
         FROM friend_request r JOIN account a ON a.id = r.to_id
         WHERE r.from_id = $1 AND r.refused_at IS NULL AND a.deleted_at IS NULL ORDER BY r.at DESC, a.id LIMIT $2")
        .bind(viewer).bind(limit).fetch_all(at).await)?;
    Ok(Requests { incoming, outgoing })
}
