//! Friendships, friend requests, people search, public profiles and reports.
//!
//! Blocks and settings follow the shared rules of [`crate::account::privacy`]. A friendship is one row for both
//! accounts.

mod blocked;
mod follow;
mod friend_request;
mod friendship;
mod people_cursor;
mod people_search;
mod profile_code;
mod public_profile;
pub mod report;
pub(crate) mod visibility;

pub(crate) use crate::types::fold::folded;
pub use crate::types::fold::{fold, search_key};
pub use blocked::blocked;
pub use follow::{Follow, FollowDirection, follows};
pub use friend_request::{
    OUTGOING_MAX, REFUSED_FOR, Request, Requests, SendResult, answer, cancel_request, requests, send,
};
pub use friendship::{are_friends, card, friends, newest_friends, person, remove_ties, seen_online, unfriend};
pub use people_cursor::PeopleCursor;
pub use people_search::{PeoplePage, Search, find, find_after, to_write_to};
pub use profile_code::{ProfileCode, code_of, holder, rotate_code};
pub use public_profile::{PublicProfile, mutual_friends, public_profile, shows_activity};

use serde::Serialize;
use utoipa::ToSchema;

use crate::{account::UserCard, types::timestamp::Timestamp};

/// Relation of a user to the viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum FriendStatus {
    None,
    Friends,
    /// The viewer has sent the user a friend request.
    Requested,
    /// The user has sent the viewer a friend request.
    AsksYou,
    /// The viewer has blocked the user.
    Blocked,
    /// The viewer's own account.
    #[serde(rename = "self")]
    #[sqlx(rename = "self")]
    Itself,
}

/// User in a list of people.
#[derive(Clone, Debug, PartialEq, Serialize, sqlx::FromRow, ToSchema)]
pub struct Person {
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub user: UserCard,
    pub relation: FriendStatus,
    /// Number of mutual friends.
    pub mutual_friends: i64,
}

/// Friend in the viewer's list of friends.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Friend {
    #[serde(flatten)]
    pub person: Person,
    /// Last-seen time; null if the friend hides it.
    pub last_seen_at: Option<Timestamp>,
}
