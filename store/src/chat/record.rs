//! State that a room loads to serve a chat.

use std::collections::{HashMap, HashSet};

use super::{
    ChatKind, ChatRequest, Draft, Member, Message, Role, chat_row,
    detail::former,
    history::{Reader, backwards},
};
use crate::{
    Db, Result,
    account::{
        AccountKind, UserCard,
        privacy::{self, Privacy, Relation},
    },
    company::team,
    on,
    types::{
        ids::{ChatId, UserId},
        timestamp::Timestamp,
    },
};

#[derive(Clone, Debug)]
pub struct ChatRecord {
    pub kind: ChatKind,
    pub title: Option<String>,
    pub picture: Option<String>,
    /// Direct chat only: one of the two users has blocked the other or was deleted.
    pub blocked: bool,
    /// Direct chat only: what its recipient has not accepted yet.
    pub request: Option<ChatRequest>,
    /// Sequence at which a request was accepted; 0 if there was none.
    pub accepted_seq: i64,
    pub epoch: String,
    pub seq: i64,
    /// Time of the newest message.
    pub updated_at: Timestamp,
    /// Members in the order in which they joined.
    pub members: Vec<MemberState>,
    pub former: Vec<UserCard>,
    /// Team of the member that is a company, if any.
    pub team: Option<Team>,
    /// Relation of the first user of a direct chat to the second.
    pub between: Relation,
    /// Pairs of members of a group, in both orders, of whom one blocks the other.
    pub apart: HashSet<(UserId, UserId)>,
    /// Newest messages, oldest first.
    pub recent: Vec<Message>,
    pub has_before: bool,
}

/// Employees who act for a member of a chat, a company.
#[derive(Clone, Debug)]
pub struct Team {
    /// Account of the company.
    pub account: UserId,
    pub members: HashSet<UserId>,
    /// Cards of the team, and of former employees who wrote.
    pub agents: Vec<UserCard>,
}

/// A member without redaction, and the member's settings for the chat.
#[derive(Clone, Debug)]
pub struct MemberState {
    pub member: Member,
    pub privacy: Privacy,
    pub cleared_seq: i64,
    /// Sequence after which the next message puts the chat into the member's list; -1 if the list has it.
    pub unlisted_seq: i64,
    pub mentioned_seq: i64,
    pub muted_until: Option<Timestamp>,
    pub pinned_at: Option<Timestamp>,
    pub archived_at: Option<Timestamp>,
    pub draft: Option<Draft>,
    /// The account is deleted.
    pub is_gone: bool,
    /// Sequence numbers of recent messages that the member has hidden.
    pub hidden: HashSet<i64>,
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
    deleted_at: Option<Timestamp>,
    cleared_seq: i64,
    unlisted_seq: i64,
    mentioned_seq: i64,
    muted_until: Option<Timestamp>,
    pinned_at: Option<Timestamp>,
    archived_at: Option<Timestamp>,
    draft: Option<String>,
    draft_at: Option<Timestamp>,
}

impl From<MemberRow> for MemberState {
    fn from(row: MemberRow) -> Self {
        let member = Member {
            user: row.user,
            role: row.role,
            read_seq: row.read_seq,
            shows_read: false,
            delivered_seq: row.delivered_seq,
            last_seen_at: Some(row.last_seen_at),
            request_from: row.request_from,
        };
        Self {
            member,
            privacy: Privacy::default(),
            cleared_seq: row.cleared_seq,
            unlisted_seq: row.unlisted_seq,
            mentioned_seq: row.mentioned_seq,
            muted_until: row.muted_until,
            pinned_at: row.pinned_at,
            archived_at: row.archived_at,
            draft: row.draft.zip(row.draft_at).map(|(text, at)| Draft { text, at }),
            is_gone: row.deleted_at.is_some(),
            hidden: HashSet::new(),
        }
    }
}

/// Loads a chat with its newest `recent` messages. A concurrent commit may be included. Its sequence is above the
/// returned `seq`, so applying it again is harmless.
pub async fn load(db: &Db, chat: ChatId, recent: i64) -> Result<ChatRecord> {
    let row = chat_row(db, chat).await?;
    let members = members(db, chat).await?;
    let (mut recent, has_before) = backwards(db, chat, Reader::ALL, i64::MAX, recent).await?;
    recent.retain(|message| message.seq <= row.seq);
    let oldest = recent.first().map_or(0, |message| message.seq);
    let rows: Vec<(UserId, i64)> = on!(db.read(), at => sqlx::query_as(
        "SELECT account_id, seq FROM message_hidden WHERE chat_id = $1 AND seq >= $2")
        .bind(chat).bind(oldest).fetch_all(at).await)?;
    let mut hidden: HashMap<UserId, HashSet<i64>> = HashMap::new();
    for (user, seq) in rows {
        hidden.entry(user).or_default().insert(seq);
    }
    let ids: Vec<UserId> = members.iter().map(|seat| seat.member.user.id).collect();
    let mut settings = privacy::of(db, &ids).await?;
    let between = match (row.kind, &ids[..]) {
        (ChatKind::Direct, [one, other]) => privacy::relation(db, *one, *other).await?,
        _ => Relation::default(),
    };
    let apart = match row.kind {
        ChatKind::Group => apart(db, chat).await?,
        ChatKind::Direct => HashSet::new(),
    };
    let company = members.iter().map(|seat| &seat.member.user).find(|user| user.kind == AccountKind::Company);
    let team = match company.map(|company| company.id) {
        Some(account) => Some(team(db, account, chat).await?),
        None => None,
    };
    let known = |mut seat: MemberState| {
        let user = seat.member.user.id;
        seat.privacy = settings.remove(&user).unwrap_or_default();
        seat.hidden = hidden.remove(&user).unwrap_or_default();
        seat
    };
    Ok(ChatRecord {
        kind: row.kind,
        title: row.title,
        picture: row.picture,
        blocked: row.blocked,
        request: ChatRequest::of(row.request_to, row.request_sent),
        accepted_seq: row.accepted_seq,
        epoch: row.epoch,
        seq: row.seq,
        updated_at: row.updated_at,
        members: members.into_iter().map(known).collect(),
        former: former(db, chat).await?,
        team,
        between,
        apart,
        recent,
        has_before,
    })
}

async fn apart(db: &Db, chat: ChatId) -> Result<HashSet<(UserId, UserId)>> {
    let pairs: Vec<(UserId, UserId)> = on!(db.read(), at => sqlx::query_as(
        "SELECT b.blocker_id, b.blocked_id FROM block b
            JOIN chat_member one ON one.chat_id = $1 AND one.account_id = b.blocker_id AND one.left_at IS NULL
            JOIN chat_member other ON other.chat_id = $1 AND other.account_id = b.blocked_id AND other.left_at IS NULL")
        .bind(chat).fetch_all(at).await)?;
    Ok(pairs.into_iter().flat_map(|(one, other)| [(one, other), (other, one)]).collect())
}

/// Returns the members of a chat whom `user` blocks, or who block `user`.
pub async fn apart_from(db: &Db, chat: ChatId, user: UserId) -> Result<Vec<UserId>> {
    let rows: Vec<(UserId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT m.account_id FROM chat_member m WHERE m.chat_id = $1 AND m.left_at IS NULL AND EXISTS (SELECT 1 FROM block b
            WHERE (b.blocker_id = $2 AND b.blocked_id = m.account_id)
                OR (b.blocker_id = m.account_id AND b.blocked_id = $2))")
        .bind(chat).bind(user).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Returns the groups that both accounts are members of.
pub async fn groups_of_both(db: &Db, one: UserId, other: UserId) -> Result<Vec<ChatId>> {
    let rows: Vec<(ChatId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT c.id FROM chat_member a JOIN chat_member b ON b.chat_id = a.chat_id AND b.account_id = $2
            JOIN chat c ON c.id = a.chat_id AND c.kind = 'group'
         WHERE a.account_id = $1 AND a.left_at IS NULL AND b.left_at IS NULL ORDER BY c.id")
        .bind(one).bind(other).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

async fn team(db: &Db, account: UserId, chat: ChatId) -> Result<Team> {
    let members = team::members(db, account).await?.into_iter().collect();
    Ok(Team { account, members, agents: team::agents(db, account, chat).await? })
}

async fn members(db: &Db, chat: ChatId) -> Result<Vec<MemberState>> {
    let rows: Vec<MemberRow> = on!(db.read(), at => sqlx::query_as(
        "SELECT a.id, a.kind, a.user_name, a.first_name, a.last_name, a.picture, a.last_seen_at, a.deleted_at, m.role,
                m.read_seq, m.delivered_seq, m.cleared_seq, m.mentioned_seq, m.muted_until, m.pinned_at, m.archived_at,
                m.draft, m.draft_at, m.request_from, m.unlisted_seq
         FROM chat_member m JOIN account a ON a.id = m.account_id
         WHERE m.chat_id = $1 AND m.left_at IS NULL ORDER BY m.joined_at, m.account_id")
        .bind(chat).fetch_all(at).await)?;
    Ok(rows.into_iter().map(MemberState::from).collect())
}
