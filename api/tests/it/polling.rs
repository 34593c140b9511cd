//! Socket.IO long polling, up to the HTTP side.

use serde_json::{Value, json};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use crate::{media::until, support::app::TestApp};

const OPEN: &str = "/socket.io/?EIO=4&transport=polling";

/// Opens a session and returns the URL of its further requests.
async fn open(app: &TestApp) -> String {
    let opened = app.get(OPEN).send().await;
    assert_eq!((opened.status, opened.header("cache-control")), (200, "no-store"));
    let handshake: Value = serde_json::from_slice(&opened.bytes[1..]).unwrap();
    assert!(handshake["upgrades"].as_array().unwrap().contains(&json!("websocket")));
    format!("{OPEN}&sid={}", handshake["sid"].as_str().unwrap())
}

async fn post(app: &TestApp, session: &str, packet: String) -> u16 {
    app.post(session).body("text/plain;charset=UTF-8", packet).await.status
}

async fn next(app: &TestApp, session: &str) -> String {
    String::from_utf8(app.get(session).send().await.bytes).unwrap()
}

#[actix_web::test]
async fn stream_is_followed_by_polling() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let chat = app.chat(&ann, &ben).await;
    let session = open(&app).await;
    assert_eq!(post(&app, &session, format!("40{}", json!({"token": ann.access}))).await, 200);
    assert!(next(&app, &session).await.starts_with("40{"));
    assert_eq!(post(&app, &session, format!("420{}", json!(["join", {"stream": format!("chat:{chat}")}]))).await, 200);
    let frames = next(&app, &session).await;
    assert!(frames.contains("snapshot") && frames.contains("430["), "{frames}");
}

#[actix_web::test]
async fn forged_token_returns_its_error_reason() {
    let app = TestApp::start().await;
    let session = open(&app).await;
    assert_eq!(post(&app, &session, format!("40{}", json!({"token": "forged"}))).await, 200);
    let refused = next(&app, &session).await;
    assert!(refused.starts_with("44{") && refused.contains("unauthenticated"), "{refused}");
}

#[actix_web::test]
async fn malformed_and_cross_origin_requests_are_refused() {
    let app = TestApp::start().await;
    for (path, code) in [
        ("/socket.io/", 0),
        ("/socket.io/?EIO=4&transport=carrier-pigeon", 0),
        ("/socket.io/?EIO=3&transport=polling", 5),
        ("/socket.io/?EIO=4&transport=polling&sid=unknown", 1),
    ] {
        let refused = app.get(path).send().await;
        assert_eq!((refused.status, &refused.json["code"]), (400, &json!(code)), "{path}");
        assert!(refused.json["message"].is_string(), "{path}");
    }
    let foreign = app.get(OPEN).header("origin", "https://evil.example").send().await;
    assert_eq!((foreign.status, foreign.json), (403, json!({"code": 4, "message": "Forbidden"})));
    assert_eq!(app.get(OPEN).header("origin", &app.url).send().await.status, 200);
    let session = open(&app).await;
    let status = post(&app, &session, format!("4{}", "x".repeat(1024 * 1024))).await;
    assert_eq!(status, 413);
    assert_eq!(app.get("/healthz").send().await.status, 200);
}

#[actix_web::test]
async fn rate_limit_error_uses_the_engine_io_format() {
    let app = TestApp::with(&["--connection-rate", "1", "--proxies", "127.0.0.1"]).await;
    for _ in 0..1_000 {
        let answer = app.get(OPEN).header("x-forwarded-for", "10.1.1.1").send().await;
        if answer.status == 429 {
            assert_eq!(answer.json, json!({"code": 4, "message": "Too many requests"}));
            return assert_eq!(answer.header("retry-after"), "1");
        }
    }
    panic!("a thousand sessions at once are let in");
}

#[actix_web::test]
async fn allowed_origin_may_poll_and_read_refusals() {
    const ORIGIN: &str = "https://app.example";
    let app = TestApp::with(&["--origins", ORIGIN]).await;
    let unknown = format!("{OPEN}&sid=unknown");
    for (method, path, status) in [("GET", OPEN, 200), ("GET", &unknown, 400), ("OPTIONS", OPEN, 204)] {
        let call = app.call(method, path).header("origin", ORIGIN);
        let answer = call.header("access-control-request-headers", "x-client, content-type").send().await;
        assert_eq!(answer.status, status, "{method} {path}");
        let told = ["access-control-allow-origin", "access-control-allow-credentials", "vary"];
        assert_eq!(told.map(|name| answer.header(name)), [ORIGIN, "true", "origin"], "{method} {path}");
        let is_preflight = method == "OPTIONS";
        let methods = answer.header("access-control-allow-methods");
        assert_eq!(methods == "GET, POST", is_preflight, "{method} {path}");
        let headers = answer.header("access-control-allow-headers");
        assert_eq!(headers == "x-client, content-type", is_preflight, "{method} {path}");
    }
    for method in ["GET", "OPTIONS"] {
        let foreign = app.call(method, OPEN).header("origin", "https://evil.example").send().await;
        assert_eq!((foreign.status, foreign.header("access-control-allow-origin")), (403, ""), "{method}");
    }
}

/// Returns a connection on which a POST to `session` has begun.
async fn begin(app: &TestApp, session: &str, head: &str) -> TcpStream {
    let mut stream = TcpStream::connect(app.running.address).await.unwrap();
    let head = format!("POST {session} HTTP/1.1\r\nhost: plaza.example\r\ncontent-type: text/plain\r\n{head}\r\n");
    stream.write_all(head.as_bytes()).await.unwrap();
    stream
}

async fn signed_in(app: &TestApp) -> String {
    let ann = app.person("ann").await;
    let session = open(app).await;
    assert_eq!(post(app, &session, format!("40{}", json!({"token": ann.access}))).await, 200);
    assert!(next(app, &session).await.starts_with("40{"));
    session
}

#[actix_web::test]
async fn cut_off_post_ends_its_session() {
    let app = TestApp::start().await;
    for half_closed in [true, false] {
        let session = open(&app).await;
        let mut stream = begin(&app, &session, "content-length: 100\r\n").await;
        // Whole packets of a body that continues.
        stream.write_all(b"3\x1e3").await.unwrap();
        if half_closed {
            stream.shutdown().await.unwrap();
        } else {
            drop(stream);
        }
        until(async || app.get(&session).send().await.json["code"] == 1).await;
    }
}

#[actix_web::test]
async fn refused_post_is_not_read_to_its_end() {
    const MOST: usize = 64 * 1024 * 1024;
    let app = TestApp::start().await;
    let session = signed_in(&app).await;
    for head in [format!("content-length: {MOST}\r\n"), "transfer-encoding: chunked\r\n".to_owned()] {
        let stream = begin(&app, &session, &head).await;
        let (mut reader, mut writer) = stream.into_split();
        let answer = actix_web::rt::spawn(async move {
            let mut answer = Vec::new();
            let _ = reader.read_to_end(&mut answer).await;
            String::from_utf8_lossy(&answer).into_owned()
        });
        let chunk = [b"10000\r\n".as_slice(), &[b'x'; 0x10000], b"\r\n"].concat();
        let mut written = 0;
        while written < MOST && writer.write_all(&chunk).await.is_ok() {
            written += chunk.len();
        }
        // The kernel buffers of both sides bound the bytes that are accepted.
        assert!(written < MOST / 2, "{head}: {written}");
        let answer = answer.await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 413") && answer.contains("connection: close"), "{head}: {answer}");
        assert!(answer.ends_with(r#"{"code":3,"message":"Payload too large"}"#), "{answer}");
    }
    assert_eq!(post(&app, &session, format!("421{}", json!(["ping", {}]))).await, 200, "the session goes on");
}

#[actix_web::test]
async fn overlong_text_is_refused_as_a_command() {
    let app = TestApp::start().await;
    let session = signed_in(&app).await;
    let send = |id: u8, text: &str| {
        let command =
            json!({"stream": "chat:1", "id": format!("01JDA7XK8Q{id:016}"), "command": {"type": "send", "text": text}});
        format!("42{id}{}", json!(["command", command]))
    };
    assert_eq!(post(&app, &session, send(1, &"x".repeat(200_000))).await, 200);
    let answer = next(&app, &session).await;
    assert!(answer.starts_with("431[") && answer.contains("chat.text_too_long"), "{answer}");
    assert_eq!(post(&app, &session, format!("422{}", json!(["ping", {"token": "x".repeat(70_000)}]))).await, 200);
    let answer = next(&app, &session).await;
    assert!(answer.starts_with("432[") && answer.contains("too_large"), "{answer}");
    // No user has signed in here.
    let stranger = open(&app).await;
    assert_eq!(post(&app, &stranger, send(1, &"x".repeat(200_000))).await, 413);
}
