mod accept;
mod draft;
mod media;
mod members;
mod messages;
mod request;
mod settings;

use serde_json::json;

use crate::{routes::chat::groups::group, support::app::TestApp};

#[actix_web::test]
async fn members_see_the_members_of_a_chat() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let chat = app.chat(&ann, &ben).await;
    super::say(&app, chat, ben.id, 3).await;
    let detail = app.get(&format!("/api/v1/chat/chats/{chat}/")).as_(&ann).send().await;
    assert_eq!((detail.status, &detail.data()["unread"], &detail.data()["seq"]), (200, &3.into(), &3.into()));
    let members = detail.data()["members"].as_array().unwrap();
    assert_eq!(members.len(), 2);
    assert!(members.iter().any(|member| member["user"]["userName"] == "ben"));
}

#[actix_web::test]
async fn chat_is_unknown_to_non_members() {
    let app = TestApp::start().await;
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    let path = format!("/api/v1/chat/chats/{}/", app.chat(&ann, &ben).await);
    let theirs = app.get(&path).as_(&eve).send().await;
    let none = app.get("/api/v1/chat/chats/1/").as_(&eve).send().await;
    theirs.refused(404, "not_found");
    assert_eq!(theirs.json, none.json);
    app.get("/api/v1/chat/chats/abc/").as_(&eve).send().await.refused(404, "not_found");
    app.get(&path).send().await.refused(401, "unauthenticated");
}

#[actix_web::test]
async fn group_is_renamed_by_its_leaders() {
    let app = TestApp::start().await;
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    let chat = crate::routes::chat::groups::group(&app, &ann, "Table", &[&ben]).await;
    let path = format!("/api/v1/chat/chats/{chat}/");
    let name = async |by: &crate::support::app::Person, body: serde_json::Value| {
        app.call("PATCH", &path).as_(by).json(body).await
    };
    let named = name(&ann, serde_json::json!({"title": "Friday"})).await;
    assert_eq!((named.status, &named.data()["title"], &named.data()["seq"]), (200, &"Friday".into(), &2.into()));
    assert_eq!(named.data()["last_message"]["system"]["kind"], "renamed");
    assert_eq!(name(&ann, serde_json::json!({"title": "Friday"})).await.data()["seq"], 2, "it is so already");
    name(&ben, serde_json::json!({"title": "Mine"})).await.refused(403, "not_allowed");
    name(&eve, serde_json::json!({"title": "Mine"})).await.refused(404, "not_found");
    name(&ann, serde_json::json!({"title": ""})).await.refused_fields(&["title"]);
    name(&ann, serde_json::json!({"picture": 5})).await.refused_fields(&["picture"]);
    assert_eq!(name(&ann, serde_json::json!({"picture": null})).await.data()["seq"], 2);
    app.call("PATCH", &path).json(serde_json::json!({"title": "x"})).await.refused(401, "unauthenticated");
}

#[actix_web::test]
async fn direct_chat_is_deleted_for_the_caller_only() {
    let app = TestApp::start().await;
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    let chat = app.chat(&ann, &ben).await;
    super::say(&app, chat, ben.id, 2).await;
    let path = format!("/api/v1/chat/chats/{chat}/");
    assert_eq!(app.call("DELETE", &path).as_(&ann).send().await.status, 200);
    for (person, count) in [(&ann, 0), (&ben, 1)] {
        let list = app.get("/api/v1/chat/chats/").as_(person).send().await;
        assert_eq!(list.data().as_array().unwrap().len(), count);
    }
    app.call("DELETE", &path).as_(&eve).send().await.refused(404, "not_found");
    app.call("DELETE", &path).send().await.refused(401, "unauthenticated");
    let table = group(&app, &ann, "Table", &[&ben]).await;
    let path = format!("/api/v1/chat/chats/{table}/");
    app.call("DELETE", &path).as_(&ann).send().await.refused(403, "not_allowed");
    assert_eq!(app.get(&path).as_(&ann).send().await.data()["member_count"], json!(2));
}
