//! Notifications as their account sees them.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::kind::{Group, KINDS, Kind, Target};
use crate::{
    Db, Result,
    account::{AccountKind, UserCard},
    each, media, on,
    reel::comment,
    social::report::Reason,
    types::{
        ids::{CommentId, CompanyId, NotificationId, UserId},
        timestamp::Timestamp,
    },
};

/// Entry of the list of notifications.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Notification {
    pub id: NotificationId,
    pub kind: Kind,
    pub group: Group,
    pub target: Target,
    /// Newest actor. Null if nobody in particular acted.
    pub actor: Option<UserCard>,
    /// Number of further actors.
    pub others: i64,
    /// Number of causes in this entry.
    pub count: i64,
    /// Null if the target needs none.
    pub subject: Option<Subject>,
    /// Order in the list, newest first, and cursor of its pages.
    pub position: i64,
    /// Time of the newest cause.
    pub at: Timestamp,
    pub read: bool,
}

/// Chat, booking, order, offering, company, reel or ticket of a notification.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = NotificationSubject)]
pub struct Subject {
    pub id: i64,
    /// Title of a group, or name of the company. Null for a direct chat.
    pub name: Option<String>,
    /// Name of the offering.
    pub offering: Option<String>,
    /// Company of the subject. An account that works for several acts for this one to open it.
    pub company_id: Option<CompanyId>,
    /// Handle of the company.
    pub handle: Option<String>,
    pub picture: Option<String>,
    /// Start of the booking, or promised time of the order.
    pub starts_at: Option<Timestamp>,
    /// Time zone of the company.
    pub time_zone: Option<String>,
    /// Number of the order.
    pub order_code: Option<String>,
    /// Subject of the support ticket.
    pub ticket: Option<String>,
    /// Beginning of the reel's caption.
    pub caption: Option<String>,
    /// Newest comment on the reel that the notification is about. Null once it is deleted or hidden.
    pub comment_id: Option<CommentId>,
    /// Beginning of that comment.
    pub comment: Option<String>,
    /// Reason for which the reel was hidden or removed.
    pub reason: Option<Reason>,
}

/// Kinds whose causes are comments on a reel.
pub const BY_COMMENT: [Kind; 3] = [Kind::ReelComment, Kind::ReelReply, Kind::ReelMention];

/// State of entries in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadState {
    Unread,
    Read,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: NotificationId,
    kind: Kind,
    subject_id: Option<i64>,
    position: i64,
    at: Timestamp,
    read_at: Option<Timestamp>,
    actors: i64,
    causes: i64,
    actor_id: Option<UserId>,
    actor_kind: Option<AccountKind>,
    user_name: Option<String>,
    first_name: Option<String>,
    last_name: Option<String>,
    picture: Option<String>,
    chat_title: Option<String>,
    chat_picture: Option<String>,
    company: Option<CompanyId>,
    company_name: Option<String>,
    handle: Option<String>,
    logo: Option<String>,
    time_zone: Option<String>,
    offering_name: Option<String>,
    offering_picture: Option<String>,
    reel_picture: Option<String>,
    starts_at: Option<Timestamp>,
    order_code: Option<String>,
    ticket_subject: Option<String>,
    caption: Option<String>,
    cause: Option<String>,
    reason: Option<Reason>,
}

/// Query of the entries that `$which` names, with their newest actor and their subject.
///
/// The joins read a subject only for targets of its type, because ids of different tables may be equal.
macro_rules! entries {
    ($which:literal) => {
        concat!(
            "SELECT n.id, n.kind, n.subject_id, n.position, n.at, n.read_at,
                (SELECT count(DISTINCT c.actor_id) FROM notification_cause c
                 WHERE c.account_id = n.account_id AND c.notification_id = n.id) AS actors,
                (SELECT count(*) FROM notification_cause c
                 WHERE c.account_id = n.account_id AND c.notification_id = n.id) AS causes,
                a.id AS actor_id, a.kind AS actor_kind, a.user_name, a.first_name, a.last_name, a.picture,
                g.title AS chat_title, g.picture AS chat_picture,
                y.id AS company, y.name AS company_name, y.handle, y.time_zone, l.key AS logo,
                o.name AS offering_name, COALESCE(b.starts_at, d.promised_at) AS starts_at, d.code AS order_code, t.subject AS ticket_subject,
                (SELECT m.key FROM offering_picture p JOIN media m ON m.id = p.media_id
                 WHERE p.offering_id = o.id ORDER BY p.position LIMIT 1) AS offering_picture, e.key AS reel_picture,
                substr(r.caption, 1, 80) AS caption,
                (SELECT c.cause FROM notification_cause c WHERE c.account_id = n.account_id AND c.notification_id = n.id
                 ORDER BY c.position DESC LIMIT 1) AS cause,
                (SELECT v.reason FROM reel_review v WHERE v.reel_id = r.id AND v.decision = substr(n.kind, 6)
                    AND n.kind IN ('reel_hidden', 'reel_removed') ORDER BY v.at DESC LIMIT 1) AS reason
             FROM (SELECT account_id, id, kind, subject_id, position, at, read_at,
                    CASE WHEN target = 'chat' THEN subject_id END AS chat_id,
                    CASE WHEN target IN ('booking', 'reservation', 'waitlist_offer') THEN subject_id END AS booking_id,
                    CASE WHEN target IN ('order', 'company_order') THEN subject_id END AS order_id,
                    CASE WHEN target IN ('company', 'company_review') THEN subject_id END AS company_id,
                    CASE WHEN target IN ('reel', 'company_reel') THEN subject_id END AS reel_id,
                    CASE WHEN target IN ('ticket', 'company_ticket') THEN subject_id END AS ticket_id
                   FROM notification WHERE ",
            $which,
            ") AS n
             LEFT JOIN account a ON a.id = (SELECT c.actor_id FROM notification_cause c
                WHERE c.account_id = n.account_id AND c.notification_id = n.id ORDER BY c.position DESC LIMIT 1)
             LEFT JOIN chat g ON g.id = n.chat_id
             LEFT JOIN booking b ON b.id = n.booking_id
             LEFT JOIN offering o ON o.id = b.offering_id
             LEFT JOIN customer_order d ON d.id = n.order_id
             LEFT JOIN reel r ON r.id = n.reel_id
             LEFT JOIN media e ON e.id = r.poster_id
             LEFT JOIN ticket t ON t.id = n.ticket_id
             LEFT JOIN company y ON y.id = COALESCE(o.company_id, d.company_id, n.company_id, r.company_id, t.company_id)
             LEFT JOIN media l ON l.id = y.logo_id
             ORDER BY n.position DESC"
        )
    };
}

/// Entries to list.
#[derive(Clone, Copy, Debug, Default)]
pub struct Filter {
    /// `None`: any.
    pub state: Option<ReadState>,
    /// `None`: all.
    pub group: Option<Group>,
}

/// Returns the kinds of a group as `,a,b,`, to look one up with LIKE.
fn kinds_of(group: Group) -> String {
    let kinds = KINDS.iter().filter(|spec| spec.group == group);
    kinds.fold(",".to_owned(), |all, spec| all + &spec.kind.code() + ",")
}

/// Returns the ids of all entries of a group.
pub async fn ids_of(db: &Db, account: UserId, group: Group) -> Result<Vec<NotificationId>> {
    let rows: Vec<(NotificationId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT id FROM notification WHERE account_id = $1 AND $2 LIKE '%,' || kind || ',%' ORDER BY id")
        .bind(account).bind(kinds_of(group)).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Returns entries, newest first, from before the position `before`.
pub async fn list(
    db: &Db,
    account: UserId,
    filter: Filter,
    before: Option<i64>,
    limit: i64,
) -> Result<Vec<Notification>> {
    let Filter { state, group } = filter;
    let kinds = group.map(kinds_of).unwrap_or_default();
    let (read, unread) = (state != Some(ReadState::Unread), state != Some(ReadState::Read));
    let rows: Vec<Row> = on!(db.read(), at => sqlx::query_as(entries!(
        "account_id = $1 AND position < $2 AND (($3 AND read_at IS NOT NULL) OR ($4 AND read_at IS NULL))
            AND ($6 = '' OR $6 LIKE '%,' || kind || ',%')
         ORDER BY position DESC LIMIT $5"))
        .bind(account).bind(before.unwrap_or(i64::MAX)).bind(read).bind(unread).bind(limit).bind(&kinds)
        .fetch_all(at).await)?;
    let mut entries: Vec<_> = rows.into_iter().map(Row::shown).collect();
    quote_comments(db, &mut entries).await?;
    Ok(entries)
}

/// Returns an entry, or `None` if it was deleted.
pub(super) async fn one(db: &Db, account: UserId, id: NotificationId) -> Result<Option<Notification>> {
    let row: Option<Row> = on!(db.read(), at => sqlx::query_as(entries!("account_id = $1 AND id = $2"))
        .bind(account).bind(id).fetch_optional(at).await)?;
    let mut entry = row.map(Row::shown);
    quote_comments(db, entry.as_mut_slice()).await?;
    Ok(entry)
}

/// Adds the texts of the comments that entries are about. Forgets comments that are deleted or hidden by reports.
async fn quote_comments(db: &Db, entries: &mut [Notification]) -> Result<()> {
    let ids: Vec<_> =
        entries.iter().filter_map(|entry| entry.subject.as_ref()?.comment_id).map(|comment| [comment]).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let at = db.read();
    let sql = each!(
        at,
        "SELECT id, substr(text, 1, 120) FROM reel_comment
         WHERE reports < $2 AND id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")"
    );
    let listed = serde_json::to_string(&ids)?;
    let texts: Vec<(CommentId, String)> = on!(at, at => sqlx::query_as(sql).bind(listed).bind(comment::HIDDEN_AFTER)
        .fetch_all(at).await)?;
    let texts: HashMap<_, _> = texts.into_iter().collect();
    for subject in entries.iter_mut().filter_map(|entry| entry.subject.as_mut()) {
        subject.comment = subject.comment_id.and_then(|comment| texts.get(&comment).cloned());
        subject.comment_id = subject.comment_id.filter(|comment| texts.contains_key(comment));
    }
    Ok(())
}

impl Row {
    fn shown(self) -> Notification {
        let spec = self.kind.spec();
        let picture =
            self.offering_picture.as_deref().or(self.reel_picture.as_deref()).or(self.logo.as_deref()).map(media::url);
        let comment = self.cause.as_deref().filter(|_| BY_COMMENT.contains(&self.kind));
        let comment_id = comment.and_then(|cause| cause.rsplit(':').next()?.parse().ok()).map(CommentId);
        let subject = self.subject_id.map(|id| Subject {
            id,
            name: self.company_name.or(self.chat_title),
            offering: self.offering_name,
            company_id: self.company,
            handle: self.handle,
            picture: picture.or(self.chat_picture),
            starts_at: self.starts_at,
            time_zone: self.time_zone,
            order_code: self.order_code,
            ticket: self.ticket_subject,
            caption: self.caption.filter(|caption| !caption.is_empty()),
            comment_id,
            comment: None,
            reason: self.reason,
        });
        let actor = match (self.actor_id, self.actor_kind) {
            (Some(id), Some(kind)) => Some(UserCard {
                id,
                kind,
                user_name: self.user_name.unwrap_or_default(),
                first_name: self.first_name.unwrap_or_default(),
                last_name: self.last_name.unwrap_or_default(),
                picture: self.picture,
            }),
            _ => None,
        };
        Notification {
            id: self.id,
            kind: self.kind,
            group: spec.group,
            target: spec.target,
            actor,
            others: (self.actors - 1).max(0),
            count: self.causes,
            subject,
            position: self.position,
            at: self.at,
            read: self.read_at.is_some(),
        }
    }
}
