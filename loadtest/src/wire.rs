//! Frames in both directions and both wire protocols: plain (one JSON object per message) and Socket.IO (Engine.IO v4
//! packets around Socket.IO v5 packets around the same objects). Encoding and decoding only, no I/O.

use std::borrow::Cow;
use std::rc::Rc;

use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use crate::stamp::{Stamp, number_of};

/// Wire protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Wire {
    /// One plain WebSocket per stream, JSON text frames.
    Plain,
    /// Socket.IO over a WebSocket.
    Socketio,
}

/// Stream that a connection joins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// A chat by id. `professional` selects the path on a plain WebSocket.
    Chat { id: u64, professional: bool },
    /// Chat list of a user, by user id.
    Chats { user: u64, professional: bool },
    /// Counters and comments of a reel.
    Reel { id: u64 },
    /// Order board of a company.
    Orders { company: u64 },
}

impl Stream {
    /// Stream key in frames.
    pub fn key(&self) -> String {
        match self {
            Self::Chat { id, .. } => format!("chat:{id}"),
            Self::Chats { user, .. } => format!("chats:{user}"),
            Self::Orders { company } => format!("orders:{company}"),
            Self::Reel { id } => format!("reel:{id}"),
        }
    }

    /// Path that joins it on a plain WebSocket.
    pub fn path(&self, token: &str, since: Option<&Position>) -> String {
        let token = escaped(token);
        let kind = |professional: bool| {
            if professional { "professionals" } else { "users" }
        };
        let mut path = match *self {
            Self::Chat { id, professional } => {
                format!("/ws/chat/{}/{id}/?token={token}", kind(professional))
            }
            Self::Chats { user, professional } => {
                format!("/ws/group-list/?type={}&id={user}&token={token}", kind(professional))
            }
            Self::Orders { company } => format!("/ws/orders/{company}/?token={token}"),
            Self::Reel { id } => format!("/ws/reels/{id}/?token={token}"),
        };
        if let Some(Position { epoch, seq }) = since {
            path.push_str(&format!("&epoch={}&seq={seq}", escaped(epoch)));
        }
        path
    }
}

/// Percent-encodes all but unreserved characters (RFC 3986 §2.3).
fn escaped(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect()
}

/// Position of a reader in a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub epoch: Rc<str>,
    pub seq: u64,
}

/// A received message. `stamp` is `None` if this driver did not write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delivered {
    pub seq: u64,
    pub stamp: Option<Stamp>,
    pub intact: bool,
}

/// Order in an event of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardOrder {
    pub id: u64,
    /// Paid, and not accepted yet.
    pub is_new: bool,
}

/// Message of the server.
#[derive(Debug, PartialEq)]
pub enum Incoming {
    Snapshot {
        at: Position,
        resync: bool,
        messages: Vec<Delivered>,
    },
    Resumed {
        at: Position,
        from: u64,
        events: Vec<(u64, Option<Delivered>)>,
    },
    Event {
        at: Position,
        message: Option<Delivered>,
        order: Option<BoardOrder>,
    },
    /// Counters of a reel. Of two, the greater revision is newer.
    Counts {
        revision: u64,
    },
    /// Reply to the command with this number: seq of the message, or error code.
    Ack {
        number: u32,
        result: Result<u64, String>,
    },
    /// Request to reconnect after this delay.
    Reconnect {
        delay_ms: u64,
    },
    /// The token expires soon.
    Renew,
    /// Code of a rejected frame or join.
    Error(String),
    /// Ping of Engine.IO.
    Ping,
    /// Engine.IO opened the session.
    Open,
    /// Socket.IO accepted the connection.
    Connected,
    /// A signal, a pong, or an unknown frame.
    Other,
}

/// Ack id of the join on a Socket.IO connection; commands use their number, from 1.
const JOIN: u32 = 0;

impl Wire {
    /// Encodes a `send` command.
    pub fn command(self, stream: &Stream, number: u32, id: &str, text: &str) -> String {
        let command = json!({"type": "send", "text": text});
        match self {
            Self::Plain => json!({"op": "command", "id": id, "command": command}).to_string(),
            Self::Socketio => {
                format!("42{number}{}", json!(["command", {"stream": stream.key(), "id": id, "command": command}]))
            }
        }
    }

    /// Encodes a fresh token.
    pub fn renew(self, token: &str) -> String {
        match self {
            Self::Plain => json!({"op": "renew", "token": token}).to_string(),
            Self::Socketio => format!("42{}", json!(["renew", {"token": token}])),
        }
    }

    /// Decodes one text message. Errors describe the malformed part.
    pub fn read(self, text: &[u8]) -> Result<Incoming, String> {
        match self {
            Self::Plain => parse_frame(text),
            Self::Socketio => parse_packet(text),
        }
    }
}

/// CONNECT packet of Socket.IO for the main namespace.
pub fn connect_packet(token: &str) -> String {
    format!("40{}", json!({"token": token}))
}

/// Joins a stream on a Socket.IO connection.
pub fn join_packet(stream: &Stream, since: Option<&Position>) -> String {
    let mut join = json!({"stream": stream.key()});
    if let Some(Position { epoch, seq }) = since {
        join["since"] = json!({"epoch": &**epoch, "seq": seq});
    }
    format!("42{JOIN}{}", json!(["join", join]))
}

/// Reply to [`Incoming::Ping`].
pub const PONG: &str = "3";

#[derive(Deserialize)]
struct FrameIn<'a> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    epoch: Option<Cow<'a, str>>,
    seq: Option<u64>,
    from: Option<u64>,
    #[serde(borrow)]
    reason: Option<Cow<'a, str>>,
    #[serde(borrow)]
    id: Option<Cow<'a, str>>,
    #[serde(borrow)]
    data: Option<&'a RawValue>,
    #[serde(borrow, default)]
    events: Vec<EventIn<'a>>,
    delay_ms: Option<u64>,
    ok: Option<bool>,
    result: Option<ResultIn>,
    error: Option<ErrorIn>,
}

#[derive(Deserialize)]
struct SnapshotIn<'a> {
    #[serde(borrow, default)]
    messages: Vec<MessageIn<'a>>,
}

#[derive(Deserialize)]
struct EventIn<'a> {
    #[serde(rename = "type", borrow)]
    kind: Option<Cow<'a, str>>,
    seq: Option<u64>,
    #[serde(borrow)]
    message: Option<MessageIn<'a>>,
    #[serde(borrow)]
    order: Option<OrderIn<'a>>,
}

#[derive(Deserialize)]
struct SignalIn {
    counts: Option<CountsIn>,
}

#[derive(Deserialize)]
struct CountsIn {
    revision: u64,
}

#[derive(Deserialize)]
struct OrderIn<'a> {
    id: u64,
    #[serde(borrow)]
    state: Cow<'a, str>,
}

#[derive(Deserialize)]
struct MessageIn<'a> {
    seq: u64,
    #[serde(borrow)]
    text: Cow<'a, str>,
}

#[derive(Deserialize)]
struct AckIn {
    ok: bool,
    result: Option<ResultIn>,
    error: Option<ErrorIn>,
}

#[derive(Deserialize)]
struct ResultIn {
    seq: Option<u64>,
}

#[derive(Deserialize)]
struct ErrorIn {
    code: String,
}

impl From<MessageIn<'_>> for Delivered {
    fn from(message: MessageIn<'_>) -> Self {
        let read = Stamp::read(&message.text);
        Self { seq: message.seq, stamp: read.map(|(stamp, _)| stamp), intact: read.is_none_or(|(_, intact)| intact) }
    }
}

impl EventIn<'_> {
    /// Returns the message of a `message` event. Other events may carry an existing message that changed.
    fn new_message(self) -> Option<Delivered> {
        self.message.filter(|_| self.kind.as_deref() == Some("message")).map(Delivered::from)
    }
}

fn ack_result(ok: bool, result: Option<ResultIn>, error: Option<ErrorIn>) -> Result<Result<u64, String>, String> {
    if ok {
        result.and_then(|result| result.seq).map(Ok).ok_or_else(|| "an ack without a seq".to_owned())
    } else {
        Ok(Err(error.map_or_else(|| "without a code".to_owned(), |error| error.code)))
    }
}

fn parse_frame(text: &[u8]) -> Result<Incoming, String> {
    let frame: FrameIn<'_> = parse(text)?;
    let at = |epoch: Option<Cow<'_, str>>, seq: Option<u64>| match (epoch, seq) {
        (Some(epoch), Some(seq)) => Ok(Position { epoch: epoch.into(), seq }),
        _ => Err("a frame of a stream without epoch or seq".to_owned()),
    };
    Ok(match &*frame.kind {
        "event" => {
            let event: EventIn<'_> = parse(frame.data.map_or(b"{}".as_slice(), |data| data.get().as_bytes()))?;
            let order = event.order.as_ref().map(|order| BoardOrder { id: order.id, is_new: order.state == "new" });
            Incoming::Event { at: at(frame.epoch, frame.seq)?, message: event.new_message(), order }
        }
        "ack" => {
            let number = frame.id.as_deref().and_then(number_of).ok_or("an ack with an unknown command id")?;
            Incoming::Ack { number, result: ack_result(frame.ok == Some(true), frame.result, frame.error)? }
        }
        "snapshot" => {
            let snapshot: SnapshotIn<'_> = parse(frame.data.map_or(b"{}".as_slice(), |data| data.get().as_bytes()))?;
            Incoming::Snapshot {
                at: at(frame.epoch, frame.seq)?,
                resync: frame.reason.as_deref() == Some("resync"),
                messages: snapshot.messages.into_iter().map(Delivered::from).collect(),
            }
        }
        "resumed" => {
            let events = frame.events.into_iter().map(|event| {
                let seq = event.seq.ok_or("a resumed event without seq")?;
                Ok((seq, event.new_message()))
            });
            let events = events.collect::<Result<_, &str>>()?;
            let from = frame.from.ok_or("a resumed frame without from")?;
            Incoming::Resumed { at: at(frame.epoch, frame.seq)?, from, events }
        }
        "signal" => {
            let signal: SignalIn = parse(frame.data.map_or(b"{}".as_slice(), |data| data.get().as_bytes()))?;
            signal.counts.map_or(Incoming::Other, |counts| Incoming::Counts { revision: counts.revision })
        }
        "reconnect" => Incoming::Reconnect { delay_ms: frame.delay_ms.unwrap_or(0) },
        "renew" => Incoming::Renew,
        "problem" => Incoming::Error(frame.error.map_or_else(|| "without a code".to_owned(), |error| error.code)),
        _ => Incoming::Other,
    })
}

fn parse_packet(text: &[u8]) -> Result<Incoming, String> {
    match text {
        [b'0', ..] => Ok(Incoming::Open),
        [b'2'] => Ok(Incoming::Ping),
        [b'4', b'0', ..] => Ok(Incoming::Connected),
        [b'4', b'1', ..] => Ok(Incoming::Error("disconnected".to_owned())),
        [b'4', b'2', rest @ ..] => {
            let arguments: Vec<&RawValue> = parse(skip_digits(rest).1)?;
            match arguments.as_slice() {
                [_, argument, ..] => parse_frame(argument.get().as_bytes()),
                _ => Err("a Socket.IO event without an argument".to_owned()),
            }
        }
        [b'4', b'3', rest @ ..] => {
            let (number, rest) = skip_digits(rest);
            let number = number.ok_or("a Socket.IO ack without an id")?;
            let [AckIn { ok, result, error }] = parse::<[AckIn; 1]>(rest)?;
            if number == JOIN {
                return Ok(match ack_result(ok, Some(ResultIn { seq: Some(0) }), error)? {
                    Ok(_) => Incoming::Other,
                    Err(code) => Incoming::Error(code),
                });
            }
            Ok(Incoming::Ack { number, result: ack_result(ok, result, error)? })
        }
        [b'4', b'4', rest @ ..] => {
            #[derive(Deserialize)]
            struct ConnectError {
                data: Option<ErrorIn>,
                message: Option<String>,
            }
            let ConnectError { data, message } = parse(rest)?;
            let code = data.map(|error| error.code).or(message);
            Ok(Incoming::Error(code.unwrap_or_else(|| "without a code".to_owned())))
        }
        _ => Ok(Incoming::Other),
    }
}

fn skip_digits(text: &[u8]) -> (Option<u32>, &[u8]) {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = text.split_at(digits);
    (std::str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok()), rest)
}

fn parse<'a, T: Deserialize<'a>>(text: &'a [u8]) -> Result<T, String> {
    serde_json::from_slice(text).map_err(|error| {
        let shown: String = String::from_utf8_lossy(text).chars().take(200).collect();
        format!("{error} in {shown}")
    })
}

#[cfg(test)]
mod tests;
