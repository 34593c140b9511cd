//! Fuzz tests of all network input (see `store::testing::fuzz`). Properties: the same result for bytes in any pieces,
//! output parses back, no panic, memory bounded by the input.

mod frames;
mod sessions;
mod sockets;
mod words;

use store::testing::fuzz::Counted;

#[global_allocator]
static COUNTED: Counted = Counted;
