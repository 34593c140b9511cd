//! Helpers of the tests: a reader on a real socket.

pub(crate) mod reader;
