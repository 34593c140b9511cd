//! The WebSocket protocol (RFC 6455) without I/O. Opening handshake, strict incremental decoder on the caller's buffer,
//! and an encoder of frames that many sockets share.
//!
//! Contains no sockets, timers, tasks or message semantics.

mod decode;
mod encode;
mod handshake;
mod mask;
mod utf8;

pub use decode::{Decoder, Event, Limits};
pub use encode::{close, close_of, frame, frame_of_parts, is_text, masked, payload, ping, pong, text};
pub use handshake::{Accepted, HandshakeError, accept, accept_key};

/// Opcode of a frame (RFC 6455 §5.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Opcode {
    Continuation = 0x0,
    Text = 0x1,
    Binary = 0x2,
    Close = 0x8,
    Ping = 0x9,
    Pong = 0xA,
}

impl Opcode {
    fn from_bits(bits: u8) -> Option<Self> {
        Some(match bits {
            0x0 => Self::Continuation,
            0x1 => Self::Text,
            0x2 => Self::Binary,
            0x8 => Self::Close,
            0x9 => Self::Ping,
            0xA => Self::Pong,
            _ => return None,
        })
    }

    /// Returns true for control frames: short, never fragmented, and allowed between the fragments of a message.
    fn is_control(self) -> bool {
        self as u8 & 0x8 != 0
    }
}

/// Close codes that this server sends or names (RFC 6455 §7.4.1; 4000–4999 are the application's own).
pub mod code {
    pub const NORMAL: u16 = 1000;
    pub const GOING_AWAY: u16 = 1001;
    pub const PROTOCOL: u16 = 1002;
    pub const UNSUPPORTED: u16 = 1003;
    pub const NOT_UTF8: u16 = 1007;
    pub const POLICY: u16 = 1008;
    pub const TOO_BIG: u16 = 1009;
    pub const INTERNAL: u16 = 1011;
    pub const RESTARTING: u16 = 1012;
}

/// Protocol error of a peer. The connection ends with [`Error::code`]; nothing after the offending byte is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Error {
    /// A broken framing rule, with its description.
    Protocol(&'static str),
    /// Text, or the reason of a close frame, is not UTF-8.
    NotUtf8,
    /// A message is larger than the limit.
    TooBig,
}

impl Error {
    /// Returns the close code.
    pub fn code(self) -> u16 {
        match self {
            Self::Protocol(_) => code::PROTOCOL,
            Self::NotUtf8 => code::NOT_UTF8,
            Self::TooBig => code::TOO_BIG,
        }
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Protocol(rule) => rule,
            Self::NotUtf8 => "text is not UTF-8",
            Self::TooBig => "message is too big",
        })
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests;
