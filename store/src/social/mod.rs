//! People to one another: friends, requests to become one, who finds whom.
//!
//! Blocks and settings are read through the same rules as everywhere ([`crate::account::privacy`]); a friendship is one row for both.

mod friend_request;
mod friendship;
mod people_search;
mod public_profile;
pub mod report;

pub(crate) use crate::types::fold::folded;
pub use crate::types::fold::{fold, search_key};
pub use friend_request::{
    OUTGOING_MAX, REFUSED_FOR, Request, Requests, SendResult, answer, cancel_request, requests, send,
};
pub use friendship::{are_friends, card, friends, newest_friends, person, remove_ties, seen_online, unfriend};
pub use people_search::{Search, find, to_write_to};
pub use public_profile::{PublicProfile, public_profile};

use serde::Serialize;
use utoipa::ToSchema;

use crate::{account::UserCard, types::timestamp::Timestamp};

/// What somebody is to the viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum FriendStatus {
    None,
    Friends,
    /// The viewer has asked them.
    Requested,
    /// They have asked the viewer.
    AsksYou,
    /// The viewer has blocked them.
    Blocked,
    /// The viewer's own account.
    #[serde(rename = "self")]
    #[sqlx(rename = "self")]
    Itself,
}

/// Somebody in a list of people.
#[derive(Clone, Debug, PartialEq, Serialize, sqlx::FromRow, ToSchema)]
pub struct Person {
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub user: UserCard,
    pub relation: FriendStatus,
    /// Friends that the two have in common.
    pub mutual_friends: i64,
}

/// A friend in the list of one's own.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Friend {
    #[serde(flatten)]
    pub person: Person,
    /// When they were last there; null when they do not let it be seen.
    pub last_seen_at: Option<Timestamp>,
}
