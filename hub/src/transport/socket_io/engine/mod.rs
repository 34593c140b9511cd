//! Engine.IO v4: packets, request validation, and the state machine of one session.

mod outcome;
mod packet;
mod request;
mod session;

pub use outcome::{Closing, Polled, Probed, Received, Sent, Ticked};
pub use packet::{Packet, Packets, parse_payload, payload};
pub use request::{EngineError, Query};
pub use session::Session;

/// Milliseconds on the driver's monotonic clock.
pub type Timestamp = u64;

/// Transport of a session's packets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transport {
    Polling,
    WebSocket,
}

/// Configuration shared by all sessions of a server. Times are in milliseconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    pub ping_interval: u64,
    pub ping_timeout: u64,
    /// Upgrade timeout, from the opening of a WebSocket to the upgrade packet.
    pub upgrade_timeout: u64,
    /// Connect timeout of a connection that has not joined a namespace.
    pub connect_timeout: u64,
    /// Close timeout: a closed session waits this long for the poll that returns its end.
    pub close_timeout: u64,
    /// Maximum size of a message and of a posted payload, in bytes.
    pub max_payload: u32,
    /// Maximum size of the queue for the next poll, in bytes.
    pub queue: usize,
}

impl Default for Config {
    /// Returns the official server's times. Payload and queue are the hub's limits.
    fn default() -> Self {
        Self {
            ping_interval: 25_000,
            ping_timeout: 20_000,
            upgrade_timeout: 10_000,
            connect_timeout: 45_000,
            close_timeout: 30_000,
            max_payload: 64 * 1024,
            queue: 256 * 1024,
        }
    }
}
