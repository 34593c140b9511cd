//! All frames that cross a socket.
//!
//! The text below is also served at `/api/docs/live` ([`DOCUMENT`]).
#![doc = ""]
#![doc = include_str!("wire.md")]

mod batch;
mod frame;

use std::{fmt, str::FromStr, sync::Arc};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use store::types::ids::{ChatId, CompanyId, OrderId, ReelId, TicketId, UserId};

use crate::transport::ws;

pub use batch::EventBatch;
pub use frame::{Frame, Kind};

/// Documentation of the live wire for client developers, in Markdown: [the frames](self), then each kind of stream.
pub const DOCUMENT: &str = concat!(
    include_str!("wire.md"),
    "\n",
    include_str!("../topics/chat/stream.md"),
    "\n",
    include_str!("../topics/chat_list/stream.md"),
    "\n",
    include_str!("../topics/friends/stream.md"),
    "\n",
    include_str!("../topics/availability/stream.md"),
    "\n",
    include_str!("../topics/company_orders/stream.md"),
    "\n",
    include_str!("../topics/notifications/stream.md"),
    "\n",
    include_str!("../topics/order/stream.md"),
    "\n",
    include_str!("../topics/reel/stream.md"),
    "\n",
    include_str!("../topics/ticket/stream.md"),
);

/// Application close codes, in addition to those of RFC 6455.
pub mod close {
    pub const MALFORMED: u16 = 4400;
    pub const UNAUTHENTICATED: u16 = 4401;
    pub const NOT_ALLOWED: u16 = 4403;
    pub const NO_SUCH_STREAM: u16 = 4404;
    pub const TOO_SLOW: u16 = 4408;
    pub const TOO_MANY: u16 = 4429;
}

/// The name of a stream: `chat:7`, `chats:3`, `friends:3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StreamKey {
    /// A chat: messages, marks, typing.
    Chat(ChatId),
    /// A user's chat list.
    Chats(UserId),
    /// A user's friends and pending friend requests.
    Friends(UserId),
    /// Changes of what a company has free.
    Availability(CompanyId),
    /// Open orders and reservations of a company, for its members.
    Orders(CompanyId),
    /// A user's notifications.
    Notifications(UserId),
    /// One order, for its customer.
    Order(OrderId),
    /// Counters and comments of a reel.
    Reel(ReelId),
    /// A support ticket, for its customer and its company.
    Ticket(TicketId),
}

impl StreamKey {
    /// Returns true if every account may follow the stream.
    pub fn is_public(self) -> bool {
        matches!(self, Self::Availability(_) | Self::Reel(_))
    }

    /// Returns the part before the colon.
    pub fn kind(self) -> &'static str {
        match self {
            Self::Chat(_) => "chat",
            Self::Chats(_) => "chats",
            Self::Friends(_) => "friends",
            Self::Availability(_) => "availability",
            Self::Orders(_) => "orders",
            Self::Notifications(_) => "notifications",
            Self::Order(_) => "order",
            Self::Reel(_) => "reel",
            Self::Ticket(_) => "ticket",
        }
    }
}

impl fmt::Display for StreamKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Chat(id) => write!(f, "chat:{id}"),
            Self::Chats(id) => write!(f, "chats:{id}"),
            Self::Friends(id) => write!(f, "friends:{id}"),
            Self::Availability(id) => write!(f, "availability:{id}"),
            Self::Orders(id) => write!(f, "orders:{id}"),
            Self::Notifications(id) => write!(f, "notifications:{id}"),
            Self::Order(id) => write!(f, "order:{id}"),
            Self::Reel(id) => write!(f, "reel:{id}"),
            Self::Ticket(id) => write!(f, "ticket:{id}"),
        }
    }
}

impl FromStr for StreamKey {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXPECTED: &str = "expected a stream such as chat:7, chats:3 or friends:3";
        let (kind, id) = text.split_once(':').ok_or(EXPECTED)?;
        match kind {
            "chat" => id.parse().map(Self::Chat).map_err(|_| EXPECTED),
            "chats" => id.parse().map(Self::Chats).map_err(|_| EXPECTED),
            "friends" => id.parse().map(Self::Friends).map_err(|_| EXPECTED),
            "availability" => id.parse().map(Self::Availability).map_err(|_| EXPECTED),
            "orders" => id.parse().map(Self::Orders).map_err(|_| EXPECTED),
            "notifications" => id.parse().map(Self::Notifications).map_err(|_| EXPECTED),
            "order" => id.parse().map(Self::Order).map_err(|_| EXPECTED),
            "reel" => id.parse().map(Self::Reel).map_err(|_| EXPECTED),
            "ticket" => id.parse().map(Self::Ticket).map_err(|_| EXPECTED),
            _ => Err(EXPECTED),
        }
    }
}

impl Serialize for StreamKey {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for StreamKey {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        std::borrow::Cow::<str>::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// A position in a stream. The epoch changes when a stream's numbering restarts; positions of another epoch are
/// invalid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    pub epoch: Arc<str>,
    pub seq: i64,
}

impl Position {
    /// Returns a position in no valid epoch. A join from it returns a snapshot marked as a resync.
    pub fn unknown() -> Self {
        Self { epoch: Arc::from(""), seq: 0 }
    }

    /// Returns the offset for Socket.IO's connection state recovery: `chat:7/12/9f3a`.
    pub fn offset(&self, stream: StreamKey) -> String {
        format!("{stream}/{}/{}", self.seq, self.epoch)
    }

    /// Parses an [offset](Self::offset).
    pub fn from_offset(text: &str) -> Option<(StreamKey, Self)> {
        let mut parts = text.splitn(3, '/');
        let stream = parts.next()?.parse().ok()?;
        let seq = parts.next()?.parse().ok()?;
        Some((stream, Self { seq, epoch: parts.next()?.into() }))
    }
}

/// A client frame. On a plain WebSocket it is an object with an `op`: `{"op":"command","id":"01J…","command":{…}}`. On
/// Socket.IO the op is the event's name and the rest its argument.
#[derive(Debug)]
pub enum ClientFrame<'a> {
    /// Subscribes to a stream. Resumes if `since` is set.
    Join {
        stream: StreamKey,
        since: Option<Position>,
    },
    Leave {
        stream: StreamKey,
    },
    /// Executes a command. `id` is a ULID chosen by the client: a command with the same id is executed once.
    Command {
        stream: StreamKey,
        id: String,
        command: &'a RawValue,
    },
    /// Sends an ephemeral signal: not stored, not acknowledged.
    Signal {
        stream: StreamKey,
        signal: &'a RawValue,
    },
    /// Continues with a new access token.
    Renew {
        token: String,
    },
    Ping,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Op {
    Join,
    Leave,
    Command,
    Signal,
    Renew,
    Ping,
}

/// All fields that a client frame may have. Flat, since an internally tagged enum cannot borrow raw JSON.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields<'a> {
    op: Option<Op>,
    stream: Option<StreamKey>,
    since: Option<Position>,
    id: Option<String>,
    #[serde(borrow)]
    command: Option<&'a RawValue>,
    #[serde(borrow)]
    signal: Option<&'a RawValue>,
    token: Option<String>,
}

impl<'a> ClientFrame<'a> {
    /// Parses a frame of a plain WebSocket, which has one stream: the frame does not name it.
    pub fn plain(json: &'a [u8], stream: StreamKey) -> Result<Self, WireError> {
        let mut fields: Fields<'a> =
            serde_json::from_slice(json).map_err(|cause| WireError::unreadable(&cause, Fields::EXPECTED))?;
        let op = fields.op.ok_or_else(|| WireError::malformed(Op::EXPECTED))?;
        if matches!(op, Op::Join | Op::Leave) || fields.stream.replace(stream).is_some() {
            return Err(WireError::malformed("this socket has one stream, which is joined by connecting"));
        }
        fields.frame(op)
    }

    /// Parses the argument of a Socket.IO event named `op`.
    pub fn event(op: &str, json: &'a str) -> Result<Self, WireError> {
        let name: serde::de::value::StrDeserializer<'_, serde::de::value::Error> =
            serde::de::IntoDeserializer::into_deserializer(op);
        let op = Op::deserialize(name).map_err(|_| WireError::malformed(Op::EXPECTED))?;
        let fields: Fields<'a> =
            serde_json::from_str(json).map_err(|cause| WireError::unreadable(&cause, Fields::EXPECTED))?;
        fields.frame(op)
    }
}

impl Op {
    const EXPECTED: &'static str = "expected one of the ops join, leave, command, signal, renew and ping";
}

impl<'a> Fields<'a> {
    /// Message to a client whose frame cannot be parsed.
    const EXPECTED: &'static str = "expected an object of what the op needs: op (join, leave, command, signal, renew or \
        ping), stream (such as \"chat:7\"), since {epoch, seq}, id (a ULID), command, signal, token";

    fn frame(self, op: Op) -> Result<ClientFrame<'a>, WireError> {
        fn expected<T>(field: Option<T>, what: &'static str) -> Result<T, WireError> {
            field.ok_or_else(|| WireError::malformed(what))
        }
        Ok(match op {
            Op::Join => ClientFrame::Join { stream: expected(self.stream, "expected a stream")?, since: self.since },
            Op::Leave => ClientFrame::Leave { stream: expected(self.stream, "expected a stream")? },
            Op::Command => ClientFrame::Command {
                stream: expected(self.stream, "expected a stream")?,
                id: expected(self.id, "expected an id (a ULID)")?,
                command: expected(self.command, "expected a command")?,
            },
            Op::Signal => ClientFrame::Signal {
                stream: expected(self.stream, "expected a stream")?,
                signal: expected(self.signal, "expected a signal")?,
            },
            Op::Renew => ClientFrame::Renew { token: expected(self.token, "expected a token")? },
            Op::Ping => ClientFrame::Ping,
        })
    }
}

/// Error sent to a client. Uses the same codes as REST.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WireError {
    pub code: &'static str,
    pub message: std::borrow::Cow<'static, str>,
    /// Delay in milliseconds after which an unchanged retry makes sense.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u64>,
}

impl WireError {
    pub const fn new(code: &'static str, message: &'static str) -> Self {
        Self { code, message: std::borrow::Cow::Borrowed(message), retry_after_ms: None }
    }

    pub fn malformed(cause: impl fmt::Display) -> Self {
        Self { code: "malformed", message: cause.to_string().into(), retry_after_ms: None }
    }

    /// Names the expected input in place of JSON that cannot be parsed. Hides the parser's message.
    pub fn unreadable(cause: &serde_json::Error, expected: &'static str) -> Self {
        if cause.is_data() { Self::malformed(expected) } else { Self::malformed(format_args!("not JSON: {expected}")) }
    }

    /// Returns the error for a frame of more than `limit` bytes.
    pub fn too_large(limit: u32) -> Self {
        let message = format!("A frame has {} KiB at most.", limit / 1024);
        Self { code: "too_large", message: message.into(), retry_after_ms: None }
    }

    pub fn retry(mut self, after_ms: u64) -> Self {
        self.retry_after_ms = Some(after_ms);
        self
    }

    pub const NOT_FOUND: Self = Self::new("not_found", "There is no such stream, or you may not see it.");
    pub const UNAUTHENTICATED: Self =
        Self::new("unauthenticated", "Sign in again: the token is missing, wrong or expired.");
    pub const NOT_ALLOWED: Self = Self::new("not_allowed", "You may not do this.");

    /// The queue of the room or the database is full.
    pub fn busy() -> Self {
        Self::new("busy", "Too much is going on here right now. Try again in a moment.").retry(250)
    }

    /// The database is unreachable, or the server is about to shut down. The outcome is unknown; a retry with the same
    /// id is safe.
    pub fn unavailable() -> Self {
        Self::new("unavailable", "This cannot be done right now. Try again in a moment.").retry(1_000)
    }

    pub fn too_many(after_ms: u64) -> Self {
        Self::new("too_many", "Too many requests. Slow down.").retry(after_ms)
    }

    /// Returns true if the client sends more than its rate.
    pub fn is_rate(&self) -> bool {
        self.code == "too_many"
    }

    /// Returns the close code for a connection that cannot exist after this error.
    pub fn close_code(&self) -> u16 {
        match self.code {
            "unauthenticated" => close::UNAUTHENTICATED,
            "not_allowed" => close::NOT_ALLOWED,
            "not_found" => close::NO_SUCH_STREAM,
            "too_many" => close::TOO_MANY,
            "malformed" | "validation" => close::MALFORMED,
            _ => ws::code::INTERNAL,
        }
    }
}

/// The reply to a command or a join: the content beside `ok` in an acknowledgement.
pub type Reply = Result<Box<RawValue>, WireError>;

/// Serialises a value as JSON. All wire types are our own and none can fail to serialise. On an unexpected failure the
/// client receives `null`; the server does not panic.
pub fn json(value: &impl Serialize) -> Box<RawValue> {
    serde_json::value::to_raw_value(value).unwrap_or_else(|cause| {
        tracing::error!(%cause, "a value could not be written as JSON");
        RawValue::NULL.to_owned()
    })
}

/// Returns the object of an acknowledgement: `{"ok":true,"result":…}` or `{"ok":false,"error":…}`, after `head` (such
/// as `"type":"ack","id":"…",`).
pub fn reply_object(head: &str, reply: &Reply) -> String {
    match reply {
        Ok(result) => format!("{{{head}\"ok\":true,\"result\":{result}}}"),
        Err(refusal) => format!("{{{head}\"ok\":false,\"error\":{}}}", json(refusal)),
    }
}

#[cfg(test)]
mod tests {
    mod documented;

    use super::*;

    #[test]
    fn client_frame_is_rejected_when_incomplete() {
        let stream = StreamKey::Chat(ChatId(7));
        let taken = |text: &str| ClientFrame::plain(text.as_bytes(), stream).is_ok();
        assert!(taken(r#"{"op":"command","id":"x","command":{"type":"send"}}"#));
        assert!(taken(r#"{"op":"ping"}"#));
        assert!(!taken(r#"{"op":"command","id":"x"}"#));
        assert!(!taken(r#"{"op":"command","id":"x","command":{},"extra":1}"#));
        assert!(!taken(r#"{"op":"join"}"#));
        assert!(!taken(r#"{"op":"fly"}"#));
        assert!(!taken(r#"{"id":"x"}"#));
        assert!(!taken("[]"));
    }

    #[test]
    fn socket_io_event_parses_to_the_same_frame() {
        let join = ClientFrame::event("join", r#"{"stream":"chats:3","since":{"epoch":"e","seq":4}}"#);
        let since = Some(Position { epoch: "e".into(), seq: 4 });
        assert!(
            matches!(join, Ok(ClientFrame::Join { stream: StreamKey::Chats(UserId(3)), since: at }) if at == since)
        );
        assert!(ClientFrame::event("join", r#"{"stream":"nothing:1"}"#).is_err());
        assert!(ClientFrame::event("fly", "{}").is_err());
    }
}
