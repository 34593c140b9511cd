//! A server frame: encoded once per wire format and shared by all recipients.

use std::{
    fmt::{Arguments, Write as _},
    sync::{Arc, OnceLock},
};

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

/// Approximate size in bytes of a frame without its data.
const HEAD: usize = 160;

/// A server frame, shared by all recipients and encoded once per wire format.
#[derive(Clone, Debug)]
pub struct Frame(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    kind: Kind,
    json: String,
    /// Position in its stream that a client has reached with this frame.
    reached: Option<(StreamKey, Position)>,
    offset: OnceLock<String>,
    /// Sequence after which a batch begins.
    from: Option<i64>,
    plain: OnceLock<Bytes>,
    socket_io: OnceLock<Bytes>,
    redaction: Option<Redaction>,
}

/// Replacement frame for some viewers. `None` if they receive nothing.
#[derive(Debug)]
struct Redaction {
    from: Vec<UserId>,
    instead: Option<Frame>,
}

impl Frame {
    /// Creates a frame of `kind` from the fields that follow its type, the inside of a JSON object. `data` is the size in
    /// bytes of the data among them.
    fn new(kind: Kind, data: usize, fields: Arguments<'_>, reached: Option<(StreamKey, Position)>) -> Self {
        let mut json = String::with_capacity(HEAD + data);
        // Writing to a string cannot fail.
        let _ = write!(json, "{{\"type\":\"{}\",{fields}}}", kind.name());
        Self::of(kind, json, reached, None, None)
    }

    fn of(
        kind: Kind,
        json: String,
        reached: Option<(StreamKey, Position)>,
        from: Option<i64>,
        redaction: Option<Redaction>,
    ) -> Self {
        let (offset, plain, socket_io) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Self(Arc::new(Shared { kind, json, reached, offset, from, plain, socket_io, redaction }))
    }

    /// Sets the frame that the viewers in `from` receive instead.
    pub fn with_redaction(self, from: Vec<UserId>, instead: Self) -> Self {
        self.redacted(from, Some(instead))
    }

    /// Keeps the frame from the viewers in `from`. Only for frames without a number.
    pub fn withheld(self, from: Vec<UserId>) -> Self {
        if from.is_empty() { self } else { self.redacted(from, None) }
    }

    fn redacted(self, from: Vec<UserId>, instead: Option<Self>) -> Self {
        let Shared { kind, json, reached, from: first, .. } = &*self.0;
        Self::of(*kind, json.clone(), reached.clone(), *first, Some(Redaction { from, instead }))
    }

    /// Returns true if some viewers receive another frame.
    pub fn is_redacted(&self) -> bool {
        self.0.redaction.is_some()
    }

    /// Returns the frame for a viewer; `None` if the viewer receives nothing.
    pub fn for_viewer(&self, viewer: UserId) -> Option<&Self> {
        match &self.0.redaction {
            Some(redaction) if redaction.from.contains(&viewer) => redaction.instead.as_ref(),
            _ => Some(self),
        }
    }

    pub fn event(stream: StreamKey, epoch: impl Into<Arc<str>>, seq: i64, data: &RawValue) -> Self {
        let epoch = epoch.into();
        let fields = format_args!("\"stream\":\"{stream}\",\"epoch\":\"{epoch}\",\"seq\":{seq},\"data\":{data}");
        let reached = (stream, Position { epoch: epoch.clone(), seq });
        Self::new(Kind::Event, data.get().len(), fields, Some(reached))
    }

    pub fn snapshot(stream: StreamKey, epoch: impl Into<Arc<str>>, seq: i64, resync: bool, data: &RawValue) -> Self {
        let epoch = epoch.into();
        let reason = if resync { "resync" } else { "join" };
        let fields = format_args!(
            "\"stream\":\"{stream}\",\"epoch\":\"{epoch}\",\"seq\":{seq},\"reason\":\"{reason}\",\"data\":{data}"
        );
        let reached = (stream, Position { epoch: epoch.clone(), seq });
        Self::new(Kind::Snapshot, data.get().len(), fields, Some(reached))
    }

    /// Creates a batch. `events` are event objects that carry their `seq`, joined with commas.
    pub fn resumed(stream: StreamKey, epoch: impl Into<Arc<str>>, from: i64, seq: i64, events: &str) -> Self {
        let epoch = epoch.into();
        let fields = format_args!(
            "\"stream\":\"{stream}\",\"epoch\":\"{epoch}\",\"from\":{from},\"seq\":{seq},\"events\":[{events}]"
        );
        let reached = (stream, Position { epoch: epoch.clone(), seq });
        let mut frame = Self::new(Kind::Resumed, events.len(), fields, Some(reached));
        if let Some(shared) = Arc::get_mut(&mut frame.0) {
            shared.from = Some(from);
        }
        frame
    }

    pub fn signal(stream: StreamKey, data: &RawValue) -> Self {
        let fields = format_args!("\"stream\":\"{stream}\",\"data\":{data}");
        Self::new(Kind::Signal, data.get().len(), fields, None)
    }

    /// Ends the stream for this subscriber.
    pub fn ended(stream: StreamKey, refusal: &WireError) -> Self {
        let error = json(refusal);
        let fields = format_args!("\"stream\":\"{stream}\",\"error\":{error}");
        Self::new(Kind::Ended, error.get().len(), fields, None)
    }

    pub fn renew(expires_in_ms: i64) -> Self {
        Self::new(Kind::Renew, 0, format_args!("\"expires_in_ms\":{expires_in_ms}"), None)
    }

    pub fn reconnect(delay_ms: u64) -> Self {
        Self::new(Kind::Reconnect, 0, format_args!("\"delay_ms\":{delay_ms}"), None)
    }

    pub fn error(refusal: &WireError) -> Self {
        let error = json(refusal);
        Self::new(Kind::Problem, error.get().len(), format_args!("\"error\":{error}"), None)
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
        let (stream, position) = self.0.reached.as_ref()?;
        Some(self.0.offset.get_or_init(|| position.offset(*stream)))
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
                let Shared { kind, json, .. } = &*self.0;
                let (comma, offset) = match self.offset() {
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
