//! What is around every request: ids, headers, forms of a path, the web app's page, figures.

use crate::app::TestApp;

#[actix_web::test]
async fn a_request_has_an_id_the_callers_own_if_it_is_sane() {
    let app = TestApp::start().await;
    let theirs = app.get("/healthz").header("x-request-id", "0123-4567-abcd").send().await;
    assert_eq!(theirs.header("x-request-id"), "0123-4567-abcd");
    let made = app.get("/healthz").header("x-request-id", "no good \" id").send().await;
    assert_eq!(made.header("x-request-id").len(), 16);
    let other = app.get("/healthz").send().await;
    assert_ne!(other.header("x-request-id"), made.header("x-request-id"));
}

#[actix_web::test]
async fn every_answer_makes_the_browser_careful() {
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
        assert!(permissions.contains("microphone=(self)") && permissions.contains("camera=()"), "{path}");
    }
}

#[actix_web::test]
async fn browsers_behind_a_tls_proxy_stay_with_tls() {
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
async fn what_is_not_there_is_told_in_the_envelope_under_api() {
    let app = TestApp::start().await;
    for path in ["/api", "/api/", "/api/v1", "/api/v1/nothing/", "/api/v2/users/login"] {
        app.get(path).header("accept", "text/html").send().await.refused(404, "not_found");
    }
    for path in ["/api/v1/users/login", "/api/v1/users/login/", "/api/v1/chat/chats/7/"] {
        let method = if path.contains("login") { "GET" } else { "DELETE" };
        let answer = app.call(method, path).send().await;
        answer.refused(405, "method_not_allowed");
        assert_eq!(answer.header("allow"), if method == "GET" { "POST" } else { "GET, PATCH" });
    }
}

#[actix_web::test]
async fn an_address_of_the_app_shows_its_page_and_a_missing_file_does_not() {
    let app = TestApp::start().await;
    for path in ["/", "/login", "/messages/12", "/UserProfile/User"] {
        let page = app.get(path).header("accept", "text/html,*/*").send().await;
        assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"), "{path}");
    }
    app.get("/assets/gone-1234.js").header("accept", "text/html").send().await.refused(404, "not_found");
    app.get("/login").header("accept", "application/json").send().await.refused(404, "not_found");
    app.post("/login").header("accept", "text/html").send().await.refused(404, "not_found");
}

#[actix_web::test]
async fn json_is_compressed_for_those_who_take_it() {
    let app = TestApp::with(&["--demo", "small"]).await;
    let plain = app.get("/api/v1/app/").send().await;
    assert_eq!(plain.header("content-encoding"), "");
    let small = app.get("/api/v1/app/").header("accept-encoding", "gzip").send().await;
    assert_eq!(small.header("content-encoding"), "gzip");
    assert!(small.bytes.len() < plain.bytes.len());
}

#[actix_web::test]
async fn the_figures_count_requests_by_route_and_never_name_an_address() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let chat = app.chat(&ann, &ben).await;
    app.get(&format!("/api/v1/chat/chats/{chat}/?token=secret")).as_(&ann).send().await;
    let figures = String::from_utf8(app.get("/metrics").send().await.bytes).unwrap();
    assert!(figures.contains("route=\"/api/v1/chat/chats/{chat_id}/\""), "{figures}");
    assert!(!figures.contains("secret") && !figures.contains(&chat.to_string()));
    let resident = figures.lines().find_map(|line| line.strip_prefix("process_resident_memory_bytes "));
    assert!(resident.unwrap().parse::<u64>().unwrap() > 1_000_000);
}

#[actix_web::test]
async fn a_database_that_does_not_answer_makes_the_server_unready_and_names_the_request() {
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
