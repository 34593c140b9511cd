use serde_json::json;

use crate::support::app::TestApp;

fn path(chat: i64) -> String {
    format!("/api/v1/chat/chatapp-clear-chats-per-users/?chat_id={chat}")
}

#[actix_web::test]
async fn chat_is_cleared_for_the_caller_only() {
    let app = TestApp::start().await;
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    let chat = app.chat(&ann, &ben).await;
    super::chats::say(&app, chat, ben.id, 3).await;
    let cleared = app.post(&path(chat)).as_(&ann).send().await;
    assert_eq!((cleared.status, cleared.data()), (200, &json!({"cleared_seq": 3})));
    let history = format!("/api/v1/chat/chats/{chat}/messages/");
    for (person, left) in [(&ann, 0), (&ben, 3)] {
        let messages = app.get(&history).as_(person).send().await;
        assert_eq!(messages.data()["messages"].as_array().unwrap().len(), left);
    }
    app.post(&path(chat)).as_(&eve).send().await.refused(404, "not_found");
    app.post(&path(404)).as_(&ann).send().await.refused(404, "not_found");
    app.post(&path(chat)).send().await.refused(401, "unauthenticated");
}
