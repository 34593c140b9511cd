//! Requests to become friends: sent, answered, taken back.

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

/// How long a request that was refused cannot be sent again.
pub const REFUSED_FOR: i64 = 30 * Timestamp::DAY;
/// Requests of one account that wait for an answer at most.
pub const OUTGOING_MAX: i64 = 500;

/// What became of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SendResult {
    /// It waits for its answer, since `at`.
    Waiting {
        at: Timestamp,
        /// Whether it was sent just now.
        new: bool,
    },
    /// They had asked as well, so the two are friends now.
    BecameFriends,
    /// They were friends already.
    Friends,
    /// They refused the last one not long ago.
    Refused,
    /// They do not take requests from this person.
    NotOpen,
    /// The sender has too many requests that wait.
    TooMany,
}

/// A request, with the one at its other end.
#[derive(Clone, Debug, PartialEq, Serialize, sqlx::FromRow, ToSchema)]
pub struct Request {
    #[sqlx(flatten)]
    pub user: UserCard,
    pub at: Timestamp,
}

/// The requests that wait, the newest first.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Requests {
    /// For the viewer to answer.
    pub incoming: Vec<Request>,
    /// That the viewer has sent.
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
}

/// Asks `to` to become a friend of `from`. `NotFound` when there is nobody to ask: no such account, a guest, one that is
/// gone, one on either side of a block.
///
/// When both ask at the same moment the second finds the first one's request and answers it: a lock on both accounts
/// makes them take turns.
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
            (SELECT count(*) FROM friend_request WHERE from_id = $1 AND refused_at IS NULL) AS waiting
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
    /// What a request comes to, as things stand.
    fn ask(&self, relation: &Relation, settings: &Privacy, now: Timestamp) -> Result<SendResult> {
        if self.kind == AccountKind::Guest || self.deleted_at.is_some() || relation.is_blocked() {
            return Err(Error::NotFound);
        }
        Ok(match (self.sent_at, self.refused_at) {
            _ if self.friends => SendResult::Friends,
            // Whoever asks takes an answer, whatever the settings say to others.
            _ if self.asked_at.is_some() => SendResult::BecameFriends,
            (Some(at), None) => SendResult::Waiting { at, new: false },
            (_, Some(refused)) if now < refused.plus(REFUSED_FOR) => SendResult::Refused,
            _ if !settings.may_invite(relation) => SendResult::NotOpen,
            _ if self.waiting >= OUTGOING_MAX => SendResult::TooMany,
            _ => SendResult::Waiting { at: now, new: true },
        })
    }
}

/// Answers the request that `from` sent to `viewer`. `NotFound` when there is none that waits.
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

/// Takes back a request that `viewer` sent to `to`. `NotFound` when there is none that waits.
pub async fn cancel_request(db: &Db, viewer: UserId, to: UserId) -> Result<()> {
    let done = on!(db.write(), at => sqlx::query(
        "DELETE FROM friend_request WHERE from_id = $1 AND to_id = $2 AND refused_at IS NULL")
        .bind(viewer).bind(to).execute(at).await.map(|done| done.rows_affected()))?;
    if done == 0 { Err(Error::NotFound) } else { Ok(()) }
}

/// The requests that wait on either side, at most `limit` each.
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
