//! Encodes frames. A server's frame has no mask, so all recipients share one `Bytes`.

use bytes::{Buf as _, Bytes};

use super::{Opcode, mask};

/// Encodes one complete frame around `payload`, in one allocation.
pub fn frame(opcode: Opcode, payload: &[u8]) -> Bytes {
    frame_of_parts(opcode, &[payload])
}

/// Encodes one complete frame around the concatenated parts, in one allocation.
pub fn frame_of_parts(opcode: Opcode, parts: &[&[u8]]) -> Bytes {
    let len = parts.iter().map(|part| part.len()).sum();
    let mut out = Vec::with_capacity(head_len(len) + len);
    head(&mut out, opcode, len, false);
    for part in parts {
        out.extend_from_slice(part);
    }
    out.into()
}

/// Encodes a text frame.
pub fn text(text: &str) -> Bytes {
    frame(Opcode::Text, text.as_bytes())
}

/// Encodes a ping. Cuts `payload` at 125 bytes, the maximum of a control frame.
pub fn ping(payload: &[u8]) -> Bytes {
    frame(Opcode::Ping, &payload[..payload.len().min(125)])
}

/// Encodes a pong with the ping's payload.
pub fn pong(payload: &[u8]) -> Bytes {
    frame(Opcode::Pong, &payload[..payload.len().min(125)])
}

/// Encodes a close frame. Cuts `reason` at 123 bytes, at a character boundary.
pub fn close(code: u16, reason: &str) -> Bytes {
    let reason = &reason[..reason.floor_char_boundary(123)];
    frame_of_parts(Opcode::Close, &[&code.to_be_bytes(), reason.as_bytes()])
}

/// Encodes the reply to a peer's close frame: the same code, or an empty frame if there was none.
pub fn close_of(code: Option<u16>) -> Bytes {
    code.map_or_else(|| frame(Opcode::Close, &[]), |code| close(code, ""))
}

/// Encodes a client's frame, masked with `key`.
pub fn masked(opcode: Opcode, payload: &[u8], key: [u8; 4]) -> Bytes {
    let mut out = Vec::with_capacity(head_len(payload.len()) + 4 + payload.len());
    head(&mut out, opcode, payload.len(), true);
    out.extend_from_slice(&key);
    let start = out.len();
    out.extend_from_slice(payload);
    mask::apply(&mut out[start..], key, 0);
    out.into()
}

/// Returns the payload of a frame from this encoder, without a copy.
pub fn payload(frame: &Bytes) -> Bytes {
    let mut payload = frame.clone();
    let head = match frame.get(1).map_or(0, |len| len & 0x7f) {
        126 => 4,
        127 => 10,
        _ => 2,
    };
    payload.advance(head.min(frame.len()));
    payload
}

/// Returns true if a frame from this encoder is text.
pub fn is_text(frame: &[u8]) -> bool {
    frame.first().is_some_and(|first| first & 0x0f == Opcode::Text as u8)
}

fn head_len(len: usize) -> usize {
    match len {
        0..=125 => 2,
        126..=0xffff => 4,
        _ => 10,
    }
}

fn head(out: &mut Vec<u8>, opcode: Opcode, len: usize, masked: bool) {
    let mask = if masked { 0x80 } else { 0 };
    out.push(0x80 | opcode as u8);
    match len {
        0..=125 => out.push(mask | len as u8),
        126..=0xffff => {
            out.push(mask | 126);
            out.extend_from_slice(&(len as u16).to_be_bytes());
        }
        _ => {
            out.push(mask | 127);
            out.extend_from_slice(&(len as u64).to_be_bytes());
        }
    }
}
