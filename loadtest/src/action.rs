//! What a seat is told to do.

use std::time::Duration;

/// What a seat is told to do, in order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    /// Send a message that is due then, in microseconds after the start.
    Send(u64),
    /// Drop the connection without a word, and come back at once.
    Drop,
    /// Read nothing for so long.
    Stall(Duration),
    /// Send the message with this number again, which was not taken for the moment.
    Resend(u32),
    /// The run is over.
    Stop,
}
