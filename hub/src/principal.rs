//! Who is at the other end of a connection.

use futures_util::future::{FutureExt as _, LocalBoxFuture, ready};
use serde::{Deserialize, Serialize};
use store::{
    account::AccountKind,
    types::{
        ids::{SessionId, UserId},
        timestamp::Timestamp,
    },
};

use crate::protocol::WireError;

/// A signed-in caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Principal {
    pub user: UserId,
    pub session: SessionId,
    pub kind: AccountKind,
    /// When the token that proved it ends.
    pub expires_at: Timestamp,
}

/// Tells who holds a token. Implemented by whoever gives tokens out.
pub trait Authenticate: Send + Sync {
    /// The holder of an access token; `None` when it is wrong, expired or revoked.
    fn token(&self, token: &str) -> Option<Principal>;
    /// The holder of a one-use ticket, which is used up by this. The nodes of a deployment share them, so it may take a
    /// moment.
    fn ticket<'a>(&'a self, _ticket: &'a str) -> LocalBoxFuture<'a, Result<Principal, WireError>> {
        ready(Err(WireError::UNAUTHENTICATED)).boxed_local()
    }
    /// Another node has ended a session: its tokens prove nothing any more.
    fn ended(&self, _session: SessionId) {}
}
