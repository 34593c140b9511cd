use serde_json::json;
use store::notification::{Kind, Notice};

use super::{PATH, listed};
use crate::support::app::TestApp;

#[actix_web::test]
async fn notifications_are_read_by_id_or_all() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    for event in 1..=3 {
        app.state().notifier.notify(&[ann.id], Notice::new(Kind::PasswordChanged, event)).await;
    }
    let put = || app.call("PUT", &format!("{PATH}read/")).as_(&ann);
    for _ in 0..2 {
        assert_eq!(put().json(json!({"ids": [2]})).await.data(), &json!({"unread": 2}));
    }
    let read: Vec<_> = listed(&app, &ann).await.iter().map(|one| one["read"].clone()).collect();
    assert_eq!(read, [json!(false), json!(true), json!(false)]);
    assert_eq!(put().json(json!({})).await.data(), &json!({"unread": 0}));
    put().json(json!({"ids": vec![1; 101]})).await.refused_fields(&["ids"]);
}
