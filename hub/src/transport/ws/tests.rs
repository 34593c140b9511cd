//! Tests of frames against the rules of RFC 6455.

use bytes::{Bytes, BytesMut};
use proptest::prelude::*;

use super::*;

const KEY: [u8; 4] = [0x37, 0xfa, 0x21, 0x3d];

/// Returns a masked client frame with any first byte.
fn raw(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut out = masked(Opcode::Text, payload, KEY).to_vec();
    out[0] = first;
    out
}

/// Returns all results of a server's decoder for `bytes`, in pieces that end at `cuts`.
fn decode_in_pieces(bytes: &[u8], cuts: &[usize], limit: u32) -> (Vec<Event>, Option<Error>) {
    let mut decoder = Decoder::server(Limits { message: limit });
    let mut buffer = BytesMut::new();
    let mut events = Vec::new();
    let mut from = 0;
    for to in cuts.iter().copied().chain([bytes.len()]) {
        buffer.extend_from_slice(&bytes[from..to]);
        from = to;
        loop {
            match decoder.decode(&mut buffer) {
                Ok(Some(event)) => events.push(event),
                Ok(None) => break,
                Err(error) => return (events, Some(error)),
            }
        }
    }
    (events, None)
}

fn decode(bytes: &[u8]) -> (Vec<Event>, Option<Error>) {
    decode_in_pieces(bytes, &[], 64 * 1024)
}

#[track_caller]
fn refused(bytes: &[u8], code: u16) {
    let (events, error) = decode(bytes);
    assert_eq!(error.map(Error::code), Some(code), "events: {events:?}");
    // The error occurs at the same byte for any split of the bytes.
    let every: Vec<usize> = (0..bytes.len()).collect();
    assert_eq!(decode_in_pieces(bytes, &every, 64 * 1024), (events, error));
}

fn text_event(text: &str) -> Event {
    Event::Text(Bytes::copy_from_slice(text.as_bytes()))
}

#[test]
fn handshake_matches_rfc_example() {
    let headers: [(&str, &[u8]); 4] = [
        ("upgrade", b"WebSocket"),
        ("Connection", b"keep-alive, Upgrade"),
        ("Sec-WebSocket-Key", b"dGhlIHNhbXBsZSBub25jZQ=="),
        ("sec-websocket-version", b"13"),
    ];
    let accepted = accept(true, headers).unwrap();
    assert_eq!(accepted.key(), b"s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    let response = accepted.response();
    assert!(response.starts_with(b"HTTP/1.1 101 "));
    assert!(response.ends_with(b"\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n"));
    assert_eq!(accept(false, headers), Err(HandshakeError::Method));
    for (missing, refusal) in [
        (0, HandshakeError::NotAnUpgrade),
        (1, HandshakeError::NotAnUpgrade),
        (2, HandshakeError::Key),
        (3, HandshakeError::Version),
    ] {
        let rest = headers.into_iter().enumerate().filter(|(i, _)| *i != missing).map(|(_, header)| header);
        assert_eq!(accept(true, rest), Err(refusal));
    }
    let twice = headers.into_iter().chain([("sec-websocket-key", b"dGhlIHNhbXBsZSBub25jZQ==".as_slice())]);
    assert_eq!(accept(true, twice), Err(HandshakeError::Key));
    let short = headers.map(
        |(name, value)| {
            if name == "Sec-WebSocket-Key" { (name, b"c2hvcnQ=".as_slice()) } else { (name, value) }
        },
    );
    assert_eq!(accept(true, short), Err(HandshakeError::Key));
    let old = headers.map(|(name, value)| if value == b"13" { (name, b"8".as_slice()) } else { (name, value) });
    assert_eq!(accept(true, old).map_err(HandshakeError::status), Err(426));
}

#[test]
fn decoder_reads_rfc_examples() {
    let hello = [0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58];
    assert_eq!(decode(&hello), (vec![text_event("Hello")], None));
    assert_eq!(masked(Opcode::Text, b"Hello", KEY), hello.as_slice());
    assert_eq!(text("Hello"), b"\x81\x05Hello".as_slice());

    let mut fragmented = raw(0x01, b"Hel");
    fragmented.extend(raw(0x89, b"are you there"));
    fragmented.extend(raw(0x80, b"lo"));
    let ping = Event::Ping(Bytes::from_static(b"are you there"));
    assert_eq!(decode(&fragmented), (vec![ping, text_event("Hello")], None));
}

#[test]
fn client_decodes_server_frames_of_every_header_length() {
    for len in [0, 1, 125, 126, 127, 65_535, 65_536, 70_000] {
        let payload: Vec<u8> = (0..len).map(|i| i as u8).collect();
        let bytes = frame(Opcode::Binary, &payload);
        assert_eq!(super::payload(&bytes), payload);
        let mut buffer = BytesMut::from(&bytes[..]);
        let mut decoder = Decoder::client(Limits { message: 70_000 });
        assert_eq!(decoder.decode(&mut buffer), Ok(Some(Event::Binary(payload.into()))));
        assert!(decoder.is_idle() && buffer.is_empty());
    }
}

#[test]
fn frame_is_rejected_when_malformed() {
    refused(&raw(0x81 | 0x40, b""), code::PROTOCOL);
    refused(&raw(0x81 | 0x20, b""), code::PROTOCOL);
    refused(&raw(0x89 | 0x10, b""), code::PROTOCOL);
    for opcode in [3, 4, 5, 6, 7, 11, 12, 13, 14, 15] {
        refused(&raw(0x80 | opcode, b""), code::PROTOCOL);
    }
    refused(&text("not masked"), code::PROTOCOL);
    refused(&raw(0x09, b""), code::PROTOCOL);
    refused(&raw(0x89, &[0; 126]), code::PROTOCOL);
    refused(&raw(0x80, b"nothing to continue"), code::PROTOCOL);
    refused(&[raw(0x01, b"a"), raw(0x81, b"b")].concat(), code::PROTOCOL);
    // The same length in more bytes than needed, and a length with its highest bit set.
    refused(&[0x81, 0x80 | 126, 0, 5], code::PROTOCOL);
    refused(&[0x81, 0x80 | 127, 0, 0, 0, 0, 0, 0, 0xff, 0xff], code::PROTOCOL);
    refused(&[0x81, 0x80 | 127, 0x80, 0, 0, 0, 0, 0, 0, 0], code::PROTOCOL);
}

#[test]
fn message_is_rejected_at_its_header_when_too_large() {
    refused(&[0x82, 0x80 | 127, 0, 0, 0, 0, 0, 1, 0, 1], code::TOO_BIG);
    let half = vec![b'x'; 40_000];
    refused(&[raw(0x01, &half), raw(0x80, &half)].concat(), code::TOO_BIG);
    let whole = vec![b'x'; 32 * 1024];
    let (events, error) = decode(&[raw(0x01, &whole), raw(0x80, &whole)].concat());
    assert_eq!((events.len(), error), (1, None));
}

#[test]
fn text_is_rejected_at_first_invalid_utf8_byte() {
    for bad in
        [&b"\xff"[..], b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"ok\x80", b"\xce\xba\xe1\xbd\xb9\xed\xa0"]
    {
        refused(&raw(0x81, bad), code::NOT_UTF8);
    }
    // Incomplete characters are rejected at the end of a message; between its fragments they are allowed.
    refused(&raw(0x81, "κ".as_bytes().split_at(1).0), code::NOT_UTF8);
    let (events, error) =
        decode(&[raw(0x01, b"\xf0\x9f"), raw(0x00, b""), raw(0x00, b"\xa6"), raw(0x80, b"\x80!")].concat());
    assert_eq!((events, error), (vec![text_event("🦀!")], None));
    // An error in a first fragment is reported before the message ends, and before the frame does.
    let long = raw(0x01, &[&b"\xff"[..], &[b'x'; 1000]].concat());
    assert_eq!(decode(&long[..10]).1, Some(Error::NotUtf8));
}

#[test]
fn close_frame_is_rejected_when_its_code_is_invalid() {
    let with = |code: u16, reason: &[u8]| raw(0x88, &[&code.to_be_bytes(), reason].concat());
    assert_eq!(decode(&raw(0x88, b"")).0, [Event::Close { code: None, reason: Bytes::new() }]);
    for good in [1000, 1001, 1002, 1003, 1007, 1011, 1012, 1014, 3000, 3999, 4000, 4999] {
        assert_eq!(
            decode(&with(good, b"bye")).0,
            [Event::Close { code: Some(good), reason: Bytes::from_static(b"bye") }]
        );
    }
    for bad in [0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535] {
        refused(&with(bad, b""), code::PROTOCOL);
    }
    refused(&raw(0x88, b"\x03"), code::PROTOCOL);
    refused(&with(1000, b"\xff"), code::NOT_UTF8);
    // Bytes after a close are ignored.
    assert_eq!(decode(&[with(1000, b""), raw(0x81, b"late")].concat()).0.len(), 1);
}

#[test]
fn control_frames_are_truncated_to_maximum_payload() {
    assert_eq!(ping(&[1; 200]).len(), 127);
    let reason = "é".repeat(100);
    let bytes = close(4408, &reason);
    let (events, error) = {
        let mut decoder = Decoder::client(Limits::default());
        let mut buffer = BytesMut::from(&bytes[..]);
        (decoder.decode(&mut buffer).unwrap(), buffer.len())
    };
    assert_eq!(events, Some(Event::Close { code: Some(4408), reason: "é".repeat(61).into() }));
    assert_eq!(error, 0);
    assert_eq!(close_of(None), b"\x88\x00".as_slice());
}

#[test]
fn decoder_is_small_when_idle() {
    assert!(size_of::<Decoder>() <= 40, "{}", size_of::<Decoder>());
}

fn some_frame() -> impl Strategy<Value = (Event, Vec<u8>)> {
    let cut = prop::collection::vec(any::<prop::sample::Index>(), 0..3);
    let message = (".{0,300}", any::<bool>(), any::<[u8; 4]>(), cut).prop_map(|(text, is_text, key, cuts)| {
        let bytes = text.as_bytes();
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
        cuts.sort_unstable();
        cuts.push(bytes.len());
        let (mut wire, mut from) = (Vec::new(), 0);
        for (i, to) in cuts.iter().copied().enumerate() {
            let opcode = match i {
                0 if is_text => Opcode::Text,
                0 => Opcode::Binary,
                _ => Opcode::Continuation,
            };
            let start = wire.len();
            wire.extend(masked(opcode, &bytes[from..to], key));
            if i + 1 < cuts.len() {
                wire[start] &= 0x7f;
            }
            from = to;
        }
        let payload = Bytes::copy_from_slice(bytes);
        (if is_text { Event::Text(payload) } else { Event::Binary(payload) }, wire)
    });
    let ping = (prop::collection::vec(any::<u8>(), 0..125), any::<[u8; 4]>())
        .prop_map(|(payload, key)| (Event::Ping(payload.clone().into()), masked(Opcode::Ping, &payload, key).to_vec()));
    prop_oneof![4 => message, 1 => ping]
}

fn cuts_of(len: usize, cuts: &[prop::sample::Index]) -> Vec<usize> {
    let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(len + 1)).collect();
    cuts.sort_unstable();
    cuts
}

proptest! {
    #[test]
    fn encoded_frames_decode_the_same_in_any_pieces(
        frames in prop::collection::vec(some_frame(), 1..6),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..12),
    ) {
        let (events, wire): (Vec<_>, Vec<_>) = frames.into_iter().unzip();
        let wire = wire.concat();
        let cuts = cuts_of(wire.len(), &cuts);
        prop_assert_eq!(decode_in_pieces(&wire, &cuts, 64 * 1024), (events, None));
    }

    #[test]
    fn arbitrary_bytes_decode_the_same_in_any_pieces(
        bytes in prop::collection::vec(any::<u8>(), 0..200),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..12),
    ) {
        let whole = decode_in_pieces(&bytes, &[], 100);
        prop_assert_eq!(decode_in_pieces(&bytes, &cuts_of(bytes.len(), &cuts), 100), whole);
    }

    #[test]
    fn masking_in_pieces_equals_masking_at_once(bytes in prop::collection::vec(any::<u8>(), 0..100), key: [u8; 4], at in any::<prop::sample::Index>()) {
        let mut whole = bytes.clone();
        mask::apply(&mut whole, key, 0);
        let mut pieces = bytes.clone();
        let at = at.index(bytes.len() + 1);
        mask::apply(&mut pieces[..at], key, 0);
        mask::apply(&mut pieces[at..], key, at);
        prop_assert_eq!(&pieces, &whole);
        for (i, (before, after)) in bytes.iter().zip(&whole).enumerate() {
            prop_assert_eq!(before ^ key[i % 4], *after);
        }
    }

    #[test]
    fn utf8_in_pieces_matches_standard_library(
        bytes in prop_oneof![prop::collection::vec(any::<u8>(), 0..12), ".{0,6}".prop_map(String::into_bytes)],
        at in any::<prop::sample::Index>(),
    ) {
        let at = at.index(bytes.len() + 1);
        let mut state = utf8::Utf8::default();
        let valid = state.push(&bytes[..at]).and_then(|()| state.push(&bytes[at..])).is_ok() && state.is_whole();
        prop_assert_eq!(valid, std::str::from_utf8(&bytes).is_ok());
    }
}
