use serde_json::json;

use crate::support::app::TestApp;

const PATH: &str = "/api/v1/chat/chatapp-share-reels-in-chats/";

#[actix_web::test]
async fn unpublished_reel_is_not_shared() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let chat = app.chat(&ann, &ben).await;
    let share = json!({"reel_id": 1, "chat_ids": [chat]});
    app.post(PATH).as_(&ann).json(share.clone()).await.refused(404, "not_found");
    app.post(PATH).json(share).await.refused(401, "unauthenticated");
    assert_eq!(store::testing::count(&app.state().db, "message").await, 0);
}

#[actix_web::test]
async fn missing_fields_are_named() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    for (form, field) in [
        (json!({"chat_ids": [1]}), "reel_id"),
        (json!({"reel_id": 1}), "chat_ids"),
        (json!({"reel_id": 1, "chat_ids": []}), "chat_ids"),
        (json!({"reel_id": 1, "chat_ids": (0..21).collect::<Vec<_>>()}), "chat_ids"),
        (json!({"reel_id": 1, "chat_ids": [1], "id": "x"}), "id"),
    ] {
        app.post(PATH).as_(&ann).json(form).await.refused_fields(&[field]);
    }
}
