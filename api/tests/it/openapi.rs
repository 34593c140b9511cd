//! The API description: complete, committed, and readable without external resources.

use crate::support::{app::TestApp, schema::DOCUMENT};

#[test]
fn committed_document_matches_the_routes() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json");
    let committed = std::fs::read_to_string(file).unwrap();
    assert!(committed == api::http::openapi::document_json().unwrap(), "api/openapi.json is stale: make gen");
}

#[test]
fn every_operation_has_a_summary_and_responses() {
    for (path, item) in DOCUMENT["paths"].as_object().unwrap() {
        assert!(path.starts_with("/api/v1/") && path.ends_with('/'), "{path}");
        for (method, operation) in item.as_object().unwrap() {
            assert!(operation["summary"].is_string() && operation["tags"].is_array(), "{method} {path}");
            let responses = operation["responses"].as_object().unwrap();
            assert!(responses.contains_key("default"), "{method} {path}");
            assert!(responses.keys().any(|status| status.starts_with('2')), "{method} {path}");
        }
    }
}

#[test]
fn every_operation_has_a_unique_name() {
    let mut names = std::collections::HashSet::new();
    for (path, item) in DOCUMENT["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            assert!(
                names.insert(operation["operationId"].as_str().unwrap()),
                "{method} {path}: name its function otherwise"
            );
        }
    }
}

#[actix_web::test]
async fn document_and_its_page_are_served() {
    let app = TestApp::start().await;
    let document = app.get("/api/v1/openapi.json").send().await;
    assert_eq!((document.status, &document.json["openapi"].is_string()), (200, &true));
    for path in ["/api/docs", "/api/docs/"] {
        let page = app.get(path).send().await;
        assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
        let html = String::from_utf8(page.bytes).unwrap();
        assert!(html.contains("/api/v1/chat/chats/{chat_id}/messages/") && !html.contains("<script"));
    }
}

#[actix_web::test]
async fn live_protocol_is_described_beside_the_document() {
    let app = TestApp::start().await;
    let page = app.get("/api/docs/live").send().await;
    assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
    let html = String::from_utf8(page.bytes).unwrap();
    for told in
        ["<code>snapshot</code>", "<code>chats:{user}</code>", "<code>retries</code>", "<strong>drop it</strong>"]
    {
        assert!(html.contains(told), "{told}");
    }
    let docs = app.get("/api/docs").send().await;
    assert!(String::from_utf8(docs.bytes).unwrap().contains("href=\"/api/docs/live\""));
}
