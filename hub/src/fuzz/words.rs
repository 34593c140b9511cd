//! Client frames, and messages between nodes.

use bytes::Bytes;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::value::RawValue;
use store::{chat::CommandId, testing::fuzz::Fuzz, types::ids::ChatId};

use crate::{
    cluster::protocol::{self, ClusterMessage, NodeId, StreamMessage},
    protocol::{ClientFrame, Position, StreamKey, WireError},
    topics::{chat, chat_list, friends},
};

const STREAM: StreamKey = StreamKey::Chat(ChatId(7));

/// Serialises a frame like a third-party client.
fn written(frame: &ClientFrame<'_>, plain: bool) -> String {
    let mut fields = serde_json::Map::new();
    let mut put = |name: &str, value: serde_json::Value| drop(fields.insert(name.to_owned(), value));
    let text = |value: &dyn std::fmt::Display| serde_json::Value::from(value.to_string());
    let mut raw = None;
    let op = match frame {
        ClientFrame::Join { stream, since } => {
            put("stream", text(stream));
            if let Some(since) = since {
                put("since", serde_json::to_value(since).unwrap());
            }
            "join"
        }
        ClientFrame::Leave { stream } => {
            put("stream", text(stream));
            "leave"
        }
        ClientFrame::Command { stream, id, command } => {
            put("id", text(id));
            raw = Some(("command", *command, stream));
            "command"
        }
        ClientFrame::Signal { stream, signal } => {
            raw = Some(("signal", *signal, stream));
            "signal"
        }
        ClientFrame::Renew { token } => {
            put("token", text(token));
            "renew"
        }
        ClientFrame::Ping => "ping",
    };
    if plain {
        put("op", op.into());
    } else if let Some((.., stream)) = raw {
        put("stream", text(stream));
    }
    let object = serde_json::Value::Object(fields).to_string();
    match raw {
        None => object,
        // Raw JSON, byte for byte.
        Some((name, raw, _)) => {
            let comma = if object == "{}" { "" } else { "," };
            format!("{}{comma}\"{name}\":{raw}}}", object.strip_suffix('}').unwrap())
        }
    }
}

fn same(one: &Result<ClientFrame<'_>, WireError>, other: &Result<ClientFrame<'_>, WireError>) {
    assert_eq!(format!("{one:?}"), format!("{other:?}"));
}

#[test]
fn client_frames_round_trip_on_both_wires() {
    const OPS: [&str; 6] = ["join", "leave", "command", "signal", "renew", "ping"];
    Fuzz::corpus(include_str!("corpus/client_frames.txt")).memory(256 * 1024, 256).check(|input| {
        let plain = ClientFrame::plain(input, STREAM);
        if let Ok(frame) = &plain {
            let text = written(frame, true);
            same(&ClientFrame::plain(text.as_bytes(), STREAM), &plain);
            if let ClientFrame::Command { command, .. } = frame {
                let _ = serde_json::from_str::<chat::Command>(command.get());
            }
        }
        let Ok(text) = std::str::from_utf8(input) else { return (plain.is_ok(), [false; 6]) };
        let on_socket = OPS.map(|op| {
            let event = ClientFrame::event(op, text);
            if let Ok(frame) = &event {
                let written = written(frame, false);
                same(&ClientFrame::event(op, &written), &event);
            }
            event.is_ok()
        });
        (plain.is_ok(), on_socket)
    });
}

#[test]
fn commands_signals_and_ids_are_parsed_or_rejected() {
    Fuzz::corpus(include_str!("corpus/commands.txt")).memory(256 * 1024, 256).check(|input| {
        let text = String::from_utf8_lossy(input);
        if let Ok(id) = text.parse::<CommandId>() {
            assert_eq!(id.as_str(), text.to_ascii_uppercase());
        }
        if chat::emoji::is_emoji(&text) {
            assert!(text.len() <= 64 && text.chars().all(|c| !c.is_control()));
        }
        let command = serde_json::from_str::<chat::Command>(&text);
        let hint = serde_json::from_str::<chat::ClientSignal>(&text);
        // A raw value accepts deeper nesting than a command.
        if command.is_ok() {
            assert!(RawValue::from_string(text.trim().to_owned()).is_ok());
        }
        (command.map(|command| std::mem::discriminant(&command)).ok(), hint.is_ok())
    });
}

#[test]
fn stream_keys_and_positions_round_trip() {
    Fuzz::corpus(include_str!("corpus/offsets.txt")).check(|input| {
        let text = String::from_utf8_lossy(input);
        let stream = text.parse::<StreamKey>();
        if let Ok(stream) = stream {
            assert_eq!(stream.to_string().parse(), Ok(stream));
        }
        let place = Position::from_offset(&text);
        if let Some((stream, place)) = &place {
            let offset = place.offset(*stream);
            assert_eq!(Position::from_offset(&offset), Some((*stream, place.clone())));
        }
        (stream.is_ok(), place.is_some())
    });
}

/// Parses a type and serialises it. Parsing and serialising the result again gives the same text.
fn kept<T: DeserializeOwned + Serialize>(json: &str) -> bool {
    let Ok(read) = serde_json::from_str::<T>(json) else { return false };
    let written = serde_json::to_string(&read).unwrap();
    let again: T = serde_json::from_str(&written).expect("what a node says, a node can read");
    assert_eq!(serde_json::to_string(&again).unwrap(), written);
    true
}

#[test]
fn node_messages_round_trip_and_unknown_ones_are_ignored() {
    Fuzz::corpus(include_str!("corpus/bus.txt")).memory(256 * 1024, 256).check(|input| {
        let payload = Bytes::copy_from_slice(input);
        let Some((node, said)) = protocol::split_sender(&payload) else { return (0, [false; 4]) };
        assert_eq!(protocol::split_sender(&format!("{node}x").into()).map(|(node, _)| node), Some(NodeId(node.0)));
        let word = protocol::decode_stream_message(&said);
        let mut events = [false; 4];
        if let Some(word) = &word {
            assert_eq!(protocol::decode_stream_message(word.to_string().as_bytes()).as_ref(), Some(word));
            if let StreamMessage::Event { json, .. } | StreamMessage::Update(json) | StreamMessage::Signal(json) = word
            {
                events = [
                    kept::<store::chat::Event>(json),
                    kept::<chat::Update>(json),
                    kept::<chat_list::Update>(json),
                    kept::<friends::Update>(json),
                ];
            }
        }
        let call = protocol::decode_cluster_message(&said);
        if let Some(call) = &call {
            let written = format!("C{}", serde_json::to_string(call).unwrap());
            assert_eq!(protocol::decode_cluster_message(written.as_bytes()).as_ref(), Some::<&ClusterMessage>(call));
        }
        let kind = match (&word, &call) {
            (Some(word), _) => 1 + i32::from(word.to_string().as_bytes()[0]),
            (_, Some(_)) => 1,
            _ => 2,
        };
        (kind, events)
    });
}
