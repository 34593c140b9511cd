//! Changes of an inbox: add, read, delete. Each takes the next version of the inbox under its lock.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{
    MAX_CAUSES, MAX_PER_ACCOUNT, Notice, PURGE_INTERVAL, RETENTION,
    kind::Kind,
    view::{self, Notification},
};
use crate::{
    Db, Result,
    db::Tx,
    each, on,
    types::{
        ids::{NotificationId, UserId},
        timestamp::Timestamp,
    },
};

/// Change of an inbox, for the devices of its account.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InboxChange {
    pub account: UserId,
    /// Version of the inbox after the change.
    pub version: i64,
    /// Unread entries after the change.
    pub unread: i64,
    pub change: Change,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Change {
    /// A new entry, or one with a new cause.
    Entry(Box<Notification>),
    /// Entries were read; `None` means all.
    Read(Option<Vec<NotificationId>>),
    /// Entries were deleted; `None` means all.
    Deleted(Option<Vec<NotificationId>>),
}

/// Start of an inbox.
#[derive(Clone, Debug, PartialEq)]
pub struct Inbox {
    pub version: i64,
    pub unread: i64,
    /// Newest first.
    pub newest: Vec<Notification>,
}

/// Reads the newest entries of an inbox. Later changes have a greater version; some of them may be included.
pub async fn inbox(db: &Db, account: UserId, limit: i64) -> Result<Inbox> {
    let version: Option<(i64,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT version FROM notification_inbox WHERE account_id = $1").bind(account).fetch_optional(at).await)?;
    let newest = view::list(db, account, view::Filter::default(), None, limit).await?;
    let unread = unread_count(db, account).await?;
    Ok(Inbox { version: version.map_or(0, |(version,)| version), unread, newest })
}

/// Returns the number of unread entries.
pub async fn unread_count(db: &Db, account: UserId) -> Result<i64> {
    let (count,): (i64,) = on!(db.read(), at => sqlx::query_as(
        "SELECT count(*) FROM notification WHERE account_id = $1 AND read_at IS NULL")
        .bind(account).fetch_one(at).await)?;
    Ok(count)
}

/// Adds a notice to the inboxes of these accounts. Returns the changes to publish.
///
/// Leaves out accounts that know the cause, that are deleted, that have blocked the actor, and the actor.
pub async fn notify(db: &Db, accounts: &[UserId], notice: &Notice, now: Timestamp) -> Result<Vec<InboxChange>> {
    // Sorted, so that two calls never wait for each other in a circle.
    let accounts: BTreeSet<UserId> =
        accounts.iter().copied().filter(|account| Some(*account) != notice.actor).collect();
    if accounts.is_empty() {
        return Ok(Vec::new());
    }
    let mut tx = db.begin().await?;
    let mut added = Vec::new();
    for account in accounts {
        if let Some(entry) = add(&mut tx, account, notice, now).await? {
            added.push(entry);
        }
    }
    tx.commit().await?;
    let mut changes = Vec::with_capacity(added.len());
    for (stamp, id) in added {
        changes.push(stamp.with(entry(db, stamp.account, id).await?));
    }
    Ok(changes)
}

/// Returns an entry as a change. It may have been deleted since.
async fn entry(db: &Db, account: UserId, id: NotificationId) -> Result<Change> {
    let entry = view::one(db, account, id).await?;
    Ok(entry.map_or(Change::Deleted(Some(vec![id])), |entry| Change::Entry(Box::new(entry))))
}

/// Version and unread count of an inbox after a change.
#[derive(Clone, Copy)]
struct Stamp {
    account: UserId,
    version: i64,
    unread: i64,
}

impl Stamp {
    fn with(self, change: Change) -> InboxChange {
        InboxChange { account: self.account, version: self.version, unread: self.unread, change }
    }
}

/// Locks an inbox and returns its version. Returns none for a deleted account, and for one that has blocked `actor`.
async fn lock(tx: &mut Tx, account: UserId, actor: Option<UserId>) -> Result<Option<i64>> {
    let row: Option<(i64,)> = on!(tx.at(), at => sqlx::query_as(
        "INSERT INTO notification_inbox (account_id, version)
         SELECT a.id, 0 FROM account a WHERE a.id = $1 AND a.deleted_at IS NULL
            AND NOT EXISTS (SELECT 1 FROM block b WHERE b.blocker_id = $1 AND b.blocked_id = $2)
         ON CONFLICT (account_id) DO UPDATE SET version = notification_inbox.version RETURNING version")
        .bind(account).bind(actor).fetch_optional(at).await)?;
    Ok(row.map(|(version,)| version))
}

/// Stores the next version of a locked inbox.
async fn stamp(tx: &mut Tx, account: UserId, version: i64) -> Result<Stamp> {
    let (unread,): (i64,) = on!(tx.at(), at => sqlx::query_as(
        "UPDATE notification_inbox SET version = $2 WHERE account_id = $1
         RETURNING (SELECT count(*) FROM notification n WHERE n.account_id = $1 AND n.read_at IS NULL)")
        .bind(account).bind(version).fetch_one(at).await)?;
    Ok(Stamp { account, version, unread })
}

async fn add(tx: &mut Tx, account: UserId, notice: &Notice, now: Timestamp) -> Result<Option<(Stamp, NotificationId)>> {
    let Some(version) = lock(tx, account, notice.actor).await? else { return Ok(None) };
    let version = version + 1;
    let is_known: Option<(i64,)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT position FROM notification_cause WHERE account_id = $1 AND cause = $2")
        .bind(account).bind(&notice.cause).fetch_optional(at).await)?;
    if is_known.is_some() {
        return Ok(None);
    }
    let spec = notice.kind.spec();
    let (id,): (NotificationId,) = on!(tx.at(), at => sqlx::query_as(
        "INSERT INTO notification (account_id, id, kind, target, subject_id, group_key, position, at)
         VALUES ($1, $2, $3, $4, $5, $6, $2, $7)
         ON CONFLICT (account_id, group_key) WHERE read_at IS NULL
            DO UPDATE SET position = excluded.position, at = excluded.at
         RETURNING id")
        .bind(account).bind(version).bind(spec.kind).bind(spec.target).bind(notice.subject).bind(notice.group_key())
        .bind(now).fetch_one(at).await)?;
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO notification_cause (account_id, cause, notification_id, actor_id, position, at)
         VALUES ($1, $2, $3, $4, $5, $6)")
        .bind(account).bind(&notice.cause).bind(id).bind(notice.actor).bind(version).bind(now)
        .execute(at).await.map(drop))?;
    if version % PURGE_INTERVAL == 0 {
        purge(tx, account, version, now).await?;
    }
    Ok(Some((stamp(tx, account, version).await?, id)))
}

/// Deletes entries and causes beyond the limits of an inbox.
async fn purge(tx: &mut Tx, account: UserId, version: i64, now: Timestamp) -> Result<()> {
    on!(tx.at(), at => sqlx::query(
        "DELETE FROM notification WHERE account_id = $1 AND (at <= $2 OR position <= (
            SELECT position FROM notification WHERE account_id = $1 ORDER BY position DESC LIMIT 1 OFFSET $3))")
        .bind(account).bind(now.plus(-RETENTION)).bind(MAX_PER_ACCOUNT).execute(at).await.map(drop))?;
    on!(tx.at(), at => sqlx::query(
        "DELETE FROM notification_cause WHERE account_id = $1 AND (at <= $2 OR position <= $3)")
        .bind(account).bind(now.plus(-RETENTION)).bind(version - MAX_CAUSES).execute(at).await.map(drop))?;
    Ok(())
}

/// Marks entries as read; `None` marks all. Returns none if no entry was unread.
pub async fn mark_read(
    db: &Db,
    account: UserId,
    ids: Option<Vec<NotificationId>>,
    now: Timestamp,
) -> Result<Option<InboxChange>> {
    let mut tx = db.begin().await?;
    let Some(version) = lock(&mut tx, account, None).await? else { return Ok(None) };
    let named = named(ids.as_deref())?;
    let at = tx.at();
    let sql = each!(
        at,
        "UPDATE notification SET read_at = $3 WHERE account_id = $2 AND read_at IS NULL
            AND ($4 OR id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        "))"
    );
    let done = on!(at, at => sqlx::query(sql).bind(named).bind(account).bind(now).bind(ids.is_none())
        .execute(at).await.map(|done| done.rows_affected()))?;
    if done == 0 {
        return Ok(None);
    }
    let stamp = stamp(&mut tx, account, version + 1).await?;
    tx.commit().await?;
    Ok(Some(stamp.with(Change::Read(ids))))
}

/// Deletes entries; `None` deletes all. Returns none if there was no entry.
pub async fn delete(db: &Db, account: UserId, ids: Option<Vec<NotificationId>>) -> Result<Option<InboxChange>> {
    let mut tx = db.begin().await?;
    let Some(version) = lock(&mut tx, account, None).await? else { return Ok(None) };
    let named = named(ids.as_deref())?;
    let at = tx.at();
    let sql = each!(
        at,
        "DELETE FROM notification WHERE account_id = $2
            AND ($3 OR id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        "))"
    );
    let done = on!(at, at => sqlx::query(sql).bind(named).bind(account).bind(ids.is_none())
        .execute(at).await.map(|done| done.rows_affected()))?;
    if done == 0 {
        return Ok(None);
    }
    let stamp = stamp(&mut tx, account, version + 1).await?;
    tx.commit().await?;
    Ok(Some(stamp.with(Change::Deleted(ids))))
}

fn named(ids: Option<&[NotificationId]>) -> Result<String> {
    let ids: Vec<_> = ids.unwrap_or_default().iter().map(|id| [id]).collect();
    Ok(serde_json::to_string(&ids)?)
}

/// Takes back what `actor` caused with this kind, such as a friend request that waits no more. An entry without another
/// cause is deleted.
pub async fn retract(db: &Db, account: UserId, kind: Kind, actor: UserId) -> Result<Vec<InboxChange>> {
    take_back(db, account, &Causes::By(actor, Some(kind))).await
}

/// Takes back these causes, by [`Notice::cause`], of each account. An entry without another cause is deleted.
pub async fn retract_causes(db: &Db, accounts: &[UserId], causes: &[String]) -> Result<Vec<InboxChange>> {
    let mut changes = Vec::new();
    for account in accounts {
        changes.extend(take_back(db, *account, &Causes::Named(causes)).await?);
    }
    Ok(changes)
}

/// Takes back all that `actor` caused, for an account that has blocked the actor.
pub async fn delete_from(db: &Db, account: UserId, actor: UserId) -> Result<Vec<InboxChange>> {
    take_back(db, account, &Causes::By(actor, None)).await
}

enum Causes<'a> {
    /// All of an actor, or those of one kind.
    By(UserId, Option<Kind>),
    Named(&'a [String]),
}

impl Causes<'_> {
    /// Deletes them and returns the entries that they belonged to.
    async fn delete(&self, tx: &mut Tx, account: UserId) -> Result<Vec<(NotificationId,)>> {
        let at = tx.at();
        match self {
            Self::By(actor, kind) => Ok(on!(at, at => sqlx::query_as(
                "DELETE FROM notification_cause WHERE account_id = $1 AND actor_id = $2 AND notification_id IN (
                    SELECT n.id FROM notification n WHERE n.account_id = $1 AND ($3 IS NULL OR n.kind = $3))
                 RETURNING notification_id")
                .bind(account).bind(actor).bind(kind).fetch_all(at).await)?),
            Self::Named(causes) => {
                let named = serde_json::to_string(&causes.iter().map(|cause| [cause]).collect::<Vec<_>>())?;
                let sql = each!(
                    at,
                    "DELETE FROM notification_cause WHERE account_id = $2 AND cause IN (SELECT value->>0 FROM ",
                    ") RETURNING notification_id"
                );
                Ok(on!(at, at => sqlx::query_as(sql).bind(named).bind(account).fetch_all(at).await)?)
            }
        }
    }
}

async fn take_back(db: &Db, account: UserId, causes: &Causes<'_>) -> Result<Vec<InboxChange>> {
    let mut tx = db.begin().await?;
    let Some(version) = lock(&mut tx, account, None).await? else { return Ok(Vec::new()) };
    let causes = causes.delete(&mut tx, account).await?;
    let entries: BTreeSet<NotificationId> = causes.into_iter().map(|(id,)| id).collect();
    let mut stamps = Vec::new();
    for (id, version) in entries.into_iter().zip(version + 1..) {
        on!(tx.at(), at => sqlx::query(
            "DELETE FROM notification WHERE account_id = $1 AND id = $2 AND NOT EXISTS (
                SELECT 1 FROM notification_cause c WHERE c.account_id = $1 AND c.notification_id = $2)")
            .bind(account).bind(id).execute(at).await.map(drop))?;
        stamps.push((stamp(&mut tx, account, version).await?, id));
    }
    tx.commit().await?;
    let mut changes = Vec::with_capacity(stamps.len());
    for (stamp, id) in stamps {
        changes.push(stamp.with(entry(db, account, id).await?));
    }
    Ok(changes)
}
