//! Socket.IO over requests alone, as far as the HTTP side carries it.

use serde_json::{Value, json};

use crate::app::TestApp;

const OPEN: &str = "/socket.io/?EIO=4&transport=polling";

/// Opens a session and answers the address of its further requests.
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
async fn a_stream_is_followed_by_polling() {
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
async fn a_forged_token_is_told_why() {
    let app = TestApp::start().await;
    let session = open(&app).await;
    assert_eq!(post(&app, &session, format!("40{}", json!({"token": "forged"}))).await, 200);
    let refused = next(&app, &session).await;
    assert!(refused.starts_with("44{") && refused.contains("unauthenticated"), "{refused}");
}

#[actix_web::test]
async fn what_makes_no_sense_and_what_comes_from_elsewhere_is_refused() {
    let app = TestApp::start().await;
    for path in
        ["/socket.io/", "/socket.io/?EIO=3&transport=polling", "/socket.io/?EIO=4&transport=polling&sid=unknown"]
    {
        assert_eq!(app.get(path).send().await.status, 400, "{path}");
    }
    app.get(OPEN).header("origin", "https://evil.example").send().await.refused(403, "not_allowed");
    assert_eq!(app.get(OPEN).header("origin", &app.url).send().await.status, 200);
    let session = open(&app).await;
    let status = post(&app, &session, format!("4{}", "x".repeat(1024 * 1024))).await;
    assert_eq!(status, 413);
    assert_eq!(app.get("/healthz").send().await.status, 200);
}
