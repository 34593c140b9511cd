//! Every frame that crosses a socket, in one place.
//!
//! The rest of this is `/api/docs/live` too ([`DOCUMENT`]).
#![doc = ""]
#![doc = include_str!("wire.md")]

mod batch;
mod frame;

use std::{fmt, str::FromStr, sync::Arc};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use store::types::ids::{ChatId, UserId};

use crate::transport::ws;

pub use batch::EventBatch;
pub use frame::{Frame, Kind};

/// The live wire, described for those who write clients, in Markdown: [the frames](self), then each kind of stream.
pub const DOCUMENT: &str = concat!(
    include_str!("wire.md"),
    "\n",
    include_str!("../topics/chat/stream.md"),
    "\n",
    include_str!("../topics/chat_list/stream.md"),
    "\n",
    include_str!("../topics/friends/stream.md"),
);

/// Close codes of our own, beside those of RFC 6455.
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
    /// Somebody's list of chats.
    Chats(UserId),
    /// Somebody's friends, and the requests that wait.
    Friends(UserId),
}

impl StreamKey {
    /// What stands before the colon.
    pub fn kind(self) -> &'static str {
        match self {
            Self::Chat(_) => "chat",
            Self::Chats(_) => "chats",
            Self::Friends(_) => "friends",
        }
    }
}

impl fmt::Display for StreamKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Chat(id) => write!(f, "chat:{id}"),
            Self::Chats(id) => write!(f, "chats:{id}"),
            Self::Friends(id) => write!(f, "friends:{id}"),
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

/// A place in a stream. The epoch changes when a stream's numbers start anew; positions of another epoch mean nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    pub epoch: Arc<str>,
    pub seq: i64,
}

impl Position {
    /// A position of no epoch that is: a join from it is answered with a snapshot that declares itself a resync.
    pub fn unknown() -> Self {
        Self { epoch: Arc::from(""), seq: 0 }
    }

    /// The offset that Socket.IO's connection state recovery hands back: `chat:7/12/9f3a`.
    pub fn offset(stream: StreamKey, epoch: &str, seq: i64) -> String {
        format!("{stream}/{seq}/{epoch}")
    }

    /// Reads an [offset](Self::offset).
    pub fn from_offset(text: &str) -> Option<(StreamKey, Self)> {
        let mut parts = text.splitn(3, '/');
        let stream = parts.next()?.parse().ok()?;
        let seq = parts.next()?.parse().ok()?;
        Some((stream, Self { seq, epoch: parts.next()?.into() }))
    }
}

/// What a client sends. On a plain WebSocket it is an object with an `op`: `{"op":"command","id":"01J…","command":{…}}`; on
/// Socket.IO the op is the event's name and the rest its argument.
#[derive(Debug)]
pub enum ClientFrame<'a> {
    /// Subscribe. With `since` it resumes.
    Join {
        stream: StreamKey,
        since: Option<Position>,
    },
    Leave {
        stream: StreamKey,
    },
    /// Change something. `id` is a ULID of the client's: the same command with the same id is done once.
    Command {
        stream: StreamKey,
        id: String,
        command: &'a RawValue,
    },
    /// Something of the moment, neither kept nor acknowledged.
    Signal {
        stream: StreamKey,
        signal: &'a RawValue,
    },
    /// Go on with a fresh access token.
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

/// All fields that a client frame may have. Flat, since an enum by tag cannot borrow the raw JSON inside.
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
    /// Reads a frame of a plain WebSocket, which has one stream: the frame does not name it.
    pub fn plain(json: &'a [u8], stream: StreamKey) -> Result<Self, WireError> {
        let mut fields: Fields<'a> =
            serde_json::from_slice(json).map_err(|cause| WireError::unreadable(&cause, Fields::EXPECTED))?;
        let op = fields.op.ok_or_else(|| WireError::malformed(Op::EXPECTED))?;
        if matches!(op, Op::Join | Op::Leave) || fields.stream.replace(stream).is_some() {
            return Err(WireError::malformed("this socket has one stream, which is joined by connecting"));
        }
        fields.frame(op)
    }

    /// Reads the argument of a Socket.IO event named `op`.
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
    /// What a client is told whose frame cannot be read.
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

/// Why something was not done. The same codes as REST's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WireError {
    pub code: &'static str,
    pub message: std::borrow::Cow<'static, str>,
    /// When it makes sense to try again, unchanged.
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

    /// Tells what was expected in place of JSON that cannot be read, and never in a parser's words.
    pub fn unreadable(cause: &serde_json::Error, expected: &'static str) -> Self {
        if cause.is_data() { Self::malformed(expected) } else { Self::malformed(format_args!("not JSON: {expected}")) }
    }

    /// A frame of more bytes than `limit`.
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

    /// The room's or the database's queue is full.
    pub fn busy() -> Self {
        Self::new("busy", "Too much is going on here right now. Try again in a moment.").retry(250)
    }

    /// The database cannot be reached, or the server is about to leave. Nothing is known to be done; the same id is safe.
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

    /// The close code for a connection that lives from what was refused.
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

/// The answer to a command or a join: what stands beside `ok` in an acknowledgement.
pub type Reply = Result<Box<RawValue>, WireError>;

/// Writes a value as JSON. Everything that goes over the wire is of our own types, none of which can fail to serialise;
/// should one ever, the client is told `null` rather than the server stopping.
pub fn json(value: &impl Serialize) -> Box<RawValue> {
    serde_json::value::to_raw_value(value).unwrap_or_else(|cause| {
        tracing::error!(%cause, "a value could not be written as JSON");
        RawValue::NULL.to_owned()
    })
}

/// The acknowledgement's object: `{"ok":true,"result":…}` or `{"ok":false,"error":…}`, with `head` (such as
/// `"type":"ack","id":"…",`) before it.
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
    fn a_client_frame_that_is_not_whole_is_refused() {
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
    fn a_socket_io_event_is_the_same_frame() {
        let join = ClientFrame::event("join", r#"{"stream":"chats:3","since":{"epoch":"e","seq":4}}"#);
        let since = Some(Position { epoch: "e".into(), seq: 4 });
        assert!(
            matches!(join, Ok(ClientFrame::Join { stream: StreamKey::Chats(UserId(3)), since: at }) if at == since)
        );
        assert!(ClientFrame::event("join", r#"{"stream":"nothing:1"}"#).is_err());
        assert!(ClientFrame::event("fly", "{}").is_err());
    }
}
