//! Tests of packets: round trips and malformed input.

use bytes::Bytes;
use proptest::prelude::*;
use serde_json::{Value, json, value::RawValue};

use super::super::*;
use crate::transport::ws;

fn b(text: &str) -> Bytes {
    Bytes::copy_from_slice(text.as_bytes())
}

fn decode(text: &str) -> Result<Option<Packet>, Malformed> {
    Decoder::new(Limits::default()).text(&b(text))
}

#[track_caller]
fn event(text: &str) -> Event {
    match decode(text) {
        Ok(Some(Packet::Event(event))) => event,
        other => panic!("{other:?}"),
    }
}

/// Returns a frame's payload without the Engine.IO type.
fn said(frame: &Bytes) -> String {
    let payload = ws::payload(frame);
    assert_eq!(payload[0], b'4');
    String::from_utf8(payload[1..].to_vec()).unwrap()
}

#[test]
fn decoder_reads_protocol_examples() {
    let root = Namespace::ROOT;
    assert_eq!(decode("0"), Ok(Some(Packet::Connect { nsp: root.clone(), query: b(""), auth: b("") })));
    let auth = b(r#"{"token":"123"}"#);
    assert_eq!(
        decode(r#"0/admin,{"token":"123"}"#),
        Ok(Some(Packet::Connect { nsp: "/admin".into(), query: b(""), auth }))
    );
    assert_eq!(decode("0/admin"), decode("0/admin,"));
    assert_eq!(
        decode("0/admin?token=1&a=2,{}"),
        Ok(Some(Packet::Connect { nsp: "/admin".into(), query: b("token=1&a=2"), auth: b("{}") }))
    );
    assert_eq!(decode("1"), Ok(Some(Packet::Disconnect { nsp: root.clone() })));
    assert_eq!(decode("1/admin,"), Ok(Some(Packet::Disconnect { nsp: "/admin".into() })));

    let plain = event(r#"2["foo",1,"2",{"3":[true]}]"#);
    assert_eq!((plain.name(), plain.id, plain.nsp.as_str()), ("foo", None, "/"));
    assert_eq!(plain.args::<(u8, String)>().unwrap(), (1, "2".to_owned()));
    assert_eq!(plain.raw_args(), Ok(r#"1,"2",{"3":[true]}"#));
    let with_id = event(r#"2/admin,12["bar"]"#);
    assert_eq!((with_id.name(), with_id.id, with_id.nsp.as_str()), ("bar", Some(12), "/admin"));
    assert_eq!(with_id.raw_args(), Ok(""));
    with_id.args::<()>().unwrap_err();
    assert!(with_id.args::<Vec<Value>>().unwrap().is_empty());

    assert_eq!(
        decode(r#"3/admin,13["bar"]"#),
        Ok(Some(Packet::Ack { nsp: "/admin".into(), id: 13, args: b(r#"["bar"]"#), attachments: vec![] }))
    );
    assert!(matches!(decode(r#"4/admin,{"message":"Not authorized"}"#), Ok(Some(Packet::ConnectError { .. }))));
}

#[test]
fn attachments_are_added_to_their_packet() {
    let mut decoder = Decoder::new(Limits::default());
    let head = r#"52-/admin,7["up",{"_placeholder":true,"num":1},[{"_placeholder":true,"num":0}]]"#;
    assert_eq!(decoder.text(&b(head)), Ok(None));
    assert!(decoder.is_waiting());
    assert_eq!(decoder.binary(b("one")), Ok(None));
    let Ok(Some(Packet::Event(event))) = decoder.binary(b("two")) else { panic!("no event") };
    assert_eq!(event.attachments, [b("one"), b("two")]);
    let (first, second): (Placeholder, Vec<Placeholder>) = event.args().unwrap();
    assert_eq!((first.num, second[0].num, event.id), (1, 0, Some(7)));
    assert!(!decoder.is_waiting());

    decoder.text(&b(r#"61-3[{"_placeholder":true,"num":0}]"#)).unwrap();
    assert!(
        matches!(decoder.binary(b("x")), Ok(Some(Packet::Ack { id: 3, attachments, .. })) if attachments == [b("x")])
    );

    assert_eq!(decoder.binary(b("stray")), Err(Malformed::NoAttachmentDue));
    decoder.text(&b(head)).unwrap();
    assert_eq!(decoder.text(&b("0")), Err(Malformed::TextForAttachment));
}

#[test]
fn packets_rejected_by_official_parser_are_rejected() {
    for (text, error) in [
        ("", Malformed::PacketType),
        ("7", Malformed::PacketType),
        ("999", Malformed::PacketType),
        ("abc", Malformed::PacketType),
        ("5", Malformed::Attachments),
        ("51", Malformed::Attachments),
        ("5X-[\"a\"]", Malformed::Attachments),
        ("5-[\"a\"]", Malformed::Attachments),
        ("50-[\"a\"]", Malformed::Attachments),
        ("51.1-[\"a\"]", Malformed::Attachments),
        ("511-[\"a\"]", Malformed::TooManyAttachments),
        ("599999999999999999999-[\"a\"]", Malformed::Attachments),
        ("51-[\"a\",{\"_placeholder\":true,\"num\":1}]", Malformed::Attachments),
        ("51-[\"a\",{\"_placeholder\":true,\"num\":\"splice\"}]", Malformed::Attachments),
        ("51-[\"a\",{\"_placeholder\":true}]", Malformed::Attachments),
        ("442[\"some\",\"data\"", Malformed::Body),
        ("0/admin,\"invalid\"", Malformed::Body),
        ("0[]", Malformed::Body),
        ("0{", Malformed::Body),
        ("1/admin,{}", Malformed::Body),
        ("2/admin,\"invalid", Malformed::Body),
        ("2/admin,{}", Malformed::Body),
        ("2{}", Malformed::Body),
        ("2", Malformed::Body),
        ("2[]", Malformed::Body),
        ("2[\"a", Malformed::Body),
        ("2[\"a\"", Malformed::Body),
        ("2[\"a\" 1]", Malformed::Body),
        ("2[{\"toString\":\"foo\"}]", Malformed::Body),
        ("2[true,\"foo\"]", Malformed::Body),
        ("2[null,\"bar\"]", Malformed::Body),
        ("2abc[\"a\"]", Malformed::Body),
        ("2[\"connect\"]", Malformed::ReservedName),
        ("2[\"disconnect\",\"123\"]", Malformed::ReservedName),
        ("2[\"\\u0063onnect\"]", Malformed::ReservedName),
        ("299999999999999999999[\"a\"]", Malformed::AckId),
        ("3[\"a\"]", Malformed::AckId),
        ("31{}", Malformed::Body),
        ("31[", Malformed::Body),
    ] {
        assert_eq!(decode(text), Err(error), "{text}");
    }
}

#[test]
fn event_name_may_be_escaped_or_numeric() {
    assert_eq!(event(r#"2["caf\u00e9 \"x\"",1]"#).name(), "café \"x\"");
    assert_eq!(event(r#"2[ "a" , 1 ]"#).raw_args(), Ok("1"));
    let number = event("2[12,true]");
    assert_eq!((number.name(), number.raw_args()), ("12", Ok("true")));
}

#[test]
fn argument_error_is_shape_or_malformed() {
    let shape = event(r#"2["join",{"stream":5},7]"#);
    assert!(matches!(shape.args::<(String,)>(), Err(ArgsError::Shape(_))));
    assert!(matches!(shape.args::<(Value, u8, u8)>(), Err(ArgsError::Shape(_))));
    let (raw,): (&RawValue,) = shape.args().unwrap();
    assert_eq!(raw.get(), r#"{"stream":5}"#);
    for broken in [r#"2["a",{]"#, r#"2["a",5"#, r#"2["a",5]]"#, r#"2["a",5,]"#, r#"2["a",{"b":5},x]"#, "2[\"a\x01\"]"] {
        let Ok(Some(Packet::Event(event))) = decode(broken) else {
            continue;
        };
        assert!(matches!(event.args::<(u8,)>(), Err(ArgsError::Malformed)), "{broken}");
        assert_eq!(event.check(), Err(Malformed::Body));
        assert_eq!(event.raw_args(), Err(Malformed::Body));
    }
}

#[test]
fn encoded_frames_match_protocol_examples() {
    let (root, admin) = (Namespace::ROOT, Namespace::from("/admin"));
    assert_eq!(said(&Packet::connected(&root, "abc", None)), r#"0{"sid":"abc"}"#);
    assert_eq!(said(&Packet::connected(&admin, "abc", Some("p"))), r#"0/admin,{"sid":"abc","pid":"p"}"#);
    assert_eq!(said(&Packet::refused(&admin, "Invalid namespace", None)), r#"4/admin,{"message":"Invalid namespace"}"#);
    let code = RawValue::from_string(r#"{"code":"x"}"#.to_owned()).unwrap();
    assert_eq!(said(&Packet::refused(&root, "No", Some(&code))), r#"4{"message":"No","data":{"code":"x"}}"#);
    assert_eq!(said(&Packet::disconnected(&root)), "1");
    assert_eq!(said(&Packet::disconnected(&admin)), "1/admin,");
    assert_eq!(said(&Packet::broadcast("event", b"{\"a\":1}", Some("o1"))), r#"2["event",{"a":1},"o1"]"#);
    assert_eq!(said(&Packet::broadcast("signal", b"{}", None)), r#"2["signal",{}]"#);
    assert_eq!(said(&Packet::event(&admin, "a\"b", "1,2", &[]).0), r#"2/admin,["a\"b",1,2]"#);
    assert_eq!(said(&Packet::event(&root, "a", "", &[]).0), r#"2["a"]"#);
    assert_eq!(said(&Packet::ack(&root, 456, r#"1,"2""#, &[]).0), r#"3456[1,"2"]"#);
    let Ready(head, attachments) = Packet::ack(&admin, 7, r#"{"_placeholder":true,"num":0}"#, &[b("xyz")]);
    assert_eq!(said(&head), r#"61-/admin,7[{"_placeholder":true,"num":0}]"#);
    assert_eq!(attachments, [ws::frame(ws::Opcode::Binary, b"xyz")]);
}

fn some_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        ".{0,8}".prop_map(Value::from)
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-z]{1,4}", inner, 0..4).prop_map(|map| json!(map)),
        ]
    })
}

proptest! {
    #[test]
    fn packets_round_trip(
        nsp in "(/|/[a-z]{1,8})",
        name in ".{0,12}",
        id in prop::option::of(0..=(1u64 << 53) - 1),
        args in prop::collection::vec(some_json(), 0..4),
        attachments in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..8), 0..4),
    ) {
        prop_assume!(!["connect", "connect_error", "disconnect", "disconnecting", "newListener", "removeListener"].contains(&name.as_str()));
        let nsp = Namespace::from(nsp.as_str());
        let attachments: Vec<Bytes> = attachments.into_iter().map(Bytes::from).collect();
        let text = args.iter().map(Value::to_string).collect::<Vec<_>>().join(",");
        let sent = match id {
            Some(id) => Packet::ack(&nsp, id, &text, &attachments),
            None => Packet::event(&nsp, &name, &text, &attachments),
        };
        let mut decoder = Decoder::new(Limits::default());
        let mut got = None;
        for (i, frame) in sent.into_frames().enumerate() {
            prop_assert!(got.is_none());
            let payload = ws::payload(&frame);
            got = if i == 0 { decoder.text(&payload.slice(1..)) } else { decoder.binary(payload) }.unwrap();
        }
        match got {
            Some(Packet::Event(event)) => {
                prop_assert_eq!(event.name(), name);
                prop_assert_eq!(&event.nsp, &nsp);
                prop_assert_eq!(event.raw_args().unwrap(), text);
                prop_assert_eq!(event.args::<Vec<Value>>().unwrap(), args);
                prop_assert_eq!(event.attachments, attachments);
            }
            Some(Packet::Ack { nsp: from, id: of, args, attachments: with }) => {
                prop_assert_eq!((from, Some(of)), (nsp, id));
                prop_assert_eq!(args, format!("[{text}]"));
                prop_assert_eq!(with, attachments);
            }
            other => prop_assert!(false, "{:?}", other),
        }
    }

    #[test]
    fn arbitrary_text_is_parsed_or_rejected(text in prop_oneof![".{0,40}", "[0-7][0-9]{0,3}-?(/[a-z?]{0,4},)?[0-9]{0,3}[\\[\\]{}\",:a-z0-9_\\\\]{0,20}"]) {
        if let Ok(Some(Packet::Event(event))) = decode(&text) {
            let whole = event.check().is_ok();
            prop_assert_eq!(event.args::<Vec<Value>>().is_ok(), whole);
            prop_assert_eq!(event.raw_args().is_ok(), whole);
        }
    }
}
