//! Message requests: a direct chat that a stranger opened, until its recipient accepts it.
//!
//! The state is the chat's: `request_to` is the recipient who has not accepted. It is decided once, when the chat is
//! created, and only goes from pending to accepted. Until then the chat is not in the recipient's list, the sender
//! sees no marks, typing or presence, and may send [`MESSAGES_MAX`] messages.
//!
//! A group is a request to a member whom a stranger has added, until the member accepts or writes. The state is the
//! member's: `chat_member.request_from` is the stranger. Meanwhile neither the member nor the others see marks, typing or
//! presence of each other, and the member is told of no message. A member who left is added again by people that the
//! member knows only.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    Db, Error, Result,
    account::{
        UserCard,
        privacy::{self, Privacy},
    },
    db::Tx,
    on, social,
    types::ids::{ChatId, CompanyId, UserId},
};

/// Messages that a sender may send before the request is accepted.
pub const MESSAGES_MAX: i64 = 5;
/// Groups that one account may have added a stranger to who has accepted none of them.
pub const GROUPS_MAX: i64 = 5;
/// Maximum number of groups and of companies listed as common.
const COMMON: i64 = 12;

/// Chat that its recipient has not accepted yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ChatRequest {
    /// The recipient; of a group, the viewer.
    pub to: UserId,
    /// Number of messages that the sender of a direct chat may still send. 0 for a group.
    pub left: i64,
}

impl ChatRequest {
    pub(super) fn of(to: Option<UserId>, sent: i64) -> Option<Self> {
        Some(Self { to: to?, left: (MESSAGES_MAX - sent).max(0) })
    }

    /// Returns the request of a group to a member whom a stranger added.
    pub fn to_group(member: UserId) -> Self {
        Self { to: member, left: 0 }
    }
}

/// SQL condition: true if `$other` knows `$one`, who adds `$other` to a group. They are friends or work for the same
/// company, or `$other` has opened or accepted their direct chat.
macro_rules! knows {
    ($one:literal, $other:literal) => {
        concat!(
            "(EXISTS (SELECT 1 FROM friendship f WHERE (f.low_id = ",
            $one,
            " AND f.high_id = ",
            $other,
            ") OR (f.low_id = ",
            $other,
            " AND f.high_id = ",
            $one,
            ")) OR EXISTS (SELECT 1 FROM chat d WHERE d.direct_key = CASE WHEN ",
            $one,
            " < ",
            $other,
            " THEN CAST(",
            $one,
            " AS TEXT) || ':' || CAST(",
            $other,
            " AS TEXT) ELSE CAST(",
            $other,
            " AS TEXT) || ':' || CAST(",
            $one,
            " AS TEXT) END AND coalesce(d.request_to, ",
            $one,
            ") = ",
            $one,
            ") OR EXISTS (SELECT 1 FROM company_member e JOIN company_member g ON g.company_id = e.company_id
                WHERE e.account_id = ",
            $one,
            " AND g.account_id = ",
            $other,
            "))"
        )
    };
}
pub(super) use knows;

/// SQL expression: number of groups that `$one` has added `$other` to and that `$other` has not accepted.
macro_rules! unaccepted {
    ($one:literal, $other:literal) => {
        concat!(
            "(SELECT count(*) FROM chat_member u WHERE u.account_id = ",
            $other,
            " AND u.request_from = ",
            $one,
            ")"
        )
    };
}
pub(super) use unaccepted;

/// Decides whether a new direct chat of `from` with `with` is a request. It is none between friends, with a company, or
/// between people who work for the same company.
pub(super) async fn is_request(tx: &mut Tx, from: UserId, with: UserId) -> Result<bool> {
    let (knows,): (bool,) = on!(tx.at(), at => sqlx::query_as(
        "SELECT EXISTS (SELECT 1 FROM account WHERE id IN ($1, $2) AND kind = 'company')
            OR EXISTS (SELECT 1 FROM friendship WHERE low_id = $3 AND high_id = $4)
            OR EXISTS (SELECT 1 FROM company_member a JOIN company_member b ON b.company_id = a.company_id
                WHERE a.account_id = $1 AND b.account_id = $2)")
        .bind(from).bind(with).bind(from.min(with)).bind(from.max(with)).fetch_one(at).await)?;
    Ok(!knows)
}

/// Returns the direct chat of two accounts with its recipient, if it is a request.
pub async fn between(db: &Db, one: UserId, other: UserId) -> Result<Option<(ChatId, UserId)>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT id, request_to FROM chat WHERE direct_key = $1 AND request_to IS NOT NULL")
        .bind(super::direct::direct_key(one, other)).fetch_optional(at).await)?)
}

/// Returns the groups that one of two accounts has added the other to and that the other has not accepted, each with the
/// member who was added.
pub async fn groups_between(db: &Db, one: UserId, other: UserId) -> Result<Vec<(ChatId, UserId)>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT chat_id, account_id FROM chat_member
         WHERE left_at IS NULL AND ((account_id = $1 AND request_from = $2) OR (account_id = $2 AND request_from = $1))
         ORDER BY chat_id")
        .bind(one).bind(other).fetch_all(at).await)?)
}

/// Group that both are members of.
#[derive(Clone, Debug, PartialEq, Serialize, sqlx::FromRow, ToSchema)]
pub struct CommonGroup {
    pub id: ChatId,
    pub title: Option<String>,
    pub picture: Option<String>,
}

/// Company that both follow.
#[derive(Clone, Debug, PartialEq, Serialize, sqlx::FromRow, ToSchema)]
pub struct CommonCompany {
    pub id: CompanyId,
    pub handle: String,
    pub name: String,
    pub logo: Option<String>,
}

/// People, groups and companies that the recipient of a request has in common with its sender.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct InCommon {
    pub from: UserCard,
    pub mutual_friends: i64,
    /// Some of the mutual friends, sorted by name.
    pub friends: Vec<UserCard>,
    /// At most 12 groups that both have accepted, newest first.
    pub groups: Vec<CommonGroup>,
    /// At most 12 followed companies, sorted by name. None if the sender's settings hide what the sender follows.
    pub companies: Vec<CommonCompany>,
}

/// Returns what `viewer` has in common with the sender of a request to `viewer`. Returns `NotFound` if `chat` is none.
pub async fn in_common(db: &Db, viewer: UserId, chat: ChatId) -> Result<InCommon> {
    let from: Option<(UserId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT coalesce(me.request_from, m.account_id)
         FROM chat_member me JOIN chat c ON c.id = me.chat_id
            LEFT JOIN chat_member m ON m.chat_id = c.id AND m.account_id <> $2 AND c.request_to = $2
         WHERE me.chat_id = $1 AND me.account_id = $2 AND me.left_at IS NULL
            AND (c.request_to = $2 OR me.request_from IS NOT NULL)")
        .bind(chat).bind(viewer).fetch_optional(at).await)?;
    let (from,) = from.ok_or(Error::NotFound)?;
    let relation = privacy::relation(db, viewer, from).await?;
    let settings: Privacy = privacy::of(db, &[from]).await?.remove(&from).unwrap_or_default();
    let shows_activity = settings.may_see_activity(&relation);
    let (friends, mutual_friends) = match shows_activity {
        true => social::mutual_friends(db, viewer, from).await?,
        false => (Vec::new(), 0),
    };
    let groups = on!(db.read(), at => sqlx::query_as(
        "SELECT c.id, c.title, c.picture FROM chat c
            JOIN chat_member a ON a.chat_id = c.id AND a.account_id = $1 AND a.left_at IS NULL AND a.request_from IS NULL
            JOIN chat_member b ON b.chat_id = c.id AND b.account_id = $2 AND b.left_at IS NULL AND b.request_from IS NULL
         WHERE c.kind = 'group' ORDER BY c.updated_at DESC, c.id DESC LIMIT $3")
        .bind(viewer).bind(from).bind(COMMON).fetch_all(at).await)?;
    let companies = if shows_activity {
        on!(db.read(), at => sqlx::query_as(
            "SELECT c.id, c.handle, c.name, k.picture AS logo FROM company c
                JOIN account k ON k.id = c.account_id
                JOIN company_follower a ON a.company_id = c.id AND a.account_id = $1
                JOIN company_follower b ON b.company_id = c.id AND b.account_id = $2
             WHERE c.closed_at IS NULL ORDER BY c.name, c.id LIMIT $3")
            .bind(viewer).bind(from).bind(COMMON).fetch_all(at).await)?
    } else {
        Vec::new()
    };
    Ok(InCommon { from: social::card(db, from).await?, mutual_friends, friends, groups, companies })
}
