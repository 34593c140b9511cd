//! Actions of a virtual user.

use std::time::Duration;

/// Instruction to a virtual user. Executed in the order of arrival.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    /// Sends a message that is due at this time, in microseconds after the start.
    Send(u64),
    /// Drops the connection without a close frame and reconnects immediately.
    Drop,
    /// Stops reading for this long.
    Stall(Duration),
    /// Resends the message with this number after a temporary rejection.
    Resend(u32),
    /// Ends the connection at the end of the run.
    Stop,
}
