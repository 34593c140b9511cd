//! Frames, ready to be written. A server's frame carries no mask, so one `Bytes` serves every socket it goes to.

use bytes::{Buf as _, Bytes};

use super::{Opcode, mask};

/// One whole frame around `payload`, in one allocation.
pub fn frame(opcode: Opcode, payload: &[u8]) -> Bytes {
    frame_of_parts(opcode, &[payload])
}

/// One whole frame around the parts, one after the other, in one allocation.
pub fn frame_of_parts(opcode: Opcode, parts: &[&[u8]]) -> Bytes {
    let len = parts.iter().map(|part| part.len()).sum();
    let mut out = Vec::with_capacity(head_len(len) + len);
    head(&mut out, opcode, len, false);
    for part in parts {
        out.extend_from_slice(part);
    }
    out.into()
}

/// A text frame.
pub fn text(text: &str) -> Bytes {
    frame(Opcode::Text, text.as_bytes())
}

/// A ping. `payload` past 125 bytes is cut: control frames hold no more.
pub fn ping(payload: &[u8]) -> Bytes {
    frame(Opcode::Ping, &payload[..payload.len().min(125)])
}

/// The answer to a ping, with the same payload.
pub fn pong(payload: &[u8]) -> Bytes {
    frame(Opcode::Pong, &payload[..payload.len().min(125)])
}

/// A close frame. `reason` past 123 bytes is cut at a character.
pub fn close(code: u16, reason: &str) -> Bytes {
    let reason = &reason[..reason.floor_char_boundary(123)];
    frame_of_parts(Opcode::Close, &[&code.to_be_bytes(), reason.as_bytes()])
}

/// The answer to a peer's close frame: its code again, or an empty frame where it gave none.
pub fn close_of(code: Option<u16>) -> Bytes {
    code.map_or_else(|| frame(Opcode::Close, &[]), |code| close(code, ""))
}

/// A client's frame: masked with `key`.
pub fn masked(opcode: Opcode, payload: &[u8], key: [u8; 4]) -> Bytes {
    let mut out = Vec::with_capacity(head_len(payload.len()) + 4 + payload.len());
    head(&mut out, opcode, payload.len(), true);
    out.extend_from_slice(&key);
    let start = out.len();
    out.extend_from_slice(payload);
    mask::apply(&mut out[start..], key, 0);
    out.into()
}

/// What a frame made here holds, without a copy.
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

/// Whether a frame made here is text.
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
