//! A chat with its members, as visible to one member.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{ChatKind, ChatRequest, ChatSummary, Draft, Role, chat_row, summary};
use crate::{
    Db, Result,
    account::{
        AccountKind, UserCard,
        privacy::{self, Privacy},
    },
    company::team,
    on,
    types::{
        ids::{ChatId, UserId},
        timestamp::Timestamp,
    },
};

/// Members above which a group is large. A large group lists few members and shows no read marks.
pub const LARGE: i64 = 200;
/// Number of recent messages whose senders a large group lists.
const SPOKE_LAST: i64 = 50;
/// Maximum number of former members with remaining messages.
const FORMER: i64 = 200;

/// A member of a chat and the member's read marks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Member {
    pub user: UserCard,
    pub role: Role,
    /// Last read sequence number. 0 if either user disables read receipts or the group is large.
    pub read_seq: i64,
    /// True if the viewer sees the member's read mark. Others do not count for "read by all".
    #[serde(default)]
    pub shows_read: bool,
    /// Last delivered sequence number. 0 if the group is large.
    pub delivered_seq: i64,
    /// Time last online, if the member's settings let the viewer see it.
    pub last_seen_at: Option<Timestamp>,
    /// Stranger who added the member to the group, until the member accepts.
    #[serde(default)]
    pub request_from: Option<UserId>,
}

/// Parts of a member that a viewer sees.
#[derive(Clone, Copy, Debug, Default)]
pub struct VisibleMarks {
    pub delivered: bool,
    /// Both users share read receipts.
    pub read: bool,
    pub last_seen: bool,
}

impl Member {
    /// Creates a member who joined with the change `seq`, added by the stranger `request_from` if it is a request.
    pub(super) fn joining(user: UserCard, seq: i64, request_from: Option<UserId>) -> Self {
        Self {
            user,
            role: Role::Member,
            read_seq: seq,
            shows_read: false,
            delivered_seq: seq,
            last_seen_at: None,
            request_from,
        }
    }

    /// Redacts the member for a viewer.
    #[must_use]
    pub fn redacted_for(self, visible: VisibleMarks) -> Self {
        Self {
            read_seq: if visible.read { self.read_seq } else { 0 },
            shows_read: visible.read,
            delivered_seq: if visible.delivered { self.delivered_seq } else { 0 },
            last_seen_at: self.last_seen_at.filter(|_| visible.last_seen),
            ..self
        }
    }
}

/// A chat with its members. Of a large group: the viewer, its admins and recent senders.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ChatDetail {
    pub id: ChatId,
    pub kind: ChatKind,
    pub title: Option<String>,
    pub picture: Option<String>,
    pub members: Vec<Member>,
    pub member_count: i64,
    /// Former members who have sent messages.
    pub former: Vec<UserCard>,
    /// Employees who wrote or may write for the company. Only the company's team sees them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub agents: Vec<UserCard>,
    pub epoch: String,
    pub seq: i64,
    pub unread: i64,
    pub read_seq: i64,
    pub mentioned: bool,
    pub muted_until: Option<Timestamp>,
    pub pinned_at: Option<Timestamp>,
    pub archived: bool,
    pub draft: Option<Draft>,
    /// The viewer has blocked the other user of a direct chat.
    pub blocked: bool,
    pub cleared_seq: i64,
    pub can_write: bool,
    /// Set while the recipient of a stranger's direct chat has not accepted it, or the viewer a stranger's group.
    pub request: Option<ChatRequest>,
}

#[derive(sqlx::FromRow)]
struct MemberRow {
    #[sqlx(flatten)]
    user: UserCard,
    role: Role,
    read_seq: i64,
    delivered_seq: i64,
    last_seen_at: Timestamp,
    request_from: Option<UserId>,
}

impl From<MemberRow> for Member {
    fn from(row: MemberRow) -> Self {
        Self {
            user: row.user,
            role: row.role,
            read_seq: row.read_seq,
            shows_read: false,
            delivered_seq: row.delivered_seq,
            last_seen_at: Some(row.last_seen_at),
            request_from: row.request_from,
        }
    }
}

/// Returns members who joined or changed role after `since`, and members who left.
pub(super) async fn members_changed(db: &Db, chat: ChatId, since: i64) -> Result<(Vec<Member>, Vec<UserId>)> {
    let rows: Vec<MemberRow> = on!(db.read(), at => sqlx::query_as(
        "SELECT a.id, a.kind, a.user_name, a.first_name, a.last_name, a.picture, m.role, m.read_seq, m.delivered_seq,
                a.last_seen_at, m.request_from
         FROM chat_member m JOIN account a ON a.id = m.account_id
         WHERE m.chat_id = $1 AND m.changed_seq > $2 AND m.left_at IS NULL ORDER BY m.changed_seq, m.account_id")
        .bind(chat).bind(since).fetch_all(at).await)?;
    let left: Vec<(UserId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT account_id FROM chat_member WHERE chat_id = $1 AND changed_seq > $2 AND left_at IS NOT NULL
         ORDER BY changed_seq, account_id")
        .bind(chat).bind(since).fetch_all(at).await)?;
    // Read marks and times are sent on paths that check privacy settings.
    let joined = rows.into_iter().map(|row| Member::from(row).redacted_for(VisibleMarks::default())).collect();
    Ok((joined, left.into_iter().map(|(id,)| id).collect()))
}

/// Returns former members who have sent messages, latest departure first.
pub(super) async fn former(db: &Db, chat: ChatId) -> Result<Vec<UserCard>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT a.id, a.kind, a.user_name, a.first_name, a.last_name, a.picture
         FROM chat_member m JOIN account a ON a.id = m.account_id
         WHERE m.chat_id = $1 AND m.left_at IS NOT NULL
            AND EXISTS (SELECT 1 FROM message s WHERE s.chat_id = $1 AND s.sender_id = m.account_id)
         ORDER BY m.left_at DESC LIMIT $2")
        .bind(chat).bind(FORMER).fetch_all(at).await)?)
}

/// Returns a chat and its members, or `NotFound` if `viewer` is not a member.
pub async fn detail(db: &Db, viewer: UserId, chat: ChatId) -> Result<ChatDetail> {
    let line = summary(db, viewer, chat).await?;
    let head = chat_row(db, chat).await?;
    let rows: Vec<MemberRow> = on!(db.read(), at => sqlx::query_as(
        "SELECT a.id, a.kind, a.user_name, a.first_name, a.last_name, a.picture, m.role, m.read_seq, m.delivered_seq,
                a.last_seen_at, m.request_from
         FROM chat_member m JOIN account a ON a.id = m.account_id
         WHERE m.chat_id = $1 AND m.left_at IS NULL AND (CAST($2 AS BIGINT) <= CAST($3 AS BIGINT)
            OR m.role <> 'member' OR m.account_id = $4 OR m.account_id IN (SELECT r.sender_id FROM (SELECT sender_id
                FROM message WHERE chat_id = $1 ORDER BY seq DESC LIMIT $5) AS r))
         ORDER BY m.joined_at, m.account_id")
        .bind(chat).bind(head.member_count).bind(LARGE).bind(viewer).bind(SPOKE_LAST).fetch_all(at).await)?;
    let members = rows.into_iter().map(Member::from).collect();
    let members = match line.request {
        // Nobody sees marks or presence before the request is accepted.
        Some(_) => veiled(viewer, members),
        None => seen_by(db, viewer, members, head.member_count).await?,
    };
    let is_company = |member: &Member| member.user.id == viewer && member.user.kind == AccountKind::Company;
    let agents = if members.iter().any(is_company) { team::agents(db, viewer, chat).await? } else { Vec::new() };
    Ok(ChatDetail { agents, ..line.into_detail(members, former(db, chat).await?, head.epoch) })
}

impl ChatSummary {
    /// Extends the summary to the detail view.
    pub fn into_detail(self, members: Vec<Member>, former: Vec<UserCard>, epoch: String) -> ChatDetail {
        ChatDetail {
            id: self.id,
            kind: self.kind,
            title: self.title,
            picture: self.picture,
            members,
            member_count: self.member_count,
            former,
            agents: Vec::new(),
            epoch,
            seq: self.seq,
            unread: self.unread,
            read_seq: self.read_seq,
            mentioned: self.mentioned,
            muted_until: self.muted_until,
            pinned_at: self.pinned_at,
            archived: self.archived,
            draft: self.draft,
            blocked: self.blocked,
            cleared_seq: self.cleared_seq,
            can_write: self.can_write,
            request: self.request,
        }
    }
}

/// Hides what members of a pending request learn about each other.
fn veiled(viewer: UserId, members: Vec<Member>) -> Vec<Member> {
    members
        .into_iter()
        .map(|member| match member.user.id == viewer {
            true => Member { shows_read: true, ..member },
            false => member.redacted_for(VisibleMarks::default()),
        })
        .collect()
}

/// Redacts the members for `viewer`.
async fn seen_by(db: &Db, viewer: UserId, members: Vec<Member>, count: i64) -> Result<Vec<Member>> {
    let mut ids: Vec<UserId> = members.iter().map(|member| member.user.id).collect();
    let relations = privacy::relations(db, viewer, &ids).await?;
    ids.push(viewer);
    let settings: HashMap<UserId, Privacy> = privacy::of(db, &ids).await?;
    let receipts = |user: UserId| settings.get(&user).is_some_and(|privacy| privacy.read_receipts);
    let redacted_for = |member: Member| {
        let user = member.user.id;
        // A member who has not accepted the group yet shows neither.
        if member.request_from.is_some() && user != viewer {
            return member.redacted_for(VisibleMarks::default());
        }
        let delivered = user == viewer || count <= LARGE;
        let read = user == viewer || (delivered && receipts(viewer) && receipts(user));
        let last_seen = settings.get(&user).zip(relations.get(&user)).is_some_and(|(p, r)| p.may_see_last_seen(r));
        member.redacted_for(VisibleMarks { delivered, read, last_seen })
    };
    Ok(members.into_iter().map(redacted_for).collect())
}

/// Returns a page of a chat's members, owner and admins first, and the total number. `query` filters by name. Returns
/// `NotFound` if `viewer` is not a member.
pub async fn members(
    db: &Db,
    viewer: UserId,
    chat: ChatId,
    query: &str,
    limit: i64,
    offset: i64,
) -> Result<(Vec<Member>, i64)> {
    let (request_from,): (Option<UserId>,) = on!(db.read(), at => sqlx::query_as(
        "SELECT request_from FROM chat_member WHERE chat_id = $1 AND account_id = $2 AND left_at IS NULL")
        .bind(chat).bind(viewer).fetch_one(at).await)?;
    let escaped = query.trim().to_lowercase().replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
    let pattern = format!("%{escaped}%");
    let (total, all): (i64, i64) = on!(db.read(), at => sqlx::query_as(
        "SELECT count(*) FILTER (WHERE lower(a.first_name || ' ' || a.last_name || ' ' || a.user_name)
                LIKE $2 ESCAPE '\\'), count(*)
         FROM chat_member m JOIN account a ON a.id = m.account_id WHERE m.chat_id = $1 AND m.left_at IS NULL")
        .bind(chat).bind(&pattern).fetch_one(at).await)?;
    let rows: Vec<MemberRow> = on!(db.read(), at => sqlx::query_as(
        "SELECT a.id, a.kind, a.user_name, a.first_name, a.last_name, a.picture, m.role, m.read_seq, m.delivered_seq,
                a.last_seen_at, m.request_from
         FROM chat_member m JOIN account a ON a.id = m.account_id
         WHERE m.chat_id = $1 AND m.left_at IS NULL
            AND lower(a.first_name || ' ' || a.last_name || ' ' || a.user_name) LIKE $2 ESCAPE '\\'
         ORDER BY CASE m.role WHEN 'owner' THEN 0 WHEN 'admin' THEN 1 ELSE 2 END, m.joined_at, m.account_id
         LIMIT $3 OFFSET $4")
        .bind(chat).bind(&pattern).bind(limit).bind(offset).fetch_all(at).await)?;
    let members = rows.into_iter().map(Member::from).collect();
    let is_request = request_from.is_some() || chat_row(db, chat).await?.request_to.is_some();
    let members = if is_request { veiled(viewer, members) } else { seen_by(db, viewer, members, all).await? };
    Ok((members, total))
}
