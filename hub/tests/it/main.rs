//! Hub tests on a real database, without a server.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod admission;
mod company_chat;
mod database_ahead;
mod flood;
mod large_group;
mod nodes;
mod packets;
mod polling;
mod recovery;
mod reel;
mod room;
mod slow_consumer;
mod socket_io;
pub mod support;
