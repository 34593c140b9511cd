//! Authenticated user of a connection.

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

/// Signed-in caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Principal {
    pub user: UserId,
    pub session: SessionId,
    pub kind: AccountKind,
    /// Expiry of the token.
    pub expires_at: Timestamp,
}

/// Authenticates tokens. Implemented by the issuer of the tokens.
pub trait Authenticate: Send + Sync {
    /// Returns the holder of an access token; `None` if it is invalid, expired or revoked.
    fn token(&self, token: &str) -> Option<Principal>;
    /// Redeems a one-time ticket and returns its holder. Asynchronous, because the nodes of a deployment share tickets.
    fn ticket<'a>(&'a self, _ticket: &'a str) -> LocalBoxFuture<'a, Result<Principal, WireError>> {
        ready(Err(WireError::UNAUTHENTICATED)).boxed_local()
    }
    /// Revokes the tokens of a session that another node has ended.
    fn ended(&self, _session: SessionId) {}
}
