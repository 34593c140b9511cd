//! Tests of joining, rejecting and leaving namespaces.

use bytes::Bytes;

use super::super::*;

fn b(text: &'static str) -> Bytes {
    Bytes::from_static(text.as_bytes())
}

fn joined() -> Namespaces {
    let mut namespaces = Namespaces::new(Limits::default());
    namespaces.text(&b("0")).unwrap();
    namespaces.accept(&Namespace::ROOT, "sid", None).unwrap();
    namespaces
}

#[test]
fn client_joins_sends_and_leaves() {
    let mut namespaces = Namespaces::new(Limits::default());
    assert!(!namespaces.has_any());
    let root = Namespace::ROOT;
    assert_eq!(
        namespaces.text(&b("0")),
        Ok(Some(Incoming::Connect { nsp: root.clone(), query: b(""), auth: b("{}") }))
    );
    assert!(!namespaces.has_any(), "asked, not yet let in");
    assert_eq!(namespaces.accept(&root, "s", Some("p")), Some(Packet::connected(&root, "s", Some("p"))));
    assert_eq!(namespaces.accept(&root, "s", None), None, "once");
    assert!(matches!(namespaces.text(&b("2[\"a\"]")), Ok(Some(Incoming::Event(_)))));
    assert!(matches!(namespaces.text(&b("31[]")), Ok(Some(Incoming::Ack { id: 1, .. }))));
    assert_eq!(namespaces.text(&b("1")), Ok(Some(Incoming::Disconnect { nsp: root.clone() })));
    assert!(!namespaces.has(&root));
    assert!(matches!(namespaces.text(&b("0")), Ok(Some(Incoming::Connect { .. }))), "and may come again");
}

#[test]
fn namespaces_are_independent() {
    let mut namespaces = joined();
    let custom = Namespace::from("/custom");
    assert!(
        matches!(namespaces.text(&b("0/custom,{\"a\":1}")), Ok(Some(Incoming::Connect { auth, .. })) if auth == b("{\"a\":1}"))
    );
    namespaces.accept(&custom, "t", None).unwrap();
    namespaces.text(&b("1/custom,")).unwrap();
    assert!(namespaces.has(&Namespace::ROOT) && !namespaces.has(&custom));
    namespaces.text(&b("0/custom,")).unwrap();
    let refused = namespaces.refuse(&custom, "Invalid namespace", None);
    assert_eq!(refused, Packet::refused(&custom, "Invalid namespace", None));
    assert!(!namespaces.has(&custom));
    assert_eq!(namespaces.leave(&Namespace::ROOT), Some(Packet::disconnected(&Namespace::ROOT)));
    assert_eq!(namespaces.leave(&Namespace::ROOT), None);
}

#[test]
fn packet_is_rejected_when_out_of_order() {
    let state = Err(Malformed::State);
    assert_eq!(joined().text(&b("0")), state, "joined already");
    assert_eq!(joined().text(&b("2/other,[\"a\"]")), state, "not joined");
    assert_eq!(joined().text(&b("1/other,")), state);
    assert_eq!(joined().text(&b("4{\"message\":\"x\"}")), state, "only a server refuses");
    let mut waiting = Namespaces::new(Limits::default());
    assert_eq!(waiting.text(&b("2[\"a\"]")), state);
    waiting.text(&b("0")).unwrap();
    assert_eq!(waiting.text(&b("2[\"a\"]")), state, "not let in yet");
    assert_eq!(joined().binary(b("x")), Err(Malformed::NoAttachmentDue));
    assert_eq!(Malformed::NoAttachmentDue.code(), 1003);
    assert_eq!(Malformed::State.code(), 4400);
}
