//! A server frame: encoded once per wire format and shared by all recipients.

use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use serde_json::value::RawValue;
use store::types::ids::UserId;

use super::{Position, StreamKey, WireError, json};
use crate::transport::ws;

/// Kind of a frame. Determines its event name on Socket.IO and its handling in a full queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Snapshot,
    Resumed,
    Event,
    Signal,
    Ended,
    Renew,
    Reconnect,
    Problem,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Self::Snapshot => "snapshot",
            Self::Resumed => "resumed",
            Self::Event => "event",
            Self::Signal => "signal",
            Self::Ended => "ended",
            Self::Renew => "renew",
            Self::Reconnect => "reconnect",
            Self::Problem => "problem",
        }
    }
}

/// A server frame, shared by all recipients and encoded once per wire format.
#[derive(Clone, Debug)]
pub struct Frame(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    kind: Kind,
    json: String,
    offset: Option<String>,
    /// Sequence after which a batch begins.
    from: Option<i64>,
    plain: OnceLock<Bytes>,
    socket_io: OnceLock<Bytes>,
    redaction: Option<Redaction>,
}

/// Replacement frame for some viewers.
#[derive(Debug)]
struct Redaction {
    from: Vec<UserId>,
    instead: Frame,
}

impl Frame {
    /// Creates a frame of `kind` from the fields that follow its type. `fields` is the inside of a JSON object.
    fn new(kind: Kind, fields: &str, offset: Option<String>) -> Self {
        let json = format!("{{\"type\":\"{}\",{fields}}}", kind.name());
        let (plain, socket_io) = (OnceLock::new(), OnceLock::new());
        Self(Arc::new(Shared { kind, json, offset, from: None, plain, socket_io, redaction: None }))
    }

    /// Sets the frame that the viewers in `from` receive instead.
    pub fn with_redaction(self, from: Vec<UserId>, instead: Self) -> Self {
        let Shared { kind, json, offset, from: first, .. } = &*self.0;
        let (plain, socket_io) = (OnceLock::new(), OnceLock::new());
        let redaction = Some(Redaction { from, instead });
        let (json, offset) = (json.clone(), offset.clone());
        Self(Arc::new(Shared { kind: *kind, json, offset, from: *first, plain, socket_io, redaction }))
    }

    /// Returns true if some viewers receive another frame.
    pub fn is_redacted(&self) -> bool {
        self.0.redaction.is_some()
    }

    /// Returns the frame for a viewer.
    pub fn for_viewer(&self, viewer: UserId) -> &Self {
        match &self.0.redaction {
            Some(redaction) if redaction.from.contains(&viewer) => &redaction.instead,
            _ => self,
        }
    }

    pub fn event(stream: StreamKey, epoch: &str, seq: i64, data: &RawValue) -> Self {
        let fields = format!("\"stream\":\"{stream}\",\"epoch\":\"{epoch}\",\"seq\":{seq},\"data\":{data}");
        Self::new(Kind::Event, &fields, Some(Position::offset(stream, epoch, seq)))
    }

    pub fn snapshot(stream: StreamKey, epoch: &str, seq: i64, resync: bool, data: &RawValue) -> Self {
        let reason = if resync { "resync" } else { "join" };
        let fields = format!(
            "\"stream\":\"{stream}\",\"epoch\":\"{epoch}\",\"seq\":{seq},\"reason\":\"{reason}\",\"data\":{data}"
        );
        Self::new(Kind::Snapshot, &fields, Some(Position::offset(stream, epoch, seq)))
    }

    /// Creates a batch. `events` are event objects that carry their `seq`, joined with commas.
    pub fn resumed(stream: StreamKey, epoch: &str, from: i64, seq: i64, events: &str) -> Self {
        let fields = format!(
            "\"stream\":\"{stream}\",\"epoch\":\"{epoch}\",\"from\":{from},\"seq\":{seq},\"events\":[{events}]"
        );
        let mut frame = Self::new(Kind::Resumed, &fields, Some(Position::offset(stream, epoch, seq)));
        if let Some(shared) = Arc::get_mut(&mut frame.0) {
            shared.from = Some(from);
        }
        frame
    }

    pub fn signal(stream: StreamKey, data: &RawValue) -> Self {
        Self::new(Kind::Signal, &format!("\"stream\":\"{stream}\",\"data\":{data}"), None)
    }

    /// Ends the stream for this subscriber.
    pub fn ended(stream: StreamKey, refusal: &WireError) -> Self {
        Self::new(Kind::Ended, &format!("\"stream\":\"{stream}\",\"error\":{}", json(refusal)), None)
    }

    pub fn renew(expires_in_ms: i64) -> Self {
        Self::new(Kind::Renew, &format!("\"expires_in_ms\":{expires_in_ms}"), None)
    }

    pub fn reconnect(delay_ms: u64) -> Self {
        Self::new(Kind::Reconnect, &format!("\"delay_ms\":{delay_ms}"), None)
    }

    pub fn error(refusal: &WireError) -> Self {
        Self::new(Kind::Problem, &format!("\"error\":{}", json(refusal)), None)
    }

    pub fn kind(&self) -> Kind {
        self.0.kind
    }

    /// Returns the sequence after which a batch begins.
    pub fn from(&self) -> Option<i64> {
        self.0.from
    }

    /// Returns the offset for Socket.IO's connection state recovery. Signals and control frames have none.
    pub fn offset(&self) -> Option<&str> {
        self.0.offset.as_deref()
    }

    pub fn json(&self) -> &str {
        &self.0.json
    }

    /// Returns the size in a queue in bytes, about the same on either wire.
    pub fn size(&self) -> usize {
        self.0.json.len() + 4
    }

    /// Returns the complete WebSocket frame for a plain socket.
    pub fn plain(&self) -> Bytes {
        self.0.plain.get_or_init(|| ws::text(&self.0.json)).clone()
    }

    /// Returns the complete WebSocket frame for a Socket.IO connection: the packet `42["event",{…},"<offset>"]` in
    /// namespace `/`.
    pub fn socket_io(&self) -> Bytes {
        self.0
            .socket_io
            .get_or_init(|| {
                let Shared { kind, json, offset, .. } = &*self.0;
                let (comma, offset) = match offset {
                    Some(offset) => (",\"", format!("{offset}\"]")),
                    None => ("]", String::new()),
                };
                let head = format!("42[\"{}\",", kind.name());
                ws::frame_of_parts(
                    ws::Opcode::Text,
                    &[head.as_bytes(), json.as_bytes(), comma.as_bytes(), offset.as_bytes()],
                )
            })
            .clone()
    }

    /// Returns the same Socket.IO packet without the WebSocket header, for long-polling.
    pub fn packet(&self) -> Bytes {
        ws::payload(&self.socket_io())
    }
}

#[cfg(test)]
mod tests {
    use store::types::ids::ChatId;

    use super::*;

    #[test]
    fn frame_is_the_same_packet_on_every_wire() {
        let frame = Frame::event(StreamKey::Chat(ChatId(7)), "e1", 12, &json(&"hi"));
        let object = r#"{"type":"event","stream":"chat:7","epoch":"e1","seq":12,"data":"hi"}"#;
        assert_eq!(frame.json(), object);
        assert_eq!(ws::payload(&frame.plain()), object.as_bytes());
        assert_eq!(frame.packet(), format!(r#"42["event",{object},"chat:7/12/e1"]"#).as_bytes());
        assert_eq!(
            Position::from_offset("chat:7/12/e1"),
            Some((StreamKey::Chat(ChatId(7)), Position { epoch: "e1".into(), seq: 12 }))
        );
    }
}
