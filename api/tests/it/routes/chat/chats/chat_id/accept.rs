use serde_json::Value;

use crate::support::app::TestApp;

#[actix_web::test]
async fn only_the_recipient_accepts_a_request() {
    let app = TestApp::start().await;
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    let chat = app.ask(&ann, &ben).await;
    let path = format!("/api/v1/chat/chats/{chat}/accept/");
    app.post(&path).as_(&ann).send().await.refused(403, "not_allowed");
    app.post(&path).as_(&eve).send().await.refused(404, "not_found");
    app.post(&path).send().await.refused(401, "unauthenticated");
    super::super::say(&app, chat, ann.id, 1).await;
    for _ in 0..2 {
        let accepted = app.post(&path).as_(&ben).send().await;
        assert_eq!((accepted.status, &accepted.data()["request"]), (200, &Value::Null), "{}", accepted.json);
    }
    let listed = app.get("/api/v1/chat/chats/").as_(&ben).send().await;
    assert_eq!(listed.json["data"][0]["id"], chat);
}

#[actix_web::test]
async fn friendship_accepts_a_request() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let chat = app.ask(&ann, &ben).await;
    crate::routes::users::friends::befriend(&app, &ann, &ben).await;
    let detail = app.get(&format!("/api/v1/chat/chats/{chat}/")).as_(&ann).send().await;
    assert_eq!(detail.data()["request"], Value::Null);
}
