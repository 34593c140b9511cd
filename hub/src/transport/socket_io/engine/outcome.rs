//! Results that a session returns to its driver. Each asks for an action.

use bytes::Bytes;

use super::EngineError;

/// Result of a packet on the session's own transport.
#[derive(Debug, PartialEq, Eq)]
pub enum Received {
    Nothing,
    Text(Bytes),
    Binary(Bytes),
    /// The client closes, and the session has ended. The driver answers a held poll with
    /// [`Session::release`](super::Session::release).
    Close,
}

/// Result of sending a frame.
#[derive(Debug, PartialEq, Eq)]
pub enum Sent {
    /// Write the frame to the session's WebSocket.
    Write(Bytes),
    /// The frame is queued for a poll: see [`Session::release`](super::Session::release).
    Queued,
    /// The queue is full; the frame is not queued.
    Full,
    /// The session has ended.
    Closed,
}

/// Result of a poll.
#[derive(Debug, PartialEq, Eq)]
pub enum Polled {
    Answer(Bytes),
    /// Hold the poll until [`Session::release`](super::Session::release) returns a payload.
    Hold,
    Refuse(EngineError),
    /// A second poll arrived while one is held. The session has ended: the held poll gets this payload, the second one
    /// the error.
    Overlap(Bytes, EngineError),
}

/// Result of a packet on an upgrading WebSocket.
#[derive(Debug, PartialEq, Eq)]
pub enum Probed {
    /// Write the frame to that WebSocket and release a held poll.
    Answer(Bytes),
    /// The session has moved to that WebSocket; these are its first frames. A held poll gets `poll`.
    Upgraded { frames: Vec<Bytes>, poll: Option<Bytes> },
    /// Close that WebSocket; the session continues on polling.
    Failed,
}

/// Result of a tick.
#[derive(Debug, PartialEq, Eq)]
pub enum Ticked {
    Nothing,
    /// A ping to send like any frame.
    Ping(Bytes),
    /// The upgrade timed out. Close the upgrading WebSocket; the session continues on polling.
    ProbeTimeout,
    /// The session has ended: the client did not answer the ping.
    Timeout,
}

/// Result of a close by the server.
#[derive(Debug, PartialEq, Eq)]
pub enum Closing {
    /// Close the WebSocket. The session has ended.
    WebSocket,
    /// The held poll gets this payload. The session has ended.
    Answer(Bytes),
    /// The next poll returns the close packet. The session lasts until then or until the timeout.
    Wait,
    /// The session had already ended.
    Nothing,
}
