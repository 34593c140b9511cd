use serde_json::{Value, json};

use crate::support::app::TestApp;

#[actix_web::test]
async fn draft_is_stored_for_the_callers_own_devices_only() {
    let app = TestApp::start().await;
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    let chat = app.chat(&ann, &ben).await;
    let path = format!("/api/v1/chat/chats/{chat}/draft/");
    let keep = async |text: &str| app.call("PUT", &path).as_(&ann).json(json!({"text": text})).await;
    assert_eq!(keep("Shall we ").await.data()["draft"]["text"], "Shall we ");
    let detail = format!("/api/v1/chat/chats/{chat}/");
    assert_eq!(app.get(&detail).as_(&ann).send().await.data()["draft"]["text"], "Shall we ");
    assert_eq!(app.get(&detail).as_(&ben).send().await.data()["draft"], Value::Null);
    assert_eq!(keep("  ").await.data()["draft"], Value::Null);
    keep(&"é".repeat(4_001)).await.refused_fields(&["text"]);
    keep("a\0b").await.refused_fields(&["text"]);
    app.call("PUT", &path).as_(&eve).json(json!({"text": "x"})).await.refused(404, "not_found");
    app.call("PUT", &path).json(json!({"text": "x"})).await.refused(401, "unauthenticated");
}
