use serde_json::json;
use store::notification::{Kind, Notice};

use crate::support::app::TestApp;

#[actix_web::test]
async fn unread_notifications_of_all_kinds_are_counted() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let count = async || app.get("/api/v1/users/buzz-count/").as_(&ann).send().await.data().clone();
    assert_eq!(count().await, json!({"count": 0}));
    for (kind, id) in [(Kind::ReelNew, 1), (Kind::CompanyNews, 2)] {
        app.state().notifier.notify(&[ann.id], Notice::new(kind, id).about(id)).await;
    }
    assert_eq!(count().await, json!({"count": 2}));
    app.call("PUT", "/api/v1/users/notifications/read/").as_(&ann).json(json!({})).await;
    assert_eq!(count().await, json!({"count": 0}));
    app.get("/api/v1/users/buzz-count/").send().await.refused(401, "unauthenticated");
}
