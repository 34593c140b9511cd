//! Socket.IO v5 over Engine.IO v4 without I/O: packets, and the state machines of a session. A driver (the shard, or
//! `examples/echo.rs`) owns sockets, requests and the clock. It passes in received data and writes the results.
//!
//! Every outgoing frame is a ready WebSocket frame in shared [`Bytes`](bytes::Bytes). A WebSocket session writes it
//! unchanged. A long-polling session uses the same frame without its header ([`engine::payload`]). So a broadcast is
//! encoded once for all.
//!
//! Sources: the protocol documents of Engine.IO v4 and Socket.IO v5. Where they are silent, `engine.io` 6.6,
//! `socket.io` 4.8 and `socket.io-parser` 4.2.

mod connect;
pub mod driver;
pub mod engine;
mod event;
mod namespaces;
mod packet;
mod polling;
pub mod recovery;
mod sid;
#[cfg(test)]
mod tests;
mod upgrade;

pub use event::{ArgsError, Event, Placeholder};
pub use namespaces::{Incoming, Namespaces};
pub use packet::{Decoder, Limits, Namespace, Packet, Ready};
pub use polling::Answer;
pub(crate) use polling::reject;
pub use sid::{Sid, token};

/// A malformed packet, or one not allowed in the current state. The connection ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Malformed {
    /// An Engine.IO packet of no known type, or an empty one.
    EnginePacket,
    /// A polling payload that is not UTF-8, or a binary packet in it that is not base64.
    Encoding,
    /// A Socket.IO packet of no known type.
    PacketType,
    /// The number of attachments is missing or zero, or a placeholder names none of them.
    Attachments,
    /// More attachments than the limit.
    TooManyAttachments,
    /// The acknowledgement id is not a safe integer, or an ACK has none.
    AckId,
    /// The body has the wrong kind for the packet's type.
    Body,
    /// The event's name is reserved by the protocol.
    ReservedName,
    /// Text received where an attachment is due.
    TextForAttachment,
    /// Binary data received where no attachment is due.
    NoAttachmentDue,
    /// A packet that its sender may not send, or not now.
    State,
}

impl Malformed {
    /// Returns the WebSocket close code.
    pub fn code(self) -> u16 {
        match self {
            Self::NoAttachmentDue => crate::transport::ws::code::UNSUPPORTED,
            _ => 4400,
        }
    }
}

impl std::fmt::Display for Malformed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::EnginePacket => "unknown Engine.IO packet",
            Self::Encoding => "payload is not UTF-8 or base64",
            Self::PacketType => "unknown Socket.IO packet",
            Self::Attachments => "illegal attachments",
            Self::TooManyAttachments => "too many attachments",
            Self::AckId => "illegal acknowledgement id",
            Self::Body => "invalid payload",
            Self::ReservedName => "reserved event name",
            Self::TextForAttachment => "text where an attachment is due",
            Self::NoAttachmentDue => "binary where text is due",
            Self::State => "packet out of place",
        })
    }
}

impl std::error::Error for Malformed {}
