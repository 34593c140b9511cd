//! Test helpers: a subscriber on a real socket.

pub(crate) mod reader;
