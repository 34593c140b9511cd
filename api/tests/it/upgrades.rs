//! HTTP upgrade to a WebSocket, byte by byte.

use std::time::Duration;

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use crate::support::app::TestApp;

/// Sends an upgrade request with additional header lines.
async fn send(app: &TestApp, path: &str, more: &str) -> TcpStream {
    let mut socket = TcpStream::connect(app.running.address).await.unwrap();
    let key = if more.contains("sec-websocket-key") { "" } else { "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n" };
    let head = format!(
        "GET {path} HTTP/1.1\r\nhost: {}\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-version: 13\r\n{key}{more}\r\n",
        app.running.address
    );
    socket.write_all(head.as_bytes()).await.unwrap();
    socket
}

/// Appends received bytes to `got` until `until` occurs or the connection ends.
async fn read(socket: &mut TcpStream, got: &mut Vec<u8>, until: &[u8]) {
    let read = async {
        let mut chunk = [0; 4096];
        loop {
            match socket.read(&mut chunk).await {
                Ok(0) | Err(_) => break,
                Ok(count) => got.extend(&chunk[..count]),
            }
            if got.windows(until.len()).any(|window| window == until) {
                break;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(10), read).await.expect("an answer");
}

async fn check(app: &TestApp, path: &str, more: &str, until: &[u8]) -> Vec<u8> {
    let mut got = Vec::new();
    read(&mut send(app, path, more).await, &mut got, until).await;
    got
}

fn status(answer: &[u8]) -> u16 {
    std::str::from_utf8(&answer[9..12]).unwrap().parse().unwrap()
}

const NEVER: &[u8] = b"\0never\0";

#[actix_web::test]
async fn member_joins_with_a_ticket_and_receives_the_snapshot() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let chat = app.chat(&ann, &ben).await;
    let ticket = app.post("/api/v1/ws/ticket/").as_(&ann).send().await;
    let ticket = ticket.data()["ticket"].as_str().unwrap().to_owned();
    let path = format!("/ws/chat/users/{chat}/?ticket={ticket}");
    let answer = check(&app, &path, "", b"\"snapshot\"").await;
    assert_eq!(status(&answer), 101);
    assert!(String::from_utf8_lossy(&answer).contains(&format!("chat:{chat}")));
}

#[actix_web::test]
async fn invalid_upgrade_is_refused_in_the_envelope() {
    let app = TestApp::start().await;
    for (path, more, expected, code) in [
        ("/api/v1/app/", "", 404, "not_found"),
        ("/", "", 404, "not_found"),
        ("/ws/chat/users/1/", "origin: https://evil.example\r\n", 403, "not_allowed"),
        ("/ws/chat/users/1/", "sec-websocket-key: short\r\n", 400, "malformed"),
    ] {
        let answer = check(&app, path, more, NEVER).await;
        assert_eq!(status(&answer), expected, "{path} {more}");
        let text = String::from_utf8(answer).unwrap();
        assert!(text.contains(&format!("\"code\":\"{code}\"")), "{text}");
    }
    assert_eq!(app.get("/healthz").send().await.status, 200);
}

#[actix_web::test]
async fn socket_io_upgrade_errors_use_the_engine_io_format() {
    let app = TestApp::start().await;
    let websocket = "/socket.io/?EIO=4&transport=websocket";
    for (path, more, expected, body) in [
        (websocket, "origin: null\r\n", 403, r#"{"code":4,"message":"Forbidden"}"#),
        (websocket, "sec-websocket-key: short\r\n", 400, r#"{"code":3,"message":"Bad request"}"#),
        ("/socket.io/?EIO=4&transport=pigeon", "", 400, r#"{"code":0,"message":"Transport unknown"}"#),
        ("/socket.io/?EIO=3&transport=websocket", "", 400, r#"{"code":5,"message":"Unsupported protocol version"}"#),
        ("/socket.io/?EIO=4&transport=websocket&sid=x", "", 400, r#"{"code":1,"message":"Session ID unknown"}"#),
    ] {
        let answer = check(&app, path, more, NEVER).await;
        assert_eq!(status(&answer), expected, "{path} {more}");
        let text = String::from_utf8(answer).unwrap();
        assert!(text.contains("content-type: application/json") && text.ends_with(body), "{text}");
    }
    let app = TestApp::with(&["--connection-rate", "1", "--proxies", "127.0.0.1"]).await;
    for _ in 0..1_000 {
        let mut got = Vec::new();
        read(&mut send(&app, websocket, "x-forwarded-for: 10.1.1.1\r\n").await, &mut got, b"\r\n\r\n").await;
        if status(&got) == 429 {
            return assert!(got.ends_with(br#"{"code":4,"message":"Too many requests"}"#));
        }
    }
    panic!("a thousand sockets at once are let in");
}

/// Returns the code of the close frame that ends `answer`.
fn close_code(answer: &[u8]) -> u16 {
    let frames = answer.windows(4).position(|window| window == b"\r\n\r\n").unwrap() + 4;
    let mut rest = &answer[frames..];
    loop {
        let (opcode, length) = (rest[0] & 15, rest[1]);
        let (start, length) = match length {
            126 => (4, usize::from(u16::from_be_bytes([rest[2], rest[3]]))),
            short => (2, usize::from(short)),
        };
        if opcode == 8 {
            return u16::from_be_bytes([rest[start], rest[start + 1]]);
        }
        rest = &rest[start + length..];
    }
}

#[actix_web::test]
async fn unservable_socket_closes_with_its_code() {
    let app = TestApp::start().await;
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    let chat = app.chat(&ann, &ben).await;
    for (path, code) in [
        (format!("/ws/chat/users/{chat}/"), 4401),
        (format!("/ws/chat/users/{chat}/?token=forged"), 4401),
        (format!("/ws/chat/users/{chat}/?ticket=used"), 4401),
        (format!("/ws/chat/users/{chat}/?token={}", eve.access), 4404),
        (format!("/ws/group-list/?type=users&id={}&token={}", ann.id, eve.access), 4404),
        ("/ws/chat/users/abc/".to_owned(), 4400),
        ("/ws/group-list/?type=robots&id=1".to_owned(), 4400),
        ("/ws/films/x/y/".to_owned(), 4404),
    ] {
        let answer = check(&app, &path, "", NEVER).await;
        assert_eq!((status(&answer), close_code(&answer)), (101, code), "{path}");
    }
}

#[actix_web::test]
async fn sign_out_closes_the_sockets_of_the_session() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let chat = app.chat(&ann, &ben).await;
    let path = format!("/ws/chat/users/{chat}/?token={}", ann.access);
    let (mut socket, mut got) = (send(&app, &path, "").await, Vec::new());
    read(&mut socket, &mut got, b"\"snapshot\"").await;
    let out = app.post("/api/v1/users/logout/").as_(&ann).json(serde_json::json!({})).await;
    read(&mut socket, &mut got, NEVER).await;
    assert_eq!((out.status, close_code(&got)), (200, 4401));
}
