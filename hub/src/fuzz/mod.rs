//! Everything that reads what comes over the network, held to its properties (see `store::testing::fuzz`): bytes in any
//! pieces are read the same, what is written is read back, nothing panics, and no input takes more memory than it is worth.

mod frames;
mod sessions;
mod sockets;
mod words;

use store::testing::fuzz::Counted;

#[global_allocator]
static COUNTED: Counted = Counted;
