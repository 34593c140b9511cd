use serde_json::json;
use store::notification::{Kind, Notice};

use super::{PATH, listed};
use crate::support::app::TestApp;

#[actix_web::test]
async fn own_notification_is_deleted_once() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    for event in 1..=2 {
        app.state().notifier.notify(&[ann.id], Notice::new(Kind::PasswordChanged, event)).await;
    }
    let path = format!("{PATH}1/");
    app.call("DELETE", &path).as_(&ben).send().await.refused(404, "not_found");
    let gone = app.call("DELETE", &path).as_(&ann).send().await;
    assert_eq!((gone.status, gone.data()), (200, &json!({"unread": 1})));
    app.call("DELETE", &path).as_(&ann).send().await.refused(404, "not_found");
    assert_eq!(listed(&app, &ann).await.len(), 1);
}
