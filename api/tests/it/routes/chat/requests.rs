use serde_json::json;

use crate::{routes::chat::chats::say, support::app::TestApp};

const PATH: &str = "/api/v1/chat/requests/";

#[actix_web::test]
async fn requests_are_listed_for_their_recipient_only() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let chat = app.ask(&ann, &ben).await;
    assert_eq!(app.get(PATH).as_(&ben).send().await.json["data"], json!([]), "nothing is said yet");
    say(&app, chat, ann.id, 1).await;
    let listed = app.get(PATH).as_(&ben).send().await;
    assert_eq!((&listed.json["data"][0]["id"], &listed.json["data"][0]["request"]["left"]), (&json!(chat), &json!(4)));
    assert_eq!(app.get(PATH).as_(&ann).send().await.json["data"], json!([]));
    assert_eq!(app.get("/api/v1/chat/chats/").as_(&ben).send().await.json["data"], json!([]));
    app.get(&format!("{PATH}?page=0")).as_(&ben).send().await.refused_fields(&["page"]);
    app.get(PATH).send().await.refused(401, "unauthenticated");
}

#[actix_web::test]
async fn group_of_a_stranger_is_listed_and_ends_with_a_block() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let new = json!({"title": "Market", "user_ids": [ben.id]});
    let opened = app.post("/api/v1/chat/groups/").as_(&ann).json(new.clone()).await;
    let chat = opened.data()["id"].as_i64().unwrap();
    let notices = app.get("/api/v1/users/notifications/").as_(&ben).send().await;
    let notice = &notices.json["data"][0];
    assert_eq!((&notice["kind"], &notice["actor"]["id"]), (&json!("message_request"), &json!(ann.id)));
    let listed = app.get(PATH).as_(&ben).send().await;
    assert_eq!(
        (&listed.json["data"][0]["id"], &listed.json["data"][0]["request"]["to"]),
        (&json!(chat), &json!(ben.id))
    );
    assert_eq!(app.get("/api/v1/chat/chats/").as_(&ben).send().await.json["data"], json!([]));
    let common = app.get(&format!("/api/v1/chat/chats/{chat}/request/")).as_(&ben).send().await;
    assert_eq!(common.data()["from"]["id"], json!(ann.id));

    let block = format!("/api/v1/chat/chatapp-block-unblock-users/?chat_id={chat}");
    assert_eq!(app.post(&block).as_(&ben).json(json!({"block": true})).await.status, 200);
    app.get(&format!("/api/v1/chat/chats/{chat}/")).as_(&ben).send().await.refused(404, "not_found");
    assert_eq!(app.get(PATH).as_(&ben).send().await.json["data"], json!([]));
    // The answer does not tell a block from a person who does not exist.
    let blocked = app.post("/api/v1/chat/groups/").as_(&ann).json(new).await;
    let unknown = app.post("/api/v1/chat/groups/").as_(&ann).json(json!({"title": "Market", "user_ids": [7]})).await;
    assert_eq!((blocked.status, &blocked.json), (unknown.status, &unknown.json));
}

#[actix_web::test]
async fn friendship_accepts_the_groups_of_the_friend() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let new = json!({"title": "Market", "user_ids": [ben.id]});
    let opened = app.post("/api/v1/chat/groups/").as_(&ann).json(new).await;
    crate::routes::users::friends::befriend(&app, &ann, &ben).await;
    let detail = app.get(&format!("/api/v1/chat/chats/{}/", opened.data()["id"])).as_(&ben).send().await;
    assert_eq!(detail.data()["request"], serde_json::Value::Null);
}
