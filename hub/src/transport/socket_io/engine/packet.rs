//! Engine.IO v4 packets, alone in a WebSocket frame or joined in a polling payload.

use base64::engine::{DecodePaddingMode, Engine as _, GeneralPurpose, GeneralPurposeConfig, general_purpose::STANDARD};
use bytes::Bytes;

use super::super::Malformed;
use crate::transport::ws;

/// Separator between the packets of a polling payload.
const SEPARATOR: u8 = 0x1e;

/// Base64 as Node reads it: with or without padding.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// One packet. `Ping` and `Pong` carry `probe` during an upgrade, else nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Packet {
    Open(Bytes),
    Close,
    Ping(Bytes),
    Pong(Bytes),
    Text(Bytes),
    Binary(Bytes),
    Upgrade,
    Noop,
}

impl Packet {
    /// Parses the text packet of a WebSocket text frame. `text` is UTF-8.
    pub fn parse(text: &Bytes) -> Result<Self, Malformed> {
        let kind = text.first().ok_or(Malformed::EnginePacket)?;
        let rest = text.slice(1..);
        Ok(match kind {
            b'0' => Self::Open(rest),
            b'1' => Self::Close,
            b'2' => Self::Ping(rest),
            b'3' => Self::Pong(rest),
            b'4' => Self::Text(rest),
            b'5' => Self::Upgrade,
            b'6' => Self::Noop,
            _ => return Err(Malformed::EnginePacket),
        })
    }

    /// Returns the WebSocket frame of this packet.
    pub fn frame(&self) -> Bytes {
        let (kind, rest) = match self {
            Self::Open(rest) => ("0", rest),
            Self::Close => return ws::text("1"),
            Self::Ping(rest) => ("2", rest),
            Self::Pong(rest) => ("3", rest),
            Self::Text(rest) => ("4", rest),
            Self::Upgrade => return ws::text("5"),
            Self::Noop => return ws::text("6"),
            Self::Binary(bytes) => return ws::frame(ws::Opcode::Binary, bytes),
        };
        ws::frame_of_parts(ws::Opcode::Text, &[kind.as_bytes(), rest])
    }
}

/// Parses a polling payload. Stops at the first malformed packet.
pub fn parse_payload(body: &Bytes) -> Result<Vec<Packet>, Malformed> {
    Packets::of_payload(body.clone())?.collect()
}

/// The packets of a polling payload, each parsed on demand.
pub struct Packets {
    rest: Option<Bytes>,
}

impl Packets {
    /// Creates an iterator over a whole payload, which must be UTF-8.
    pub fn of_payload(body: Bytes) -> Result<Self, Malformed> {
        std::str::from_utf8(&body).map_err(|_| Malformed::Encoding)?;
        Ok(Self { rest: Some(body) })
    }

    /// Continues with the rest that [`Packets::into_rest`] returned.
    pub fn of_rest(rest: Bytes) -> Self {
        Self { rest: Some(rest) }
    }

    /// Returns the packets not yet parsed, or `None` if there are none.
    pub fn into_rest(self) -> Option<Bytes> {
        self.rest
    }
}

impl Iterator for Packets {
    type Item = Result<Packet, Malformed>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut piece = self.rest.take()?;
        if let Some(end) = piece.iter().position(|&b| b == SEPARATOR) {
            self.rest = Some(piece.slice(end + 1..));
            piece.truncate(end);
        }
        Some(match piece.split_first() {
            Some((b'b', base64)) => {
                LENIENT.decode(base64).map(|bytes| Packet::Binary(bytes.into())).map_err(|_| Malformed::Encoding)
            }
            _ => Packet::parse(&piece),
        })
    }
}

/// Builds a polling payload from ready frames: drops WebSocket headers, encodes binary in base64.
pub fn payload<'a>(frames: impl IntoIterator<Item = &'a Bytes>) -> Bytes {
    let mut body = Vec::new();
    for frame in frames {
        if !body.is_empty() {
            body.push(SEPARATOR);
        }
        let packet = ws::payload(frame);
        if ws::is_text(frame) {
            body.extend_from_slice(&packet);
        } else {
            body.push(b'b');
            body.extend_from_slice(STANDARD.encode(&packet).as_bytes());
        }
    }
    body.into()
}
