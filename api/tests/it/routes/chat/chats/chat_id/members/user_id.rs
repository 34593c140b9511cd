use serde_json::{Value, json};

use crate::{
    routes::{chat::groups::group, users::friends::befriend},
    support::app::{Person, TestApp},
};

fn path(chat: i64, person: &Person) -> String {
    format!("/api/v1/chat/chats/{chat}/members/{}/", person.id)
}

async fn role_of(app: &TestApp, chat: i64, viewer: &Person, person: &Person) -> Value {
    let members = app.get(&format!("/api/v1/chat/chats/{chat}/members/")).as_(viewer).send().await;
    let members = members.data().as_array().unwrap().clone();
    members.iter().find(|one| one["user"]["id"] == json!(person.id)).map_or(Value::Null, |one| one["role"].clone())
}

#[actix_web::test]
async fn roles_decide_which_members_may_be_removed() {
    let app = TestApp::start().await;
    let (ann, ben, cleo) = (app.person("ann").await, app.person("ben").await, app.person("cleo").await);
    let (dan, eve) = (app.person("dan").await, app.person("eve").await);
    let chat = group(&app, &ann, "Table", &[&ben, &cleo, &dan]).await;
    let give = async |by: &Person, to: &Person, role: &str| {
        app.call("PUT", &path(chat, to)).as_(by).json(json!({"role": role})).await
    };
    let remove = async |by: &Person, whom: &Person| app.call("DELETE", &path(chat, whom)).as_(by).send().await;
    give(&ben, &cleo, "admin").await.refused(403, "not_allowed");
    give(&ann, &eve, "admin").await.refused(404, "not_found");
    give(&ann, &ann, "member").await.refused(403, "not_allowed");
    give(&ann, &ben, "king").await.refused_fields(&["role"]);
    assert_eq!(give(&ann, &ben, "admin").await.status, 200);
    remove(&dan, &cleo).await.refused(403, "not_allowed");
    remove(&ben, &ann).await.refused(403, "not_allowed");
    remove(&eve, &ben).await.refused(404, "not_found");
    assert_eq!(remove(&ben, &cleo).await.status, 200);
    remove(&ben, &cleo).await.refused(404, "not_found");
    // A removed member no longer sees the group.
    for end in ["", "messages/", "members/"] {
        let answer = app.get(&format!("/api/v1/chat/chats/{chat}/{end}")).as_(&cleo).send().await;
        answer.refused(404, "not_found");
    }
    let list = app.get("/api/v1/chat/chats/").as_(&cleo).send().await;
    assert!(list.data().as_array().unwrap().is_empty());
    // A removed member may be added again.
    let add = app.post(&format!("/api/v1/chat/chats/{chat}/members/")).as_(&ben).json(json!({"user_ids": [cleo.id]}));
    assert_eq!(add.await.data()["member_count"], 4);
    let history = app.get(&format!("/api/v1/chat/chats/{chat}/messages/")).as_(&cleo).send().await;
    assert_eq!(history.status, 200);
    app.call("DELETE", &path(chat, &ben)).send().await.refused(401, "unauthenticated");
}

#[actix_web::test]
async fn group_always_has_an_owner() {
    let app = TestApp::start().await;
    let (ann, ben, cleo) = (app.person("ann").await, app.person("ben").await, app.person("cleo").await);
    let chat = group(&app, &ann, "Table", &[&ben, &cleo]).await;
    let put = app.call("PUT", &path(chat, &cleo)).as_(&ann).json(json!({"role": "admin"})).await;
    assert_eq!(put.status, 200);
    assert_eq!(app.call("DELETE", &path(chat, &ann)).as_(&ann).send().await.status, 200);
    assert_eq!(role_of(&app, chat, &ben, &cleo).await, "owner", "an admin before a member");
    let detail = app.get(&format!("/api/v1/chat/chats/{chat}/")).as_(&ben).send().await;
    assert_eq!(detail.data()["former"][0]["id"], json!(ann.id), "who has spoken keeps the name");
    assert_eq!(app.call("DELETE", &path(chat, &cleo)).as_(&cleo).send().await.status, 200);
    assert_eq!(role_of(&app, chat, &ben, &ben).await, "owner");
    // A friend may add a member who left. After a transfer, the former owner stays as an admin.
    befriend(&app, &ann, &ben).await;
    app.post(&format!("/api/v1/chat/chats/{chat}/members/")).as_(&ben).json(json!({"user_ids": [ann.id]})).await;
    app.call("PUT", &path(chat, &ann)).as_(&ben).json(json!({"role": "owner"})).await;
    assert_eq!(
        (role_of(&app, chat, &ben, &ann).await, role_of(&app, chat, &ben, &ben).await),
        (json!("owner"), json!("admin"))
    );
}

#[actix_web::test]
async fn member_leaving_while_being_removed_leaves_once() {
    let app = TestApp::start().await;
    let (ann, ben, cleo) = (app.person("ann").await, app.person("ben").await, app.person("cleo").await);
    let chat = group(&app, &ann, "Table", &[&ben, &cleo]).await;
    let remove = |by: &Person| app.call("DELETE", &path(chat, &cleo)).as_(by).send();
    let (left, removed) = futures_util::future::join(remove(&cleo), remove(&ann)).await;
    let mut statuses = [left.status, removed.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 404]);
    let detail = app.get(&format!("/api/v1/chat/chats/{chat}/")).as_(&ben).send().await;
    assert_eq!((&detail.data()["member_count"], &detail.data()["seq"]), (&json!(2), &json!(2)), "told once");
}

#[actix_web::test]
async fn all_leaders_may_leave_concurrently() {
    let app = TestApp::start().await;
    let (ann, ben, cleo) = (app.person("ann").await, app.person("ben").await, app.person("cleo").await);
    let chat = group(&app, &ann, "Table", &[&ben, &cleo]).await;
    let admin = app.call("PUT", &path(chat, &ben)).as_(&ann).json(json!({"role": "admin"}));
    assert_eq!(admin.await.status, 200);
    // The owner leaves while the admin deletes the account.
    let leave = app.call("DELETE", &path(chat, &ann)).as_(&ann).send();
    let delete = app.call("DELETE", "/api/v1/users/delete-user-test/").as_(&ben).send();
    let (left, deleted) = futures_util::future::join(leave, delete).await;
    assert_eq!((left.status, deleted.status), (200, 200));
    assert_eq!(role_of(&app, chat, &cleo, &cleo).await, "owner");
    let members = app.get(&format!("/api/v1/chat/chats/{chat}/members/")).as_(&cleo).send().await;
    assert_eq!(members.json["total"], 1);
    assert_eq!(app.call("DELETE", &path(chat, &cleo)).as_(&cleo).send().await.status, 200);
    app.get(&format!("/api/v1/chat/chats/{chat}/")).as_(&cleo).send().await.refused(404, "not_found");
}
