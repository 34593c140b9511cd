//! Several nodes as one hub: the protocol between them, membership and presence.

pub(crate) mod membership;
pub mod presence;
pub mod protocol;
