//! Hub operations for REST.

pub(crate) mod chats;
