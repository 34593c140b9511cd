//! People to one another: friends, requests to become one, who finds whom.
//!
//! Blocks and settings are read through the same rules as everywhere ([`crate::privacy`]); a friendship is one row for both.

mod find;
mod fold;
mod friends;
mod page;
mod request;

pub use find::{Search, find, to_write_to};
pub(crate) use fold::folded;
pub use fold::{fold, search_key};
pub use friends::{are_friends, card, friends, newest_friends, part, person, seen_online, unfriend};
pub use page::{Page, page};
pub use request::{OUTGOING_MAX, REFUSED_FOR, Request, Requests, Sent, answer, requests, send, take_back};

use serde::Serialize;
use utoipa::ToSchema;

use crate::{account::UserCard, time::Millis};

/// What somebody is to the viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum Standing {
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
    pub relation: Standing,
    /// Friends that the two have in common.
    pub mutual_friends: i64,
}

/// A friend in the list of one's own.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Friend {
    #[serde(flatten)]
    pub person: Person,
    /// When they were last there; null when they do not let it be seen.
    pub last_seen_at: Option<Millis>,
}
