//! Decoding of all frames in both wire protocols, and rejection of malformed ones.

use super::*;

const STAMP: Stamp = Stamp { run: 0xabc, number: 9, due: 1_500 };
const CHAT: Stream = Stream::Chat { id: 7, professional: false };

fn at(seq: u64) -> Position {
    Position { epoch: "e1".into(), seq }
}

fn ours(seq: u64) -> Delivered {
    Delivered { seq, stamp: Some(STAMP), intact: true }
}

fn message(seq: u64, text: &str) -> String {
    json!({"seq": seq, "client_id": "c", "sender": 3, "at": "2026-11-21T03:19:00.000Z", "text": text}).to_string()
}

fn event(seq: u64) -> String {
    format!(
        r#"{{"type":"event","stream":"chat:7","epoch":"e1","seq":{seq},"data":{{"type":"message","message":{}}}}}"#,
        message(seq, &STAMP.text(100))
    )
}

fn plain(text: &str) -> Incoming {
    Wire::Plain.read(text.as_bytes()).unwrap()
}

fn socketio(text: &str) -> Incoming {
    Wire::Socketio.read(text.as_bytes()).unwrap()
}

#[test]
fn event_is_parsed_on_both_wires() {
    let expected = Incoming::Event { at: at(12), message: Some(ours(12)), order: None };
    assert_eq!(plain(&event(12)), expected);
    assert_eq!(socketio(&format!(r#"42["event",{}]"#, event(12))), expected);
    assert_eq!(socketio(&format!(r#"42["event",{},"offset-12"]"#, event(12))), expected);
}

#[test]
fn event_of_a_board_names_its_order() {
    let event = |state: &str| {
        format!(
            r#"{{"type":"event","stream":"orders:7","epoch":"e1","seq":3,"data":{{"type":"order","order":{{"id":9,"state":"{state}","total":250}}}}}}"#
        )
    };
    for (state, is_new) in [("new", true), ("accepted", false)] {
        let order = Some(BoardOrder { id: 9, is_new });
        assert_eq!(plain(&event(state)), Incoming::Event { at: at(3), message: None, order });
    }
    let stream = Stream::Orders { company: 7 };
    assert_eq!(
        (stream.key(), stream.path("a b", None)),
        ("orders:7".to_owned(), "/ws/orders/7/?token=a%20b".to_owned())
    );
}

#[test]
fn counters_of_a_reel_are_parsed() {
    let signal = r#"{"type":"signal","stream":"reel:7","data":{"type":"counts","counts":{"likes":3,"revision":12},"watching":2}}"#;
    assert_eq!(plain(signal), Incoming::Counts { revision: 12 });
    let other = r#"{"type":"signal","stream":"reel:7","data":{"type":"comment_likes","comments":[{"comment_id":1,"likes":2}]}}"#;
    assert_eq!(plain(other), Incoming::Other);
}

#[test]
fn event_without_own_message_keeps_its_position() {
    let read = r#"{"type":"event","stream":"chat:7","epoch":"e1","seq":13,"data":{"type":"read","user":3,"up_to":12,"at":"t"}}"#;
    assert_eq!(plain(read), Incoming::Event { at: at(13), message: None, order: None });
    let foreign = event(14).replace(&STAMP.text(100), r#"caf\u00e9 \"hi\""#);
    assert_eq!(
        plain(&foreign),
        Incoming::Event { at: at(14), message: Some(Delivered { seq: 14, stamp: None, intact: true }), order: None }
    );
    let damaged = event(15).replace("xxx", "yyy");
    assert_eq!(
        plain(&damaged),
        Incoming::Event { at: at(15), message: Some(Delivered { intact: false, ..ours(15) }), order: None }
    );
}

#[test]
fn snapshot_distinguishes_join_from_resync() {
    for (reason, resync) in [("join", false), ("resync", true)] {
        let text = format!(
            r#"{{"type":"snapshot","stream":"chat:7","epoch":"e1","seq":5,"reason":"{reason}","data":{{"chat":{{"id":7}},"messages":[{},{}],"has_before":false,"online":[3]}}}}"#,
            message(4, "hello"),
            message(5, &STAMP.text(60)),
        );
        let foreign = Delivered { seq: 4, stamp: None, intact: true };
        let expected = Incoming::Snapshot { at: at(5), resync, messages: vec![foreign, ours(5)] };
        assert_eq!(plain(&text), expected);
        assert_eq!(socketio(&format!(r#"42["snapshot",{text}]"#)), expected);
    }
    let list = r#"{"type":"snapshot","stream":"chats:3","epoch":"e1","seq":0,"reason":"join","data":{"chats":[{"id":7}],"online":[]}}"#;
    assert_eq!(plain(list), Incoming::Snapshot { at: at(0), resync: false, messages: vec![] });
}

#[test]
fn resumed_batch_keeps_the_order_of_events() {
    let text = format!(
        r#"{{"type":"resumed","stream":"chat:7","epoch":"e1","from":3,"seq":8,"events":[{{"seq":4,"type":"message","message":{}}},{{"seq":7,"type":"read","user":3,"up_to":4,"at":"t"}}]}}"#,
        message(4, &STAMP.text(60))
    );
    assert_eq!(plain(&text), Incoming::Resumed { at: at(8), from: 3, events: vec![(4, Some(ours(4))), (7, None)] });
}

#[test]
fn ack_has_the_command_number_on_both_wires() {
    let id = STAMP.command_id(1_795_231_140_000, 7);
    let taken = r#""ok":true,"result":{"seq":12,"at":"t","repeat":false}"#;
    let refused = r#""ok":false,"error":{"code":"busy","message":"Try again.","retry_after_ms":50}"#;
    let expected = Incoming::Ack { number: 9, result: Ok(12) };
    assert_eq!(plain(&format!(r#"{{"type":"ack","id":"{id}",{taken}}}"#)), expected);
    assert_eq!(socketio(&format!(r#"439[{{{taken}}}]"#)), expected);
    let expected = Incoming::Ack { number: 9, result: Err("busy".to_owned()) };
    assert_eq!(plain(&format!(r#"{{"type":"ack","id":"{id}",{refused}}}"#)), expected);
    assert_eq!(socketio(&format!(r#"439[{{{refused}}}]"#)), expected);
    let expected = Incoming::Error("not_allowed".to_owned());
    assert_eq!(socketio(r#"430[{"ok":false,"error":{"code":"not_allowed","message":"No."}}]"#), expected);
    assert_eq!(socketio(r#"430[{"ok":true,"result":{"epoch":"e1","seq":3,"mode":"snapshot"}}]"#), Incoming::Other);
}

#[test]
fn control_frames_are_parsed() {
    assert_eq!(plain(r#"{"type":"reconnect","delay_ms":250}"#), Incoming::Reconnect { delay_ms: 250 });
    assert_eq!(plain(r#"{"type":"renew","expires_in_ms":60000}"#), Incoming::Renew);
    assert_eq!(
        plain(r#"{"type":"problem","error":{"code":"malformed","message":"?"}}"#),
        Incoming::Error("malformed".to_owned())
    );
    assert_eq!(
        plain(r#"{"type":"signal","stream":"chat:7","data":{"type":"typing","user":3,"on":true}}"#),
        Incoming::Other
    );
    assert_eq!(plain(r#"{"type":"pong"}"#), Incoming::Other);
    assert_eq!(socketio(r#"0{"sid":"s","upgrades":[],"pingInterval":25000}"#), Incoming::Open);
    assert_eq!(socketio("2"), Incoming::Ping);
    assert_eq!(socketio(r#"40{"sid":"s","pid":"p"}"#), Incoming::Connected);
    let refused = r#"44{"message":"Please sign in.","data":{"code":"unauthenticated","message":"Please sign in."}}"#;
    assert_eq!(socketio(refused), Incoming::Error("unauthenticated".to_owned()));
}

#[test]
fn malformed_frame_is_an_error() {
    for text in [
        "",
        "{}",
        "[]",
        "not json",
        r#"{"type":"event","seq":1,"data":{}}"#,
        r#"{"type":"resumed","epoch":"e1","seq":3,"events":[]}"#,
        r#"{"type":"ack","id":"nonsense","ok":true,"result":{"seq":1}}"#,
        r#"{"type":"ack","id":"00000000000000000000000009","ok":true}"#,
    ] {
        assert!(Wire::Plain.read(text.as_bytes()).is_err(), "{text}");
    }
    for text in [r#"42["event"]"#, "42", "43[]", r#"439[]"#, "44"] {
        assert!(Wire::Socketio.read(text.as_bytes()).is_err(), "{text}");
    }
}

#[test]
fn commands_are_encoded_for_each_wire() {
    assert_eq!(CHAT.path("tok", None), "/ws/chat/users/7/?token=tok");
    assert_eq!(CHAT.path("tok", Some(&at(4))), "/ws/chat/users/7/?token=tok&epoch=e1&seq=4");
    let odd = Position { epoch: "a+b&c".into(), seq: 4 };
    assert_eq!(CHAT.path("t", Some(&odd)), "/ws/chat/users/7/?token=t&epoch=a%2Bb%26c&seq=4");
    let list = Stream::Chats { user: 3, professional: true };
    assert_eq!(list.path("tok", None), "/ws/group-list/?type=professionals&id=3&token=tok");

    let command = Wire::Plain.command(&CHAT, 9, "ID", "hi \"you\"");
    let value: serde_json::Value = serde_json::from_str(&command).unwrap();
    assert_eq!(value, json!({"op": "command", "id": "ID", "command": {"type": "send", "text": "hi \"you\""}}));
    let packet = Wire::Socketio.command(&CHAT, 9, "ID", "hi");
    let value: serde_json::Value = serde_json::from_str(packet.strip_prefix("429").unwrap()).unwrap();
    assert_eq!(value, json!(["command", {"stream": "chat:7", "id": "ID", "command": {"type": "send", "text": "hi"}}]));
    assert_eq!(join_packet(&CHAT, Some(&at(4))), r#"420["join",{"since":{"epoch":"e1","seq":4},"stream":"chat:7"}]"#);
    assert_eq!(connect_packet("tok"), r#"40{"token":"tok"}"#);
}
