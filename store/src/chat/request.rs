//! Message requests: a direct chat that a stranger opened, until its recipient accepts it.
//!
//! The state is the chat's: `request_to` is the recipient who has not accepted. It is decided once, when the chat is
//! created, and only goes from pending to accepted. Until then the chat is not in the recipient's list, the sender
//! sees no marks, typing or presence, and may send [`MESSAGES_MAX`] messages.

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
/// Maximum number of groups and of companies listed as common.
const COMMON: i64 = 12;

/// Direct chat that its recipient has not accepted yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ChatRequest {
    /// The recipient.
    pub to: UserId,
    /// Number of messages that the sender may still send.
    pub left: i64,
}

impl ChatRequest {
    pub(super) fn of(to: Option<UserId>, sent: i64) -> Option<Self> {
        Some(Self { to: to?, left: (MESSAGES_MAX - sent).max(0) })
    }
}

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
    /// At most 12 groups, newest first.
    pub groups: Vec<CommonGroup>,
    /// At most 12 followed companies, sorted by name. None if the sender's settings hide what the sender follows.
    pub companies: Vec<CommonCompany>,
}

/// Returns what `viewer` has in common with the sender of a request to `viewer`. Returns `NotFound` if `chat` is none.
pub async fn in_common(db: &Db, viewer: UserId, chat: ChatId) -> Result<InCommon> {
    let from: Option<(UserId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT m.account_id FROM chat c JOIN chat_member m ON m.chat_id = c.id AND m.account_id <> $2
         WHERE c.id = $1 AND c.request_to = $2")
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
            JOIN chat_member a ON a.chat_id = c.id AND a.account_id = $1 AND a.left_at IS NULL
            JOIN chat_member b ON b.chat_id = c.id AND b.account_id = $2 AND b.left_at IS NULL
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
