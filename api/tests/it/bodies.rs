//! Invalid request bodies: each is refused with its code, and the server keeps serving.

use serde_json::json;

use crate::support::app::TestApp;

const PATH: &str = "/api/v1/users/login/";

#[actix_web::test]
async fn unreadable_body_is_refused_as_malformed() {
    let app = TestApp::start().await;
    for (kind, body) in [
        ("application/json", &b"{"[..]),
        ("application/json", b"[1]"),
        ("application/json", b"\xff\xfe"),
        ("application/json", b""),
        ("multipart/form-data", b"x"),
        ("multipart/form-data; boundary=edge", b"no edge at all"),
        ("multipart/form-data; boundary=edge", b"--edge\r\ncontent-disposition: form-data; name=\"email\"\r\n\r\nann"),
    ] {
        app.post(PATH).body(kind, body).await.refused(400, "malformed");
    }
    assert_eq!(app.get("/healthz").send().await.status, 200);
}

#[actix_web::test]
async fn unsupported_content_type_is_refused() {
    let app = TestApp::start().await;
    for kind in ["text/plain", "application/xml", "image/png"] {
        app.post(PATH).body(kind, "email=ann&password=x").await.refused(415, "unsupported_type");
    }
    // An empty body is a form with all fields missing.
    app.post(PATH).send().await.refused_fields(&["email"]);
}

#[actix_web::test]
async fn compressed_bodies_and_other_charsets_answer_415() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    for coding in ["gzip", "br", "identity, gzip", "x-unknown"] {
        let call = app.post(PATH).header("content-encoding", coding);
        call.json(json!({"email": "ann", "password": "x"})).await.refused(415, "unsupported_type");
        let call = app.call("PUT", "/api/v1/users/favourite-categories/").as_(&ann).header("content-encoding", coding);
        call.form("categories=food").await.refused(415, "unsupported_type");
        let call = app.post("/api/v1/chat/chatapp-upload-media/").as_(&ann).header("content-encoding", coding);
        call.multipart(&[("file", Some("a.txt"), b"x")]).await.refused(415, "unsupported_type");
    }
    let body = r#"{"email": "ann", "password": "x"}"#;
    for kind in ["application/json; charset=utf-16", "application/json;a=b; Charset=\"ISO-8859-1\""] {
        app.post(PATH).body(kind, body).await.refused(415, "unsupported_type");
    }
    let field = "--edge\r\ncontent-disposition: form-data; name=\"email\"\r\ncontent-type: text/plain; charset=utf-16\r\n\r\nx\r\n--edge--\r\n";
    app.post(PATH).body("multipart/form-data; boundary=edge", field).await.refused(415, "unsupported_type");
    for kind in ["application/json; charset=UTF-8", "application/json;charset=\"utf-8\"", "application/json;"] {
        app.post(PATH).body(kind, body).await.refused(401, "auth.invalid_credentials");
    }
    let call = app.post(PATH).header("content-encoding", "identity");
    call.json(json!({"email": "ann", "password": "x"})).await.refused(401, "auth.invalid_credentials");
}

#[actix_web::test]
async fn duplicate_json_keys_are_refused_by_field() {
    let app = TestApp::start().await;
    let twice = r#"{"email": "ann", "password": "x", "email": "ben"}"#;
    app.post(PATH).body("application/json", twice).await.refused_fields(&["email"]);
    let escaped = r#"{"email": "ann", "\u0065mail": "ben", "password": "x"}"#;
    app.post(PATH).body("application/json", escaped).await.refused_fields(&["email"]);
    let ann = app.person("ann").await;
    let list = r#"{"categories": ["food"], "categories": ["art"]}"#;
    let call = app.call("PUT", "/api/v1/users/favourite-categories/").as_(&ann);
    call.body("application/json", list).await.refused_fields(&["categories"]);
    let nested = r#"{"endpoint": "https://push.plaza.example/1", "keys": {"p256dh": "x", "auth": "x", "auth": "y"}}"#;
    let call = app.post("/api/v1/users/push/subscribe/").as_(&ann);
    call.body("application/json", nested).await.refused_fields(&["keys"]);
}

#[actix_web::test]
async fn form_size_is_limited() {
    let app = TestApp::start().await;
    let long = "x".repeat(65 * 1024);
    app.post(PATH).json(json!({"email": long, "password": "x"})).await.refused(413, "too_large");
    app.post(PATH).form(&format!("email={long}&password=x")).await.refused(413, "too_large");
    app.post(PATH).multipart(&[("email", None, long.as_bytes())]).await.refused(413, "too_large");
    let many: Vec<_> = (0..101).map(|_| ("email", None, &b"x"[..])).collect();
    app.post(PATH).multipart(&many).await.refused(400, "malformed");
}

#[actix_web::test]
async fn file_and_invalid_utf8_are_refused_by_field() {
    let app = TestApp::start().await;
    app.post(PATH).multipart(&[("email", Some("a.txt"), b"ann")]).await.refused_fields(&["email"]);
    app.post(PATH).multipart(&[("email", None, b"\xff")]).await.refused_fields(&["email"]);
}

/// PostgreSQL cannot store NUL: no field passes it to a query.
#[actix_web::test]
async fn nul_character_is_refused_in_every_field() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let says = json!("A text must not contain the character NUL.");
    let login = app.post(PATH).json(json!({"email": "an\0n", "password": "x"})).await;
    let form = app.post(PATH).form("email=ann&password=a%00b").await;
    let parts = app.post(PATH).multipart(&[("email", None, b"a\0"), ("password", None, b"x")]).await;
    let direct = app.post("/api/v1/chat/chats/direct/").as_(&ann).json(json!({"userName": "b\0"})).await;
    let nested = json!({"categories": ["food", "art", "\0"]});
    let list = app.call("PUT", "/api/v1/users/favourite-categories/").as_(&ann).json(nested).await;
    let push = json!({"endpoint": "https://push.plaza.example/1", "keys": {"p256dh": "\0", "auth": "x"}});
    let push = app.post("/api/v1/users/push/subscribe/").as_(&ann).json(push).await;
    let query = app.get("/api/v1/users/search/friends/?query=a%00").as_(&ann).send().await;
    for (answer, field) in [
        (login, "email"),
        (form, "password"),
        (parts, "email"),
        (direct, "userName"),
        (list, "categories"),
        (push, "keys"),
        (query, "query"),
    ] {
        answer.refused_fields(&[field]);
        assert_eq!(answer.json["message"], says, "{field}");
    }
}
