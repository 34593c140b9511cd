//! What a session answers its driver: each is something to do.

use bytes::Bytes;

use super::EngineError;

/// What a packet on the session's own transport means.
#[derive(Debug, PartialEq, Eq)]
pub enum Received {
    Nothing,
    Text(Bytes),
    Binary(Bytes),
    /// The client closes: the session is over. The driver answers a held poll with [`Session::release`](super::Session::release).
    Close,
}

/// What became of a frame.
#[derive(Debug, PartialEq, Eq)]
pub enum Sent {
    /// To be written to the session's WebSocket.
    Write(Bytes),
    /// Waits for a poll: see [`Session::release`](super::Session::release).
    Queued,
    /// The queue is full; the frame is not in it.
    Full,
    /// The session is over.
    Closed,
}

/// What a poll gets.
#[derive(Debug, PartialEq, Eq)]
pub enum Polled {
    Answer(Bytes),
    /// To be held until [`Session::release`](super::Session::release) has something for it.
    Hold,
    Refuse(EngineError),
    /// A second poll while one is held: the session is over; the held one gets this payload, this one the refusal.
    Overlap(Bytes, EngineError),
}

/// What a packet on an upgrading WebSocket means.
#[derive(Debug, PartialEq, Eq)]
pub enum Probed {
    /// To be written to that WebSocket; a held poll is to be released.
    Answer(Bytes),
    /// The session is on that WebSocket now, and these are its first frames; a held poll gets `poll`.
    Upgraded { frames: Vec<Bytes>, poll: Option<Bytes> },
    /// That WebSocket is to be closed; the session goes on with polling.
    Failed,
}

/// What the passing of time means.
#[derive(Debug, PartialEq, Eq)]
pub enum Ticked {
    Nothing,
    /// A ping, to be sent as any frame.
    Ping(Bytes),
    /// The upgrading WebSocket took too long: it is to be closed; the session goes on with polling.
    ProbeTimeout,
    /// The session is over: the client does not answer.
    Timeout,
}

/// How a close that the server wants goes out.
#[derive(Debug, PartialEq, Eq)]
pub enum Closing {
    /// The WebSocket is to be closed. The session is over.
    WebSocket,
    /// The held poll gets this. The session is over.
    Answer(Bytes),
    /// The next poll will be told; the session goes on until then or the timeout.
    Wait,
    /// It was over before.
    Nothing,
}
