use serde_json::json;

use crate::support::app::TestApp;

const PATH: &str = "/api/v1/chat/forward/";

#[actix_web::test]
async fn visible_message_is_forwarded_once_to_own_chats() {
    let app = TestApp::start().await;
    let (ann, ben, cleo) = (app.person("ann").await, app.person("ben").await, app.person("cleo").await);
    let (from, to) = (app.chat(&ann, &ben).await, app.chat(&ann, &cleo).await);
    super::chats::say(&app, from, ben.id, 1).await;
    let id = "01JDA7XK8Q0000000000000001";
    let body = json!({"chat_id": from, "seq": 1, "chat_ids": [to, 404], "id": id});
    for _ in 0..2 {
        let told = app.post(PATH).as_(&ann).json(body.clone()).await;
        assert_eq!(told.status, 200, "{}", told.json);
        assert_eq!(
            told.data(),
            &json!([{"chat_id": 404, "code": "not_found",
            "message": "There is no such stream, or you may not see it."}, {"chat_id": to}])
        );
    }
    let history = app.get(&format!("/api/v1/chat/chats/{to}/messages/")).as_(&cleo).send().await;
    let messages = history.data()["messages"].as_array().unwrap();
    assert_eq!(messages.len(), 1, "done once");
    assert_eq!((&messages[0]["text"], &messages[0]["forwarded"]), (&json!("message 1"), &json!(true)));
    assert_eq!(messages[0]["sender"], json!(ann.id));
}

#[actix_web::test]
async fn invisible_message_is_not_forwarded() {
    let app = TestApp::start().await;
    let (ann, ben, cleo) = (app.person("ann").await, app.person("ben").await, app.person("cleo").await);
    let (theirs, mine) = (app.chat(&ann, &ben).await, app.chat(&cleo, &ann).await);
    super::chats::say(&app, theirs, ben.id, 1).await;
    let forward = async |seq: i64, chats: serde_json::Value| {
        app.post(PATH).as_(&cleo).json(json!({"chat_id": theirs, "seq": seq, "chat_ids": chats})).await
    };
    forward(1, json!([mine])).await.refused(422, "chat.cannot_forward");
    forward(1, json!([theirs])).await.refused(404, "not_found");
    forward(1, json!([])).await.refused_fields(&["chat_ids"]);
    forward(1, json!((0..21).collect::<Vec<_>>())).await.refused_fields(&["chat_ids"]);
    app.post(PATH).json(json!({"chat_id": theirs, "seq": 1, "chat_ids": [mine]})).await.refused(401, "unauthenticated");
}
