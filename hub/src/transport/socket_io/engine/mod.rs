//! Engine.IO v4: packets, the judgement of a request, and the state machine of one session.

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

/// Which way a session's packets travel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transport {
    Polling,
    WebSocket,
}

/// What all sessions of a server share. Times are in milliseconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    pub ping_interval: u64,
    pub ping_timeout: u64,
    /// How long a WebSocket may take from its opening to the upgrade packet.
    pub upgrade_timeout: u64,
    /// How long a connection may stay without joining a namespace.
    pub connect_timeout: u64,
    /// How long a closed session waits for the poll that tells its client.
    pub close_timeout: u64,
    /// The largest message and the largest posted payload, in bytes.
    pub max_payload: u32,
    /// How much may wait for the next poll, in bytes.
    pub queue: usize,
}

impl Default for Config {
    /// The official server's times; payload and queue are the hub's limits.
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
