//! Invalid packets of Socket.IO and Engine.IO: each ends its own connection with its code, and nothing else.

use hub::{protocol::close, transport::ws};
use serde_json::json;

use super::{Pair, refusals::Bystander};
use crate::support::{
    app::Person,
    socket::{Socket, encoded},
};

const OPEN: &str = "/socket.io/?EIO=4&transport=websocket";

/// An open session that has joined nothing.
async fn open(pair: &Pair) -> Socket {
    let mut socket = pair.open(OPEN).await;
    assert!(socket.next_text().await.unwrap().starts_with("0{"), "the open packet");
    socket
}

/// A session on "/" as this user.
async fn connected(pair: &Pair, person: &Person) -> Socket {
    let mut socket = open(pair).await;
    assert!(socket.send_bytes(&text(&format!("40{}", json!({"token": person.access})))).await);
    assert!(socket.next_text().await.unwrap().starts_with("40{"), "let in");
    socket
}

fn text(packet: &str) -> Vec<u8> {
    encoded(packet.as_bytes())
}

fn binary(payload: &[u8]) -> Vec<u8> {
    ws::masked(ws::Opcode::Binary, payload, [1, 2, 3, 4]).to_vec()
}

/// Returns the code that ends the session; skips earlier packets.
async fn code(mut socket: Socket) -> Option<u16> {
    loop {
        if let Err(code) = socket.next_text().await {
            return code;
        }
    }
}

#[actix_web::test]
async fn invalid_packet_closes_its_connection_with_its_code() {
    let pair = Pair::start().await;
    let mut ben = Bystander::of(&pair).await;
    for packet in [
        // Engine.IO: unknown type, a server-only type, or invalid in this state.
        "",
        "7",
        "x",
        "2",
        "2probe",
        // Socket.IO: invalid types, attachments, namespaces, numbers and bodies.
        "4",
        "47",
        "4abc",
        "45[\"a\"]",
        "450-[\"a\"]",
        "45x-[\"a\"]",
        "4511-[\"a\"]",
        "4599999999999999999999-[\"a\"]",
        "451-[\"a\",{\"_placeholder\":true,\"num\":9}]",
        "42",
        "42{}",
        "42[]",
        "42[null]",
        "42[\"join\"",
        "42[\"connect\"]",
        "42[\"disconnecting\"]",
        "4299999999999999999999[\"join\",{}]",
        "43[]",
        "430{}",
        "40[]",
        "40{",
        "41{}",
        "44{}",
        "42/elsewhere,[\"join\",{}]",
    ] {
        for is_known in [true, false] {
            let mut socket = if is_known { connected(&pair, &pair.ann).await } else { open(&pair).await };
            let before = pair.refused("malformed").await;
            assert!(socket.send_bytes(&text(packet)).await);
            assert_eq!(code(socket).await, Some(close::MALFORMED), "{packet:?}, known: {is_known}");
            assert!(pair.refused("malformed").await > before, "{packet:?}");
        }
        ben.talks().await;
    }
    for (what, bytes, expected) in [
        ("an attachment of nothing", binary(b"stray"), ws::code::UNSUPPORTED),
        (
            "text for an attachment",
            [text("451-[\"a\",{\"_placeholder\":true,\"num\":0}]"), text("42[\"b\"]")].concat(),
            close::MALFORMED,
        ),
        ("a frame that is no frame", vec![0xC1, 0x80, 1, 2, 3, 4], ws::code::PROTOCOL),
        ("1 MB", text(&"4".repeat(1 << 20)), ws::code::TOO_BIG),
        ("a body nested too deep", text(&format!("42[\"join\",{}]", "[".repeat(60_000))), close::MALFORMED),
    ] {
        let mut socket = connected(&pair, &pair.ann).await;
        assert!(socket.send_bytes(&bytes).await, "{what}");
        assert_eq!(code(socket).await, Some(expected), "{what}");
        ben.talks().await;
    }
}

#[actix_web::test]
async fn unknown_event_is_refused_and_the_connection_stays_open() {
    let pair = Pair::start().await;
    let mut ben = Bystander::of(&pair).await;
    let mut ann = connected(&pair, &pair.ann).await;
    let chat = pair.chat;
    for (number, event) in [
        "[\"dance\"]".to_owned(),
        "[\"join\"]".to_owned(),
        "[\"join\",7]".to_owned(),
        "[\"join\",{}]".to_owned(),
        "[\"join\",{\"stream\":\"chat\"}]".to_owned(),
        "[\"join\",{\"stream\":\"reels:x\"}]".to_owned(),
        format!("[\"join\",{{\"stream\":\"chat:{chat}\",\"since\":7}}]"),
        "[\"leave\",{\"stream\":5}]".to_owned(),
        format!("[\"command\",{{\"stream\":\"chat:{chat}\"}}]"),
        format!("[\"command\",{{\"stream\":\"chat:{chat}\",\"id\":\"x\",\"command\":{{\"type\":\"send\"}}}}]"),
        format!("[\"signal\",{{\"stream\":\"chat:{chat}\",\"signal\":{{\"type\":\"dancing\"}}}}]"),
        "[\"renew\",{}]".to_owned(),
        "[5]".to_owned(),
    ]
    .into_iter()
    .enumerate()
    {
        let before = pair.refused("malformed").await;
        assert!(ann.send_bytes(&text(&format!("42{number}{event}"))).await);
        let answer = ann.next_text().await.unwrap_or_else(|code| panic!("{event} ended it with {code:?}"));
        assert!(answer.starts_with(&format!("43{number}[")) && answer.contains("\"malformed\""), "{event}: {answer}");
        assert!(pair.refused("malformed").await > before, "{event}");
        ben.talks().await;
    }
    // A valid packet without meaning for a server is ignored, as by the official server.
    for packet in ["0{}", "5", "6", "3"] {
        assert!(ann.send_bytes(&text(packet)).await);
    }
    assert!(ann.send_bytes(&text(&format!("4299[\"join\",{{\"stream\":\"chat:{chat}\"}}]"))).await);
    let told = [ann.next_text().await.unwrap(), ann.next_text().await.unwrap()];
    assert!(told.iter().any(|text| text.contains("snapshot")), "{told:?}");
}

#[actix_web::test]
async fn repeated_failed_joins_close_the_connection() {
    let pair = Pair::start().await;
    let mut ben = Bystander::of(&pair).await;
    let mut socket = open(&pair).await;
    for _ in 0..10 {
        assert!(socket.send_bytes(&text("40{\"token\":\"forged\"}")).await);
    }
    assert_eq!(code(socket).await, Some(close::TOO_MANY));
    ben.talks().await;
}
