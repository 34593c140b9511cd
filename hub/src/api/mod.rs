//! Operations that REST may ask of the live part.

pub(crate) mod chats;
