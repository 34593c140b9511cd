use serde_json::json;

use super::groups::group;
use crate::support::app::TestApp;

fn path(chat: i64) -> String {
    format!("/api/v1/chat/chatapp-block-unblock-users/?chat_id={chat}")
}

#[actix_web::test]
async fn block_closes_the_chat_for_both_until_unblocked() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let chat = app.chat(&ann, &ben).await;
    let blocked = app.post(&path(chat)).as_(&ann).send().await;
    assert_eq!((blocked.status, blocked.data()), (200, &json!({"blocked": true})));
    let again = app.post(&path(chat)).as_(&ann).form("block=true").await;
    assert_eq!(again.data(), &json!({"blocked": true}));
    let detail = format!("/api/v1/chat/chats/{chat}/");
    let mine = app.get(&detail).as_(&ann).send().await;
    assert_eq!((&mine.data()["blocked"], &mine.data()["can_write"]), (&json!(true), &json!(false)));
    // The peer is not notified.
    let theirs = app.get(&detail).as_(&ben).send().await;
    assert_eq!((&theirs.data()["blocked"], &theirs.data()["can_write"]), (&json!(false), &json!(true)));
    // A forward stands for any message: both sides are refused.
    let other = app.person("cleo").await;
    let from = app.chat(&ben, &other).await;
    super::chats::say(&app, from, ben.id, 1).await;
    let body = json!({"chat_id": from, "seq": 1, "chat_ids": [chat]});
    let refused = app.post("/api/v1/chat/forward/").as_(&ben).json(body.clone()).await;
    refused.refused(403, "chat.blocked");
    assert_eq!(refused.json["message"], "This message cannot be delivered.");
    let back = app.post(&path(chat)).as_(&ann).send().await;
    assert_eq!(back.data(), &json!({"blocked": false}));
    assert_eq!(app.post("/api/v1/chat/forward/").as_(&ben).json(body).await.status, 200);
}

#[actix_web::test]
async fn only_the_peer_of_an_own_direct_chat_can_be_blocked() {
    let app = TestApp::start().await;
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    let chat = app.chat(&ann, &ben).await;
    let group = group(&app, &ann, "Table", &[&ben]).await;
    app.post(&path(group)).as_(&ann).send().await.refused_fields(&["chat_id"]);
    app.post(&path(chat)).as_(&eve).send().await.refused(404, "not_found");
    app.post(&path(404)).as_(&ann).send().await.refused(404, "not_found");
    app.post(&path(chat)).as_(&ann).form("block=perhaps").await.refused_fields(&["block"]);
    app.post(&path(chat)).send().await.refused(401, "unauthenticated");
}

#[actix_web::test]
async fn block_removes_notifications_of_the_other() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let chat = app.chat(&ann, &ben).await;
    let ask = json!({"user_id": ann.id});
    app.call("PUT", "/api/v1/users/friends/request/send/").as_(&ben).json(ask).await;
    let notices = async || {
        let page = app.get("/api/v1/users/notifications/").as_(&ann).send().await;
        page.data().as_array().unwrap().iter().filter(|one| one["kind"] == "friend_request").count()
    };
    assert_eq!(notices().await, 1);
    app.post(&path(chat)).as_(&ann).form("block=true").await;
    assert_eq!(notices().await, 0);
}
