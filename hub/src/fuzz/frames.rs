//! WebSocket frames, the handshake, and endpoint paths.

use bytes::{Bytes, BytesMut};
use store::testing::fuzz::Fuzz;

use crate::{
    protocol::StreamKey,
    transport::{
        endpoint::{Credential, Endpoint, parse_endpoint},
        socket_io::{Sid, engine},
        ws::{self, Decoder, Event, Limits, Opcode},
    },
};

/// Maximum message size in bytes, small so that inputs exceed it.
const LIMIT: u32 = 1_000;

/// Returns all events read from consecutive `pieces`.
fn read<'a>(mut decoder: Decoder, pieces: impl Iterator<Item = &'a [u8]>) -> (Vec<Event>, Option<ws::Error>) {
    let (mut buffer, mut events) = (BytesMut::new(), Vec::new());
    for piece in pieces {
        buffer.extend_from_slice(piece);
        loop {
            match decoder.decode(&mut buffer) {
                Ok(Some(event)) => events.push(event),
                Ok(None) => break,
                Err(error) => return (events, Some(error)),
            }
        }
        assert!(buffer.len() <= LIMIT as usize + 14, "no more waits than a frame's head and a whole message");
    }
    (events, None)
}

#[test]
fn frames_decode_the_same_in_any_pieces() {
    // Two lists of events, which double as they grow: a frame of two bytes is an event of forty.
    let fuzz = Fuzz::corpus(include_str!("corpus/frames.txt")).memory(256 * 1024, 128);
    fuzz.check(|input| {
        let Some((side, bytes)) = input.split_first() else { return (0, None) };
        let decoder = || {
            let limits = Limits { message: LIMIT };
            if side & 1 == 0 { Decoder::server(limits) } else { Decoder::client(limits) }
        };
        let whole = read(decoder(), std::iter::once(bytes));
        let size = usize::from(side >> 1) + 2;
        for size in [1, size] {
            assert_eq!(read(decoder(), bytes.chunks(size)), whole, "in pieces of {size}");
        }
        for event in &whole.0 {
            match event {
                Event::Text(text) => assert!(text.len() <= LIMIT as usize && std::str::from_utf8(text).is_ok()),
                Event::Binary(bytes) => assert!(bytes.len() <= LIMIT as usize),
                Event::Ping(payload) | Event::Pong(payload) => assert!(payload.len() <= 125),
                Event::Close { code, reason } => {
                    assert!(
                        std::str::from_utf8(reason).is_ok() && code.is_none_or(|code| (1_000..5_000).contains(&code))
                    );
                }
            }
        }
        (whole.0.len(), whole.1.map(|error| error.to_string()))
    });
}

#[test]
fn encoded_frames_decode_to_their_payload() {
    Fuzz::corpus(include_str!("corpus/frames.txt")).and(vec![b'x'; 70_000]).check(|input| {
        let limits = Limits { message: u32::MAX };
        let payload = Bytes::copy_from_slice(input);
        let key = [1, 2, input.first().copied().unwrap_or(3), 4];
        let mut kinds = vec![(Opcode::Binary, Event::Binary(payload.clone()))];
        if std::str::from_utf8(input).is_ok() {
            kinds.push((Opcode::Text, Event::Text(payload.clone())));
        }
        if input.len() <= 125 {
            kinds.extend([(Opcode::Ping, Event::Ping(payload.clone())), (Opcode::Pong, Event::Pong(payload))]);
        }
        for (opcode, expected) in kinds {
            for (mut decoder, frame) in [
                (Decoder::client(limits), ws::frame(opcode, input)),
                (Decoder::server(limits), ws::masked(opcode, input, key)),
            ] {
                let mut buffer = BytesMut::from(&frame[..]);
                assert_eq!(decoder.decode(&mut buffer), Ok(Some(expected.clone())));
                assert!(buffer.is_empty() && decoder.is_idle());
            }
        }
        input.len() / 100
    });
}

#[test]
fn handshake_is_accepted_with_single_nonce_or_rejected() {
    Fuzz::corpus(include_str!("corpus/handshakes.txt")).check(|input| {
        let lines = input.split(|byte| *byte == b'\n').filter_map(|line| {
            let colon = line.iter().position(|byte| *byte == b':')?;
            Some((std::str::from_utf8(&line[..colon]).ok()?, &line[colon + 1..]))
        });
        let headers: Vec<(&str, &[u8])> = lines.collect();
        assert_eq!(ws::accept(false, headers.iter().copied()), Err(ws::HandshakeError::Method));
        let judged = ws::accept(true, headers.iter().copied());
        if let Ok(accepted) = &judged {
            let keys: Vec<_> =
                headers.iter().filter(|(name, _)| name.eq_ignore_ascii_case("sec-websocket-key")).collect();
            assert_eq!(keys.len(), 1);
            assert_eq!(accepted.key(), ws::accept_key(keys[0].1.trim_ascii()));
            let response = accepted.response();
            assert!(response.ends_with(b"\r\n\r\n") && response.iter().filter(|byte| **byte == b'\n').count() == 5);
        }
        judged.map_err(|refusal| refusal.status()).map(drop)
    });
}

fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

#[test]
fn endpoint_path_round_trips() {
    Fuzz::corpus(include_str!("corpus/paths.txt")).check(|input| {
        let text = String::from_utf8_lossy(input);
        let (path, query) = text.split_once('?').unwrap_or((&text, ""));
        let opened = parse_endpoint(path, query);
        if let Ok(Endpoint::Plain { stream, since, credential }) = &opened {
            let mut again = match stream {
                StreamKey::Chat(chat) => format!("/ws/chat/users/{chat}/?"),
                StreamKey::Chats(user) => format!("/ws/group-list?type=users&id={user}"),
                StreamKey::Friends(user) => format!("/ws/friends/?id={user}"),
                StreamKey::Availability(company) => format!("/ws/availability/{company}/?"),
                StreamKey::Orders(company) => format!("/ws/orders/{company}/?"),
                StreamKey::Notifications(user) => format!("/ws/notifications/?id={user}"),
                StreamKey::Order(order) => format!("/ws/order/{order}/?"),
                StreamKey::Reel(reel) => format!("/ws/reels/{reel}/?"),
                StreamKey::Ticket(ticket) => format!("/ws/tickets/{ticket}/?"),
            };
            if let Some(since) = since {
                again += &format!("&epoch={}&seq={}", encoded(&since.epoch), since.seq);
            }
            match credential {
                Some(Credential::Token(token)) => again += &format!("&token={}", encoded(token)),
                Some(Credential::Ticket(ticket)) => again += &format!("&ticket={}", encoded(ticket)),
                None => {}
            }
            let (path, query) = again.split_once('?').unwrap();
            assert_eq!(parse_endpoint(path, query), opened, "{again}");
        }
        opened.map(drop).map_err(|refusal| refusal.code)
    });
}

#[test]
fn session_query_is_parsed_or_rejected_with_code() {
    Fuzz::corpus(include_str!("corpus/queries.txt")).check(|input| {
        let text = String::from_utf8_lossy(input);
        if let Some(sid) = Sid::parse(&text) {
            assert_eq!(sid.to_string(), text);
        }
        [(false, false), (true, false), (true, true), (false, true)].map(|(is_get, is_websocket)| {
            match engine::Query::parse(&text, is_get, is_websocket) {
                Ok(engine::Query::Open(_)) => 1,
                Ok(engine::Query::Resume(_, sid)) => {
                    assert_eq!(Sid::parse(&sid.to_string()), Some(sid));
                    2
                }
                Err(refusal) => refusal.status(),
            }
        })
    });
}
