//! Parser of unmasked frames of a server (RFC 6455 §5.2), without copies.

use super::Disconnect;

/// A snapshot of 50 messages of 4,000 characters of 4 bytes fits many times.
const MAX_MESSAGE_SIZE: usize = 16 << 20;
const MAX_CONTROL_PAYLOAD: usize = 125;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Continuation,
    Text,
    Binary,
    Close,
    Ping,
    Pong,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame<'a> {
    /// True if no fragment follows.
    pub is_last: bool,
    pub kind: Kind,
    /// The whole frame, including its header.
    pub bytes: &'a [u8],
    pub payload: &'a [u8],
}

/// Length of the header and of the whole frame.
struct Extent {
    head: usize,
    whole: usize,
}

/// Extent of the first frame. The error is the number of header bytes needed to determine it.
fn extent(bytes: &[u8]) -> Result<Extent, usize> {
    let short = bytes.get(1).ok_or(2_usize)? & 0x7f;
    let (head, payload) = match short {
        126 => (4, usize::from(u16::from_be_bytes(*bytes.get(2..).and_then(<[u8]>::first_chunk).ok_or(4_usize)?))),
        127 => {
            let length = u64::from_be_bytes(*bytes.get(2..).and_then(<[u8]>::first_chunk).ok_or(10_usize)?);
            (10, usize::try_from(length).unwrap_or(usize::MAX))
        }
        _ => (2, usize::from(short)),
    };
    Ok(Extent { head, whole: head.saturating_add(payload) })
}

/// Number of bytes missing from the first frame, or from its header.
pub fn missing(bytes: &[u8]) -> Result<usize, Disconnect> {
    let needed = match extent(bytes) {
        Ok(Extent { head, whole }) => {
            check_size(whole - head)?;
            whole
        }
        Err(head) => head,
    };
    Ok(needed.saturating_sub(bytes.len()))
}

/// Parses the first frame; `None` if it is incomplete.
pub fn read(bytes: &[u8]) -> Result<Option<Frame<'_>>, Disconnect> {
    let invalid = |what: &str| Err(Disconnect::Invalid(what.to_owned()));
    let [first, second, ..] = *bytes else { return Ok(None) };
    if first & 0x70 != 0 {
        return invalid("a frame of an extension that was not negotiated");
    }
    if second & 0x80 != 0 {
        return invalid("a masked frame");
    }
    let is_last = first & 0x80 != 0;
    let kind = match first & 0x0f {
        0 => Kind::Continuation,
        1 => Kind::Text,
        2 => Kind::Binary,
        8 => Kind::Close,
        9 => Kind::Ping,
        10 => Kind::Pong,
        other => return invalid(&format!("a frame of unknown kind {other}")),
    };
    let Ok(Extent { head, whole }) = extent(bytes) else { return Ok(None) };
    check_size(whole - head)?;
    if matches!(kind, Kind::Close | Kind::Ping | Kind::Pong) && (!is_last || whole - head > MAX_CONTROL_PAYLOAD) {
        return invalid("a control frame that is too long or fragmented");
    }
    Ok(bytes.get(..whole).map(|bytes| Frame { is_last, kind, bytes, payload: &bytes[head..] }))
}

pub fn check_size(size: usize) -> Result<(), Disconnect> {
    if size > MAX_MESSAGE_SIZE {
        Err(Disconnect::Invalid(format!("a message of more than {MAX_MESSAGE_SIZE} bytes")))
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An unmasked frame with a payload of `size` bytes.
    fn frame(first: u8, size: usize) -> Vec<u8> {
        let mut bytes = vec![first];
        match size {
            0..126 => bytes.push(size as u8),
            126..65_536 => bytes.extend([&[126][..], &(size as u16).to_be_bytes()].concat()),
            _ => bytes.extend([&[127][..], &(size as u64).to_be_bytes()].concat()),
        }
        bytes.resize(bytes.len() + size, b'x');
        bytes
    }

    #[test]
    fn frame_of_any_length_is_parsed_when_complete() {
        for size in [0, 1, 125, 126, 65_535, 65_536] {
            let bytes = frame(0x81, size);
            let read = read(&[&bytes, &b"more"[..]].concat())
                .unwrap()
                .map(|frame| (frame.kind, frame.bytes.len(), frame.payload.len()));
            assert_eq!(read, Some((Kind::Text, bytes.len(), size)));
            assert_eq!(missing(&bytes).unwrap(), 0);
        }
    }

    #[test]
    fn missing_bytes_lead_to_the_whole_frame() {
        for size in [0, 5, 300, 70_000] {
            let bytes = frame(0x81, size);
            for begin in (0..bytes.len()).step_by(1 + size / 1_000) {
                let mut end = begin;
                while let missing @ 1.. = missing(&bytes[..end]).unwrap() {
                    assert_eq!(read(&bytes[..end]).unwrap(), None);
                    end += missing;
                }
                assert_eq!(end, bytes.len());
            }
        }
    }

    #[test]
    fn invalid_server_frame_is_rejected() {
        let too_long = [&[0x81, 127][..], &(MAX_MESSAGE_SIZE as u64 + 1).to_be_bytes()].concat();
        for bytes in [&b"\x81\x81abcdx"[..], b"\xc1\x01x", b"\x83\x00", b"\x09\x00", &frame(0x89, 126), &too_long] {
            assert!(matches!(read(bytes), Err(Disconnect::Invalid(_))), "{bytes:x?}");
        }
        assert!(missing(&too_long).is_err());
        assert!(missing(&[0x81, 127, 255, 255, 255, 255, 255, 255, 255, 255]).is_err());
    }
}
