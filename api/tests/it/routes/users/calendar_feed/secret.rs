use serde_json::json;

use super::PATH;
use crate::support::{
    app::{Person, TestApp},
    market,
};

/// Makes the link of a customer. Returns its path.
async fn link(app: &TestApp, who: &Person) -> String {
    let made = app.post(PATH).as_(who).send().await;
    let url = made.data()["url"].as_str().unwrap();
    url[url.find("/api/").unwrap()..].to_owned()
}

#[actix_web::test]
async fn calendar_follows_bookings_and_knows_its_version() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let (shop, _) = market::salon(&app, "beauty").await;
    let booking = market::book(&app, &ann, &shop).await;
    let path = link(&app, &ann).await;
    let first = app.get(&path).send().await;
    assert_eq!((first.status, first.header("content-type")), (200, "text/calendar; charset=utf-8"));
    let etag = first.header("etag").to_owned();
    let text = String::from_utf8(first.bytes).unwrap();
    assert!(text.contains("STATUS:CONFIRMED\r\n") && text.contains("X-WR-CALNAME"), "{text}");
    assert_eq!(app.get(&path).header("if-none-match", &etag).send().await.status, 304);
    app.post(&format!("{booking}cancel/")).as_(&ann).json(json!({"expected_fee": 0})).await;
    let second = app.get(&path).header("if-none-match", &etag).send().await;
    assert_eq!(second.status, 200);
    assert!(String::from_utf8(second.bytes).unwrap().contains("STATUS:CANCELLED\r\n"));
}

#[actix_web::test]
async fn former_and_unknown_secrets_return_404() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let former = link(&app, &ann).await;
    let present = link(&app, &ann).await;
    app.get(&former).send().await.refused(404, "not_found");
    assert_eq!(app.get(&present).send().await.status, 200);
    for secret in ["x", &"0".repeat(64)] {
        app.get(&format!("{PATH}{secret}/")).send().await.refused(404, "not_found");
    }
}
