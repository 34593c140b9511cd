//! Engine.IO and Socket.IO packets, polling payloads, and attachments.

use bytes::Bytes;
use serde_json::Value;
use store::testing::fuzz::Fuzz;

use crate::transport::{
    socket_io::{Decoder, Event, Incoming, Limits, Malformed, Namespaces, Packet, engine},
    ws,
};

/// Returns the content of one of our text frames, after the Engine.IO type.
fn message(frame: &Bytes) -> Bytes {
    assert!(ws::is_text(frame));
    let payload = ws::payload(frame);
    assert_eq!(payload.first(), Some(&b'4'));
    payload.slice(1..)
}

#[test]
fn engine_packets_round_trip_through_frames_and_payloads() {
    Fuzz::corpus(include_str!("corpus/engine.txt")).memory(256 * 1024, 128).check(|input| {
        let bytes = Bytes::copy_from_slice(input);
        let single = std::str::from_utf8(input).map(|_| engine::Packet::parse(&bytes));
        if let Ok(Ok(packet)) = &single {
            assert_eq!(engine::Packet::parse(&ws::payload(&packet.frame())), Ok(packet.clone()));
        }
        let many = engine::parse_payload(&bytes);
        if let Ok(packets) = &many {
            let frames: Vec<Bytes> = packets.iter().map(engine::Packet::frame).collect();
            let again = engine::payload(&frames);
            assert_eq!(engine::parse_payload(&again), Ok(packets.clone()), "{}", again.escape_ascii());
        }
        let single = single.ok().map(|packet| packet.map(|packet| std::mem::discriminant(&packet)));
        let told = |fault: Malformed| fault.to_string();
        (single.map(|packet| packet.map_err(told)), many.map(|packets| packets.len()).map_err(told))
    });
}

/// Splits an input into messages: one per line, binary if prefixed with `b`.
fn messages(input: &[u8]) -> impl Iterator<Item = (bool, Bytes)> {
    input.split(|byte| *byte == b'\n').filter_map(|line| {
        let (kind, rest) = line.split_first()?;
        let is_text = *kind != b'b' && std::str::from_utf8(line).is_ok();
        // The WebSocket layer validates text as UTF-8.
        Some((is_text, Bytes::copy_from_slice(if is_text { line } else { rest })))
    })
}

fn read(decoder: &mut Decoder, frame: &Bytes) -> Result<Option<Packet>, Malformed> {
    if ws::is_text(frame) { decoder.text(&message(frame)) } else { decoder.binary(ws::payload(frame)) }
}

/// Decodes encoded frames again.
fn again(frames: impl Iterator<Item = Bytes>) -> Packet {
    let mut decoder = Decoder::new(Limits::default());
    let mut frames = frames.peekable();
    while let Some(frame) = frames.next() {
        let packet = read(&mut decoder, &frame).expect("what we write can be read");
        match packet {
            Some(packet) => {
                assert!(frames.peek().is_none() && !decoder.is_waiting());
                return packet;
            }
            None => assert!(frames.peek().is_some()),
        }
    }
    panic!("a packet ends with its last frame");
}

fn is_whole(event: &Event) -> bool {
    let args = event.args::<Vec<Value>>();
    // A number out of a value's range is still valid JSON.
    assert!(args.is_err() || event.check().is_ok());
    event.check().is_ok()
}

#[test]
fn socket_io_packets_round_trip_with_attachments() {
    Fuzz::corpus(include_str!("corpus/socket_io.txt")).memory(256 * 1024, 256).check(|input| {
        let mut decoder = Decoder::new(Limits::default());
        let mut kinds = Vec::new();
        for (is_text, bytes) in messages(input) {
            let read = if is_text { decoder.text(&bytes) } else { decoder.binary(bytes) };
            match read {
                Ok(None) => assert!(decoder.is_waiting()),
                Ok(Some(Packet::Event(event))) if is_whole(&event) => {
                    kinds.push(event.attachments.len());
                    let args = event.raw_args().unwrap();
                    let written = Packet::event(&event.nsp, event.name(), args, &event.attachments);
                    let Packet::Event(back) = again(written.into_frames()) else { panic!("an event stays one") };
                    assert_eq!((&back.nsp, back.name(), back.args_text()), (&event.nsp, event.name(), args));
                    assert_eq!(back.attachments, event.attachments);
                }
                Ok(Some(Packet::Ack { nsp, id, args, attachments })) => {
                    kinds.push(100 + attachments.len());
                    let inside = std::str::from_utf8(&args).unwrap().trim();
                    let inside = inside.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap();
                    let back = again(Packet::ack(&nsp, id, inside, &attachments).into_frames());
                    let args = Bytes::from(format!("[{inside}]"));
                    assert_eq!(back, Packet::Ack { nsp, id, args, attachments });
                }
                Ok(Some(_)) => kinds.push(200),
                Err(fault) => {
                    assert!(matches!(fault.code(), 1003 | 4400));
                    return (kinds, Some(fault.to_string()));
                }
            }
        }
        (kinds, None)
    });
}

#[test]
fn packets_are_rejected_when_namespace_is_not_joined() {
    Fuzz::corpus(include_str!("corpus/socket_io.txt")).check(|input| {
        let mut namespaces = Namespaces::new(Limits::default());
        // The input's length determines the application's reply to joins.
        let mut verdicts = input.len();
        let mut said = 0;
        for (is_text, bytes) in messages(input) {
            let taken = if is_text { namespaces.text(&bytes) } else { namespaces.binary(bytes) };
            match taken {
                Ok(Some(Incoming::Connect { nsp, .. })) => {
                    assert!(!namespaces.has(&nsp));
                    match verdicts % 3 {
                        0 => assert!(namespaces.accept(&nsp, "sid", None).is_some()),
                        1 => drop(namespaces.refuse(&nsp, "no", None)),
                        // The join stays pending.
                        _ => {}
                    }
                    assert_eq!(namespaces.has(&nsp), verdicts % 3 == 0);
                    verdicts /= 3;
                }
                Ok(Some(Incoming::Event(event))) => {
                    assert!(namespaces.has(&event.nsp));
                    said += 1;
                }
                Ok(Some(Incoming::Ack { nsp, .. })) => assert!(namespaces.has(&nsp)),
                Ok(Some(Incoming::Disconnect { nsp })) => assert!(!namespaces.has(&nsp)),
                Ok(None) => {}
                Err(_) => return (said, true),
            }
        }
        (said, false)
    });
}
