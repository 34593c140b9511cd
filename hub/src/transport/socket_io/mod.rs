//! Socket.IO v5 over Engine.IO v4, without any input or output: packets, and the state machines of a session. A driver (the
//! shard, or `examples/echo.rs`) owns sockets, requests and the clock, hands in what arrived and writes what comes out.
//!
//! Everything that goes out is a ready WebSocket frame in shared [`Bytes`](bytes::Bytes). A session on WebSocket writes it as it is; a session
//! on long-polling takes the same frame without its head ([`engine::payload`]). So a broadcast is encoded once for all.
//!
//! Sources of truth: the protocol documents of Engine.IO v4 and Socket.IO v5, and where they are silent what
//! `engine.io` 6.6, `socket.io` 4.8 and `socket.io-parser` 4.2 do.

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

/// What a peer sent cannot be read, or cannot be said in the state it is in. The connection ends.
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
    /// The body is not of the kind that the packet's type needs.
    Body,
    /// An event has a name that is reserved to the protocol.
    ReservedName,
    /// Text came where an attachment is due.
    TextForAttachment,
    /// Binary came where no attachment is due.
    NoAttachmentDue,
    /// A packet that its sender may not send, or not now.
    State,
}

impl Malformed {
    /// The WebSocket close code that answers it.
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
