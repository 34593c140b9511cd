//! The live core with real rows beneath it and no server around it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod ahead;
mod crowd;
mod doors;
mod flood;
mod nodes;
mod packets;
mod polling;
mod reader;
mod recovery;
mod room;
mod slow;
mod socket_io;
