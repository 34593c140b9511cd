//! Middleware of every request: ids, headers, path forms, the page of the web app, metrics.

use std::time::Duration;

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use crate::support::app::TestApp;

/// Timeout on the slowest machine. Longer than a connection may linger, shorter than the idle timeout.
const TIMEOUT: Duration = Duration::from_secs(30);

#[actix_web::test]
async fn request_keeps_the_callers_id_if_valid() {
    let app = TestApp::start().await;
    let theirs = app.get("/healthz").header("x-request-id", "0123-4567-abcd").send().await;
    assert_eq!(theirs.header("x-request-id"), "0123-4567-abcd");
    let made = app.get("/healthz").header("x-request-id", "no good \" id").send().await;
    assert_eq!(made.header("x-request-id").len(), 16);
    let other = app.get("/healthz").send().await;
    assert_ne!(other.header("x-request-id"), made.header("x-request-id"));
}

#[actix_web::test]
async fn every_response_has_security_headers() {
    let app = TestApp::start().await;
    for path in ["/", "/messages", "/api/docs", "/api/v1/app/", "/api/nothing", "/media/x"] {
        let answer = app.get(path).header("accept", "text/html").send().await;
        let policy = answer.header("content-security-policy");
        assert!(policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"), "{path}");
        assert!(!policy.contains("script-src") && !policy.contains("unsafe-eval"), "{path}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("referrer-policy"), "same-origin", "{path}");
        assert_eq!(answer.header("cross-origin-opener-policy"), "same-origin", "{path}");
        let permissions = answer.header("permissions-policy");
        assert!(permissions.contains("microphone=(self)") && permissions.contains("camera=(self)"), "{path}");
    }
}

#[actix_web::test]
async fn parts_of_a_page_come_without_its_policies() {
    let app = TestApp::start().await;
    let uses = [
        ("/", "script", true),
        ("/", "style", true),
        ("/", "font", true),
        ("/", "worker", false),
        ("/", "document", false),
        ("/", "empty", false),
        ("/api/v1/users/countries/", "empty", true),
        ("/api/v1/users/countries/", "document", false),
    ];
    for (path, used_as, is_part) in uses {
        let answer = app.get(path).header("sec-fetch-dest", used_as).send().await;
        for policy in ["content-security-policy", "permissions-policy", "x-frame-options", "referrer-policy"] {
            assert_eq!(answer.header(policy).is_empty(), is_part, "{policy} of {path} as {used_as}");
        }
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path} as {used_as}");
    }
}

#[actix_web::test]
async fn hsts_is_sent_behind_a_tls_proxy() {
    let (proxied, direct) = (TestApp::with(&["--proxies", "127.0.0.1"]).await, TestApp::start().await);
    let told = async |app: &TestApp, proto: &str| {
        let answer = app.get("/healthz").header("x-forwarded-proto", proto).send().await;
        answer.header("strict-transport-security").to_owned()
    };
    assert_eq!(told(&proxied, "https").await, "max-age=31536000");
    assert_eq!(told(&proxied, "http").await, "");
    assert_eq!(told(&direct, "https").await, "", "anybody can say so");
}

#[actix_web::test]
async fn unknown_api_paths_return_the_error_envelope() {
    let app = TestApp::start().await;
    for path in ["/api", "/api/", "/api/v1", "/api/v1/nothing/", "/api/v2/users/login"] {
        app.get(path).header("accept", "text/html").send().await.refused(404, "not_found");
    }
    for path in ["/api/v1/users/login", "/api/v1/users/login/", "/api/v1/chat/chats/7/"] {
        let method = if path.contains("login") { "GET" } else { "PUT" };
        let answer = app.call(method, path).send().await;
        answer.refused(405, "method_not_allowed");
        assert_eq!(answer.header("allow"), if method == "GET" { "POST" } else { "GET, PATCH, DELETE" });
    }
}

#[actix_web::test]
async fn screens_serve_the_page_whatever_accept_says() {
    let app = TestApp::start().await;
    let html = "text/html; charset=utf-8";
    for path in ["/", "/login", "/messages/12", "/UserProfile/User", "/map", "/pro/orders/7"] {
        for (method, accept) in [("GET", "text/html,*/*"), ("GET", "application/json"), ("HEAD", "*/*")] {
            let page = app.call(method, path).header("accept", accept).send().await;
            assert_eq!((page.status, page.header("content-type")), (200, html), "{method} {path} {accept}");
        }
    }
    let unknown = app.get("/nothing/here").header("accept", "text/html").send().await;
    assert_eq!((unknown.status, unknown.header("content-type")), (404, html));
    app.get("/nothing/here").header("accept", "*/*").send().await.refused(404, "not_found");
    app.get("/assets/gone-1234.js").header("accept", "text/html").send().await.refused(404, "not_found");
    app.post("/login").header("accept", "text/html").send().await.refused(404, "not_found");
}

#[actix_web::test]
async fn json_is_compressed_when_accepted() {
    let app = TestApp::with(&["--demo", "small"]).await;
    let plain = app.get("/api/v1/app/").send().await;
    assert_eq!(plain.header("content-encoding"), "");
    let small = app.get("/api/v1/app/").header("accept-encoding", "gzip").send().await;
    assert_eq!(small.header("content-encoding"), "gzip");
    assert!(small.bytes.len() < plain.bytes.len());
}

#[actix_web::test]
async fn metrics_count_requests_by_route_without_addresses() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let chat = app.chat(&ann, &ben).await;
    app.get(&format!("/api/v1/chat/chats/{chat}/?token=secret")).as_(&ann).send().await;
    let figures = app.metrics().await;
    assert!(figures.contains("route=\"/api/v1/chat/chats/{chat_id}/\""), "{figures}");
    assert!(!figures.contains("secret") && !figures.contains(&chat.to_string()));
    let resident = figures.lines().find_map(|line| line.strip_prefix("process_resident_memory_bytes "));
    assert!(resident.unwrap().parse::<u64>().unwrap() > 1_000_000);
}

#[actix_web::test]
async fn database_timeout_fails_readiness_and_names_the_request() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    assert_eq!(app.get("/readyz").send().await.status, 200);
    app.state().db.close().await;
    app.get("/readyz").send().await.refused(503, "unavailable");
    assert_eq!(app.get("/healthz").send().await.status, 200);
    let refused =
        app.get("/api/v1/users/get-user-profile/").as_(&ann).header("x-request-id", "find-me-in-the-log").send().await;
    refused.refused(503, "unavailable");
    assert_eq!(refused.json["request_id"], "find-me-in-the-log");
    assert!(!refused.json.to_string().contains("pool"));
}

#[actix_web::test]
async fn metrics_are_absent_from_the_public_listener() {
    let app = TestApp::start().await;
    for path in ["/metrics", "/metrics/", "//metrics", "/%6Detrics", "/metrics;x", "/api/../metrics", "/metrics?x"] {
        let answer = app.get(path).send().await;
        assert_eq!(answer.status, 404, "{path}");
        assert!(!String::from_utf8_lossy(&answer.bytes).contains("plaza_"), "{path}");
    }
    let metrics = app.running.metrics.unwrap();
    assert!(metrics.ip().is_loopback() && metrics.port() != app.running.address.port(), "{metrics}");
    assert!(app.metrics().await.contains("plaza_http_requests_total"));
    let other = app.client.get(format!("http://{metrics}/healthz")).send().await.unwrap();
    assert_eq!(other.status(), 404, "the listener for metrics serves nothing else");
    assert_eq!(TestApp::with(&["--metrics-listen", "off"]).await.running.metrics, None);
}

#[actix_web::test]
async fn unread_chunked_body_closes_its_connection() {
    let app = TestApp::start().await;
    // Refused before the body is read, and refused in the middle of the body.
    let large = format!("{:x}\r\n{}\r\n", 70_000, "x".repeat(70_000));
    for (path, kind, first, status) in [
        ("/api/v1/users/push/subscribe/", "application/json", "1\r\n{\r\n", "401"),
        ("/api/v1/users/login/", "application/json", large.as_str(), "413"),
        ("/api/v1/users/login/", "text/plain", "1\r\nx\r\n", "415"),
    ] {
        let mut stream = TcpStream::connect(app.running.address).await.unwrap();
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: x\r\ncontent-type: {kind}\r\ntransfer-encoding: chunked\r\n\r\n{first}"
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut answer = [0; 4_096];
        let read = stream.read(&mut answer).await.unwrap();
        let answer = String::from_utf8_lossy(&answer[..read]).to_ascii_lowercase();
        assert!(answer.starts_with(&format!("http/1.1 {status}")), "{answer}");
        assert!(answer.contains("connection: close"), "{answer}");
        let dribble = async {
            // A write fails once the server has closed the connection and reset it upon the previous chunk.
            while stream.write_all(b"1\r\nx\r\n").await.is_ok() {
                actix_web::rt::time::sleep(Duration::from_millis(50)).await;
            }
        };
        actix_web::rt::time::timeout(TIMEOUT, dribble).await.expect("the connection ends");
    }
}

#[actix_web::test]
async fn read_chunked_body_keeps_its_connection() {
    let app = TestApp::start().await;
    let mut stream = TcpStream::connect(app.running.address).await.unwrap();
    for _ in 0..3 {
        let request = "POST /api/v1/users/check-email/ HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
            transfer-encoding: chunked\r\n\r\n1b\r\n{\"email\": \"a@plaza.example\"\r\n1\r\n}\r\n0\r\n\r\n";
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = [0; 4_096];
        let read = stream.read(&mut answer).await.unwrap();
        let answer = String::from_utf8_lossy(&answer[..read]);
        assert!(answer.starts_with("HTTP/1.1 200") && !answer.contains("connection: close"), "{answer}");
    }
}

#[actix_web::test]
async fn fixed_path_beside_a_template_answers_405_with_its_methods() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    for (method, path, allowed) in [
        // The route of the template takes this request, and its parameter is not an id.
        ("GET", "/api/v1/chat/chats/direct/", "POST"),
        ("PUT", "/api/v1/chat/chats/direct", "POST"),
        ("DELETE", "/api/v1/users/friends/request/send/", "PUT"),
        ("DELETE", "/api/v1/users/friends/requests/", "GET"),
    ] {
        let answer = app.call(method, path).as_(&ann).send().await;
        assert_eq!(answer.header("allow"), allowed, "{method} {path}");
        answer.refused(405, "method_not_allowed");
    }
    for path in ["/api/v1/chat/chats/abc/", "/api/v1/users/friends/block/"] {
        app.call("PUT", path).as_(&ann).send().await.refused(404, "not_found");
    }
}

#[actix_web::test]
async fn stripe_is_allowed_where_it_takes_cards() {
    let stripe = crate::support::stripe::FakeStripe::start();
    let app = stripe.app().await;
    let answer = app.get("/").header("accept", "text/html").send().await;
    let policy = answer.header("content-security-policy");
    for part in
        ["script-src 'self' https://js.stripe.com", "frame-src https://js.stripe.com", "connect-src 'self' https://api"]
    {
        assert!(policy.contains(part), "{policy}");
    }
    assert!(policy.contains("default-src 'self'") && !policy.contains("unsafe-eval"), "{policy}");
    assert!(answer.header("permissions-policy").contains("payment=(self"));
    assert_eq!(answer.header("cross-origin-opener-policy"), "same-origin-allow-popups");
}
