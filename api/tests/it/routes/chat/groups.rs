use serde_json::{Value, json};

use crate::support::app::{Person, TestApp};

const PATH: &str = "/api/v1/chat/groups/";

/// Opens a group that all members have accepted, and returns its id.
pub async fn group(app: &TestApp, owner: &Person, title: &str, others: &[&Person]) -> i64 {
    let ids: Vec<i64> = others.iter().map(|person| person.id.0).collect();
    let opened = app.post(PATH).as_(owner).json(json!({"title": title, "user_ids": ids})).await;
    assert_eq!(opened.status, 201, "{}", opened.json);
    let chat = opened.data()["id"].as_i64().unwrap();
    app.accept_group(chat).await;
    chat
}

#[actix_web::test]
async fn group_belongs_to_its_creator_and_is_in_every_members_list() {
    let app = TestApp::start().await;
    let (ann, ben, cleo) = (app.person("ann").await, app.person("ben").await, app.person("cleo").await);
    // The caller and duplicates are ignored.
    let ids = json!([ben.id, cleo.id, ben.id, ann.id]);
    let opened = app.post(PATH).as_(&ann).json(json!({"title": "  Friday   table ", "user_ids": ids})).await;
    assert_eq!((opened.status, &opened.data()["title"]), (201, &json!("Friday table")));
    assert_eq!((&opened.data()["kind"], &opened.data()["member_count"]), (&json!("group"), &json!(3)));
    let told = &opened.data()["last_message"]["system"];
    assert_eq!((&told["kind"], &told["title"]), (&json!("created"), &json!("Friday table")));
    let id = opened.data()["id"].as_i64().unwrap();
    let detail = app.get(&format!("/api/v1/chat/chats/{id}/")).as_(&ben).send().await;
    let roles: Vec<(Value, Value)> = detail.data()["members"]
        .as_array()
        .unwrap()
        .iter()
        .map(|member| (member["user"]["id"].clone(), member["role"].clone()))
        .collect();
    assert!(roles.contains(&(json!(ann.id), json!("owner"))) && roles.contains(&(json!(ben.id), json!("member"))));
    assert_eq!(detail.data()["unread"], 0, "what the group tells of itself is not unread");
}

#[actix_web::test]
async fn group_without_other_or_with_unknown_members_is_refused() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let open = async |body: Value| app.post(PATH).as_(&ann).json(body).await;
    for ids in [json!([]), json!([ann.id])] {
        let alone = open(json!({"title": "Me", "user_ids": ids})).await;
        alone.refused_fields(&["user_ids"]);
        assert_eq!(alone.json["message"], "A group needs at least one other person.");
    }
    open(json!({"title": "x", "user_ids": [1]})).await.refused_fields(&["user_ids"]);
    // A guest has no chats.
    let guest = app.guest().await;
    open(json!({"title": "x", "user_ids": [ben.id, guest.id]})).await.refused_fields(&["user_ids"]);
    for title in [" ", "\u{200b}", "\u{202e}elbaT"] {
        open(json!({"title": title, "user_ids": [ben.id]})).await.refused_fields(&["title"]);
    }
    open(json!({"title": "x".repeat(101), "user_ids": [ben.id]})).await.refused_fields(&["title"]);
    open(json!({"title": "x", "user_ids": [ben.id], "picture": 5})).await.refused_fields(&["picture"]);
    app.post(PATH).json(json!({"title": "x", "user_ids": [ben.id]})).await.refused(401, "unauthenticated");
    // A user who blocks the caller or accepts no messages is not added.
    let db = &app.state().db;
    store::chat::set_block(db, ben.id, ann.id, true, store::types::timestamp::Timestamp::now()).await.unwrap();
    open(json!({"title": "x", "user_ids": [ben.id]})).await.refused_fields(&["user_ids"]);
    assert_eq!(store::testing::count(db, "chat").await, 0);
}
