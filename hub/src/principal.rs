//! Who is at the other end of a connection.

use store::{
    account::AccountKind,
    ids::{SessionId, UserId},
    time::Millis,
};

/// A signed-in caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Principal {
    pub user: UserId,
    pub session: SessionId,
    pub kind: AccountKind,
    /// When the token that proved it ends.
    pub expires_at: Millis,
}

/// Tells who holds a token. Implemented by whoever gives tokens out.
pub trait Authenticate: Send + Sync {
    /// The holder of an access token; `None` when it is wrong, expired or revoked.
    fn token(&self, token: &str) -> Option<Principal>;
    /// The holder of a one-use ticket, which is used up by this.
    fn ticket(&self, ticket: &str) -> Option<Principal>;
    /// Another node has ended a session: its tokens prove nothing any more.
    fn ended(&self, _session: SessionId) {}
}
