//! Socket.IO v5 packets: decodes packets with attachments and encodes frames.

use bytes::Bytes;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use super::{Event, Malformed};
use crate::transport::ws::{self, Opcode};

/// The largest integer that every JavaScript number holds exactly.
const MAX_SAFE: u64 = (1 << 53) - 1;

/// Name of a namespace without its query: "/" or "/something".
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Namespace(Bytes);

impl Namespace {
    pub const ROOT: Self = Self(Bytes::from_static(b"/"));

    pub fn as_str(&self) -> &str {
        // A slice of validated text between ASCII characters is valid UTF-8.
        std::str::from_utf8(&self.0).unwrap_or("/")
    }

    pub fn is_root(&self) -> bool {
        self.0.as_ref() == b"/"
    }
}

impl From<&str> for Namespace {
    fn from(name: &str) -> Self {
        Self(Bytes::copy_from_slice(name.as_bytes()))
    }
}

/// A complete packet with its attachments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Packet {
    /// `auth` is a JSON object, or empty. `query` is the part of the namespace's name after the question mark.
    Connect {
        nsp: Namespace,
        query: Bytes,
        auth: Bytes,
    },
    Disconnect {
        nsp: Namespace,
    },
    Event(Event),
    /// `args` is a JSON array.
    Ack {
        nsp: Namespace,
        id: u64,
        args: Bytes,
        attachments: Vec<Bytes>,
    },
    ConnectError {
        nsp: Namespace,
        body: Bytes,
    },
}

/// Limits on the attachments of a binary packet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of attachments per packet, the official parser's limit.
    pub attachments: u8,
}

impl Default for Limits {
    fn default() -> Self {
        Self { attachments: 10 }
    }
}

/// Assembles packets from messages. Allocates a box only while attachments are due.
#[derive(Debug)]
pub struct Decoder {
    pending: Option<Box<Pending>>,
    limits: Limits,
}

#[derive(Debug)]
struct Pending {
    packet: Packet,
    due: u8,
}

impl Decoder {
    pub fn new(limits: Limits) -> Self {
        Self { pending: None, limits }
    }

    /// Handles a text message (without Engine.IO's type). `text` is UTF-8. Returns `None` while attachments are due.
    pub fn text(&mut self, text: &Bytes) -> Result<Option<Packet>, Malformed> {
        if self.pending.is_some() {
            return Err(Malformed::TextForAttachment);
        }
        let (packet, due) = parse(text, self.limits)?;
        if due == 0 {
            return Ok(Some(packet));
        }
        self.pending = Some(Box::new(Pending { packet, due }));
        Ok(None)
    }

    /// Handles a binary message: the next attachment.
    pub fn binary(&mut self, bytes: Bytes) -> Result<Option<Packet>, Malformed> {
        let mut pending = self.pending.take().ok_or(Malformed::NoAttachmentDue)?;
        let (Packet::Event(Event { attachments, .. }) | Packet::Ack { attachments, .. }) = &mut pending.packet else {
            return Err(Malformed::NoAttachmentDue);
        };
        attachments.push(bytes);
        if attachments.len() == usize::from(pending.due) {
            return Ok(Some(pending.packet));
        }
        self.pending = Some(pending);
        Ok(None)
    }

    /// Returns true if an attachment is due.
    pub fn is_waiting(&self) -> bool {
        self.pending.is_some()
    }
}

/// Parses the head and the body. Returns the number of attachments due.
fn parse(text: &Bytes, limits: Limits) -> Result<(Packet, u8), Malformed> {
    let (&kind, mut rest) = text.split_first().ok_or(Malformed::PacketType)?;
    if !kind.is_ascii_digit() || kind > b'6' {
        return Err(Malformed::PacketType);
    }
    let mut due = 0;
    if matches!(kind, b'5' | b'6') {
        let (count, after) = number(rest);
        let count = count.filter(|&count| count > 0).ok_or(Malformed::Attachments)?;
        rest = after.strip_prefix(b"-").ok_or(Malformed::Attachments)?;
        due = u8::try_from(count).ok().filter(|&due| due <= limits.attachments).ok_or(Malformed::TooManyAttachments)?;
    }
    let (mut nsp, mut query) = (Namespace::ROOT, Bytes::new());
    if rest.first() == Some(&b'/') {
        let end = rest.iter().position(|&b| b == b',').unwrap_or(rest.len());
        let full = text.slice_ref(&rest[..end]);
        rest = rest.get(end + 1..).unwrap_or_default();
        let name = full.iter().position(|&b| b == b'?').unwrap_or(full.len());
        query = full.slice((name + 1).min(full.len())..);
        nsp = Namespace(full.slice(..name));
    }
    let id = match rest.first() {
        Some(b'0'..=b'9') => {
            let (id, after) = number(rest);
            rest = after;
            Some(id.ok_or(Malformed::AckId)?)
        }
        _ => None,
    };
    let body = text.slice_ref(rest);
    let packet = match kind {
        b'0' if body.is_empty() || is_json_object(&body) => Packet::Connect { nsp, query, auth: body },
        b'1' if body.is_empty() => Packet::Disconnect { nsp },
        b'2' | b'5' => Packet::Event(Event::parse(nsp, id, body, due)?),
        b'3' | b'6' if body.first() == Some(&b'[') => {
            super::event::check(&body, due)?;
            Packet::Ack { nsp, id: id.ok_or(Malformed::AckId)?, args: body, attachments: Vec::new() }
        }
        b'4' if serde_json::from_slice::<IgnoredAny>(&body).is_ok() && matches!(body.first(), Some(b'{' | b'"')) => {
            Packet::ConnectError { nsp, body }
        }
        _ => return Err(Malformed::Body),
    };
    Ok((packet, due))
}

/// Parses the leading digits of `text` as a safe integer (`None` if absent or too many). Returns it with the remaining
/// text.
fn number(text: &[u8]) -> (Option<u64>, &[u8]) {
    let (digits, rest) = text.split_at(text.iter().position(|b| !b.is_ascii_digit()).unwrap_or(text.len()));
    let value = std::str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok());
    (value.filter(|&value| value <= MAX_SAFE), rest)
}

fn is_json_object(body: &[u8]) -> bool {
    body.first() == Some(&b'{') && serde_json::from_slice::<IgnoredAny>(body).is_ok()
}

/// Frames of one packet in order of writing: the packet, then its attachments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ready(pub Bytes, pub Vec<Bytes>);

impl Ready {
    /// Returns the frames in order of writing.
    pub fn into_frames(self) -> impl Iterator<Item = Bytes> {
        std::iter::once(self.0).chain(self.1)
    }
}

impl Packet {
    /// Encodes the acceptance of a namespace. `pid` lets the client recover its state after a short disconnection.
    pub fn connected(nsp: &Namespace, sid: &str, pid: Option<&str>) -> Bytes {
        let sid = serde_json::json!(sid).to_string();
        match pid.map(|pid| serde_json::json!(pid).to_string()) {
            None => frame(b"0", nsp, None, &[b"{\"sid\":", sid.as_bytes(), b"}"]),
            Some(pid) => frame(b"0", nsp, None, &[b"{\"sid\":", sid.as_bytes(), b",\"pid\":", pid.as_bytes(), b"}"]),
        }
    }

    /// Encodes the rejection of a namespace. `data` is JSON and becomes `err.data`.
    pub fn refused(nsp: &Namespace, message: &str, data: Option<&RawValue>) -> Bytes {
        let message = serde_json::json!(message).to_string();
        match data {
            None => frame(b"4", nsp, None, &[b"{\"message\":", message.as_bytes(), b"}"]),
            Some(data) => {
                let data = data.get().as_bytes();
                frame(b"4", nsp, None, &[b"{\"message\":", message.as_bytes(), b",\"data\":", data, b"}"])
            }
        }
    }

    /// Encodes the end of a namespace; the connection stays open.
    pub fn disconnected(nsp: &Namespace) -> Bytes {
        frame(b"1", nsp, None, &[])
    }

    /// Encodes an event on "/" with one JSON argument and its recovery offset. A broadcast is encoded once.
    pub fn broadcast(name: &str, json: &[u8], offset: Option<&str>) -> Bytes {
        let name = serde_json::json!(name).to_string();
        match offset.map(|offset| serde_json::json!(offset).to_string()) {
            None => frame(b"2", &Namespace::ROOT, None, &[b"[", name.as_bytes(), b",", json, b"]"]),
            Some(offset) => {
                let parts = [b"[", name.as_bytes(), b",", json, b",", offset.as_bytes(), b"]"];
                frame(b"2", &Namespace::ROOT, None, &parts)
            }
        }
    }

    /// Encodes an event with any arguments. `args` is JSON with commas between, without brackets, and may be empty.
    pub fn event(nsp: &Namespace, name: &str, args: &str, attachments: &[Bytes]) -> Ready {
        let name = serde_json::json!(name).to_string();
        let comma = if args.is_empty() { "" } else { "," };
        let body = ["[", &name, comma, args, "]"].map(str::as_bytes);
        ready(b"2", b"5", nsp, None, &body, attachments)
    }

    /// Encodes the acknowledgement of event `id`; `args` as in [`Packet::event`].
    pub fn ack(nsp: &Namespace, id: u64, args: &str, attachments: &[Bytes]) -> Ready {
        ready(b"3", b"6", nsp, Some(id), &[b"[", args.as_bytes(), b"]"], attachments)
    }
}

fn ready(
    plain: &[u8],
    binary: &[u8],
    nsp: &Namespace,
    id: Option<u64>,
    body: &[&[u8]],
    attachments: &[Bytes],
) -> Ready {
    if attachments.is_empty() {
        return Ready(frame(plain, nsp, id, body), Vec::new());
    }
    let kind = [binary, attachments.len().to_string().as_bytes(), b"-"].concat();
    let frames = attachments.iter().map(|bytes| ws::frame(Opcode::Binary, bytes)).collect();
    Ready(frame(&kind, nsp, id, body), frames)
}

/// A text frame: Engine.IO's message, the packet's kind, its namespace unless "/", its id and its body.
fn frame(kind: &[u8], nsp: &Namespace, id: Option<u64>, body: &[&[u8]]) -> Bytes {
    let (name, comma): (&[u8], &[u8]) = if nsp.is_root() { (b"", b"") } else { (&nsp.0, b",") };
    let id = id.map(|id| id.to_string()).unwrap_or_default();
    let head: [&[u8]; 5] = [b"4", kind, name, comma, id.as_bytes()];
    let mut parts = [&b""[..]; 5 + 7];
    parts[..5].copy_from_slice(&head);
    parts[5..5 + body.len()].copy_from_slice(body);
    ws::frame_of_parts(Opcode::Text, &parts)
}
