//! Tests of an Engine.IO session against its protocol.

use bytes::Bytes;
use proptest::prelude::*;

use super::super::{
    Malformed, Sid,
    engine::{Packet, *},
};
use crate::transport::ws;

const CONFIG: Config = Config {
    ping_interval: 300,
    ping_timeout: 200,
    upgrade_timeout: 1_000,
    connect_timeout: 1_000,
    close_timeout: 2_000,
    max_payload: 1_000,
    queue: 100,
};

fn b(text: &'static str) -> Bytes {
    Bytes::from_static(text.as_bytes())
}

fn open(transport: Transport) -> Session {
    Session::open(Sid::new(3), transport, 0, &CONFIG).0
}

fn message(text: &'static str) -> Bytes {
    Packet::Text(b(text)).frame()
}

#[test]
fn payload_matches_protocol_examples() {
    let packets = [Packet::Text(b("hello")), Packet::Ping(b("")), Packet::Binary(Bytes::from_static(&[1, 2, 3, 4]))];
    let frames: Vec<Bytes> = packets.iter().map(Packet::frame).collect();
    let body = payload(&frames);
    assert_eq!(body, b("4hello\x1e2\x1ebAQIDBA=="));
    assert_eq!(parse_payload(&body), Ok(packets.to_vec()));
    assert_eq!(parse_payload(&b("bAQIDBA")).unwrap(), [Packet::Binary(Bytes::from_static(&[1, 2, 3, 4]))]);
}

#[test]
fn payload_is_rejected_when_malformed() {
    for (body, error) in [
        (b("abc"), Malformed::EnginePacket),
        (b(""), Malformed::EnginePacket),
        (b("4a\x1e"), Malformed::EnginePacket),
        (b("7"), Malformed::EnginePacket),
        (b("b!"), Malformed::Encoding),
        (Bytes::from_static(b"4\xff"), Malformed::Encoding),
    ] {
        assert_eq!(parse_payload(&body), Err(error), "{body:?}");
    }
}

#[test]
fn request_is_validated_by_its_query() {
    let sid = Sid::new(7);
    let judge = Query::parse;
    assert_eq!(judge("EIO=4&transport=polling&t=abc", true, false), Ok(Query::Open(Transport::Polling)));
    assert_eq!(judge("EIO=4&transport=websocket", true, true), Ok(Query::Open(Transport::WebSocket)));
    let resume = format!("transport=websocket&EIO=4&sid={sid}");
    assert_eq!(judge(&resume, true, true), Ok(Query::Resume(Transport::WebSocket, sid)));
    assert_eq!(judge("transport=polling", true, false), Err(EngineError::UnsupportedProtocol));
    assert_eq!(judge("EIO=3&transport=polling", true, false), Err(EngineError::UnsupportedProtocol));
    assert_eq!(judge("EIO=4", true, false), Err(EngineError::UnknownTransport));
    assert_eq!(judge("EIO=4&transport=abc", true, true), Err(EngineError::UnknownTransport));
    assert_eq!(judge("EIO=4&transport=websocket", true, false), Err(EngineError::BadRequest));
    assert_eq!(judge("EIO=4&transport=polling", false, false), Err(EngineError::HandshakeMethod));
    assert_eq!(judge("EIO=4&transport=polling&sid=abc", true, false), Err(EngineError::UnknownSid));
    assert_eq!(EngineError::UnknownSid.body(), r#"{"code":1,"message":"Session ID unknown"}"#);
}

#[test]
fn session_id_contains_shard_and_round_trips() {
    for shard in [0, 1, 513, u16::MAX] {
        let sid = Sid::new(shard);
        assert_eq!(sid.shard(), shard);
        assert_eq!(Sid::parse(&sid.to_string()), Some(sid));
    }
    for bad in ["", "abc", "AAAAAAAAAAAAAAAAAAAAA!", "AAAAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAA\u{e9}"] {
        assert_eq!(Sid::parse(bad), None, "{bad}");
    }
    assert!(!format!("{:?}", Sid::new(1)).contains(&Sid::new(1).to_string()));
}

#[test]
fn open_packet_lists_session_parameters() {
    let sid = Sid::new(0);
    let (_, frame) = Session::open(sid, Transport::Polling, 0, &CONFIG);
    let expected = format!(
        r#"0{{"sid":"{sid}","upgrades":["websocket"],"pingInterval":300,"pingTimeout":200,"maxPayload":1000}}"#
    );
    assert_eq!(payload([&frame]), expected);
    let (_, frame) = Session::open(sid, Transport::WebSocket, 0, &CONFIG);
    assert!(ws::payload(&frame).windows(13).any(|part| part == br#""upgrades":[]"#));
}

#[test]
fn poll_is_held_when_queue_is_empty() {
    let mut session = open(Transport::Polling);
    assert_eq!(session.send(message("a"), &CONFIG), Sent::Queued);
    assert_eq!(session.send(message("b"), &CONFIG), Sent::Queued);
    assert_eq!(session.release(), None);
    assert_eq!(session.poll(1, &CONFIG), Polled::Answer(b("4a\x1e4b")));
    assert_eq!(session.poll(2, &CONFIG), Polled::Hold);
    assert_eq!(session.release(), None);
    session.send(message("c"), &CONFIG);
    assert_eq!(session.release(), Some(b("4c")));
    assert_eq!(session.release(), None);
}

#[test]
fn session_ends_when_a_poll_overlaps_or_is_lost() {
    let mut session = open(Transport::Polling);
    assert_eq!(session.poll(1, &CONFIG), Polled::Hold);
    assert_eq!(session.poll(2, &CONFIG), Polled::Overlap(b("1"), EngineError::BadRequest));
    assert!(session.is_over());
    assert_eq!(session.poll(3, &CONFIG), Polled::Refuse(EngineError::UnknownSid));

    let mut session = open(Transport::Polling);
    session.poll_lost();
    assert!(session.is_open(), "no poll was held");
    session.poll(1, &CONFIG);
    session.poll_lost();
    assert!(session.is_over());
}

#[test]
fn queue_is_bounded_when_client_does_not_poll() {
    let mut session = open(Transport::Polling);
    let large = ws::text(&"x".repeat(60));
    assert_eq!(session.send(large.clone(), &CONFIG), Sent::Queued);
    assert_eq!(session.send(large.clone(), &CONFIG), Sent::Full);
    session.poll(1, &CONFIG);
    assert_eq!(session.send(large, &CONFIG), Sent::Queued);
}

#[test]
fn session_lasts_while_pings_are_answered() {
    for transport in [Transport::Polling, Transport::WebSocket] {
        let mut session = open(transport);
        assert_eq!(session.tick(299, &CONFIG), Ticked::Nothing);
        assert_eq!(session.tick(310, &CONFIG), Ticked::Ping(ws::text("2")));
        assert_eq!(session.tick(320, &CONFIG), Ticked::Nothing);
        assert_eq!(session.receive(Packet::Pong(b("")), 400, &CONFIG), Ok(Received::Nothing));
        assert_eq!(session.tick(699, &CONFIG), Ticked::Nothing);
        assert_eq!(session.tick(700, &CONFIG), Ticked::Ping(ws::text("2")));
        assert_eq!(session.tick(899, &CONFIG), Ticked::Nothing);
        assert_eq!(session.tick(900, &CONFIG), Ticked::Timeout);
        assert!(session.is_over());
        assert_eq!(session.tick(5_000, &CONFIG), Ticked::Nothing);
    }
}

#[test]
fn other_packet_extends_ping_timeout_once() {
    let mut session = open(Transport::WebSocket);
    session.tick(300, &CONFIG);
    assert_eq!(session.receive(Packet::Text(b("x")), 450, &CONFIG), Ok(Received::Text(b("x"))));
    assert_eq!(session.tick(649, &CONFIG), Ticked::Nothing);
    session.receive(Packet::Text(b("y")), 640, &CONFIG).unwrap();
    assert_eq!(session.tick(650, &CONFIG), Ticked::Timeout);
}

#[test]
fn poll_returns_ping_before_deadline_and_fails_after() {
    let mut session = open(Transport::Polling);
    assert_eq!(session.poll(300, &CONFIG), Polled::Answer(b("2")));
    assert_eq!(session.poll(500, &CONFIG), Polled::Refuse(EngineError::UnknownSid));
    let mut session = open(Transport::Polling);
    assert_eq!(session.poll(500, &CONFIG), Polled::Refuse(EngineError::UnknownSid));
    assert!(session.is_over());
}

#[test]
fn session_ends_when_client_closes() {
    let mut session = open(Transport::Polling);
    session.poll(1, &CONFIG);
    assert_eq!(session.receive(Packet::Close, 2, &CONFIG), Ok(Received::Close));
    assert!(session.is_over());
    assert_eq!(session.release(), Some(b("6")));
    assert_eq!(session.send(message("late"), &CONFIG), Sent::Closed);
    assert_eq!(session.post(3, &CONFIG), Err(EngineError::UnknownSid));
}

#[test]
fn close_packet_is_sent_on_held_or_next_poll() {
    let mut session = open(Transport::WebSocket);
    assert_eq!(session.close(1, &CONFIG), Closing::WebSocket);
    assert_eq!(session.close(1, &CONFIG), Closing::Nothing);

    let mut session = open(Transport::Polling);
    session.poll(1, &CONFIG);
    assert_eq!(session.close(1, &CONFIG), Closing::Answer(b("1")));
    assert!(session.is_over());

    let mut session = open(Transport::Polling);
    session.send(message("last"), &CONFIG);
    assert_eq!(session.close(1, &CONFIG), Closing::Wait);
    assert_eq!(session.tick(2_000, &CONFIG), Ticked::Nothing);
    assert_eq!(session.poll(2_000, &CONFIG), Polled::Answer(b("4last\x1e1")));
    assert!(session.is_over());

    let mut session = open(Transport::Polling);
    session.close(1, &CONFIG);
    assert_eq!(session.tick(2_001, &CONFIG), Ticked::Timeout);

    let mut session = open(Transport::Polling);
    session.poll(1, &CONFIG);
    session.abort();
    assert_eq!(session.release(), Some(b("1")));
}

#[test]
fn upgrade_moves_session_and_queue_to_websocket() {
    let mut session = open(Transport::Polling);
    assert_eq!(session.poll(1, &CONFIG), Polled::Hold);
    assert!(session.upgrade(2, &CONFIG));
    assert!(!session.upgrade(2, &CONFIG), "one at a time");
    assert_eq!(session.release(), None);
    assert_eq!(session.probe(&Packet::Ping(b("probe"))), Probed::Answer(ws::text("3probe")));
    assert_eq!(session.release(), Some(b("6")), "the held poll ends, so that the client can leave polling");
    assert_eq!(session.poll(3, &CONFIG), Polled::Answer(b("6")));
    session.send(message("between"), &CONFIG);
    assert_eq!(session.probe(&Packet::Upgrade), Probed::Upgraded { frames: vec![message("between")], poll: None });
    assert_eq!(session.transport(), Transport::WebSocket);
    assert_eq!(session.poll(4, &CONFIG), Polled::Refuse(EngineError::BadRequest));
    assert_eq!(session.post(4, &CONFIG), Err(EngineError::BadRequest));
    assert!(!session.upgrade(4, &CONFIG));
    assert_eq!(session.send(message("x"), &CONFIG), Sent::Write(message("x")));
}

#[test]
fn session_stays_on_polling_when_upgrade_fails() {
    let mut session = open(Transport::Polling);
    assert!(session.upgrade(1, &CONFIG));
    assert_eq!(session.probe(&Packet::Text(b("too early"))), Probed::Failed);
    assert!(session.upgrade(2, &CONFIG));
    session.probe_lost();
    assert!(session.upgrade(2, &Config { upgrade_timeout: 100, ..CONFIG }));
    assert_eq!(session.tick(101, &CONFIG), Ticked::Nothing);
    assert_eq!(session.tick(102, &CONFIG), Ticked::ProbeTimeout);
    assert_eq!(session.poll(103, &CONFIG), Polled::Hold);
}

#[test]
fn client_ping_and_oversized_post_are_rejected() {
    let mut session = open(Transport::WebSocket);
    assert_eq!(session.receive(Packet::Ping(b("")), 1, &CONFIG), Err(Malformed::State));
    let mut session = open(Transport::Polling);
    for (len, taken) in [(1_001, Err(EngineError::TooLarge)), (1_000, Ok(()))] {
        assert_eq!(session.post(1, &CONFIG), Ok(()));
        assert_eq!(session.posted(len, &CONFIG), taken);
    }
}

#[test]
fn session_ends_when_a_post_overlaps_or_is_lost() {
    let mut session = open(Transport::Polling);
    session.poll(1, &CONFIG);
    assert_eq!(session.post(1, &CONFIG), Ok(()));
    assert_eq!(session.post(2, &CONFIG), Err(EngineError::BadRequest));
    assert!(session.is_over());
    assert_eq!(session.posted(1, &CONFIG), Err(EngineError::UnknownSid), "nor is the first one read");
    assert_eq!(session.release(), Some(b("1")));

    let mut session = open(Transport::Polling);
    session.post_lost();
    assert!(session.is_open(), "there was none");
    session.post(1, &CONFIG).unwrap();
    session.post_lost();
    assert!(session.is_over());
}

#[test]
fn earlier_post_is_rejected_when_session_has_upgraded() {
    let mut session = open(Transport::Polling);
    session.post(1, &CONFIG).unwrap();
    session.upgrade(1, &CONFIG);
    session.probe(&Packet::Ping(b("probe")));
    session.probe(&Packet::Upgrade);
    assert_eq!(session.posted(1, &CONFIG), Err(EngineError::BadRequest));
    session.post_lost();
    assert!(session.is_open());
}

#[test]
fn session_is_small_on_websocket() {
    assert!(size_of::<Session>() <= 40, "{}", size_of::<Session>());
}

fn some_packet() -> impl Strategy<Value = Packet> {
    let text = "[^\x1e]{0,20}".prop_map(Bytes::from);
    prop_oneof![
        text.clone().prop_map(Packet::Text),
        prop::collection::vec(any::<u8>(), 0..20).prop_map(|bytes| Packet::Binary(bytes.into())),
        text.clone().prop_map(Packet::Ping),
        text.clone().prop_map(Packet::Pong),
        text.prop_map(Packet::Open),
        Just(Packet::Close),
        Just(Packet::Upgrade),
        Just(Packet::Noop),
    ]
}

proptest! {
    #[test]
    fn packets_round_trip_through_payload(packets in prop::collection::vec(some_packet(), 1..8)) {
        let frames: Vec<Bytes> = packets.iter().map(Packet::frame).collect();
        prop_assert_eq!(parse_payload(&payload(&frames)), Ok(packets));
    }

    #[test]
    fn arbitrary_payload_is_parsed_or_rejected(body in prop::collection::vec(prop_oneof![any::<u8>(), Just(0x1e), b'0'..=b'9'], 0..40)) {
        let _ = parse_payload(&body.into());
    }

    /// A session ends after its client stops answering, for any earlier order of calls.
    #[test]
    fn session_ends_when_client_is_silent_after_any_calls(
        polling: bool,
        calls in prop::collection::vec((0..8u8, some_packet(), 0..100u64), 0..40),
    ) {
        let mut session = open(if polling { Transport::Polling } else { Transport::WebSocket });
        let mut now = 0;
        for (call, packet, later) in calls {
            now += later;
            match call {
                0 => { session.poll(now, &CONFIG); }
                1 => { session.release(); }
                2 => { session.upgrade(now, &CONFIG); }
                3 => { session.probe(&packet); }
                4 => { session.send(packet.frame(), &CONFIG); }
                5 => { session.tick(now, &CONFIG); }
                6 => { session.close(now, &CONFIG); }
                _ => { let _ = session.receive(packet, now, &CONFIG); }
            }
        }
        for step in 0..10 {
            session.tick(now + step * 1_000, &CONFIG);
        }
        prop_assert!(session.is_over());
    }
}
