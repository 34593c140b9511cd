use serde_json::{Value, json};
use store::{account::privacy::Privacy, types::timestamp::Timestamp};

use crate::{
    routes::users::friends::befriend,
    support::app::{Person, TestApp},
};

async fn share(app: &TestApp, by: &Person, whose: i64, form: Value) -> crate::support::app::Answer {
    app.post(&format!("/api/v1/userprofessional/share-user-profile/?user_id={whose}")).as_(by).json(form).await
}

#[actix_web::test]
async fn profile_is_shared_once_in_direct_chats_with_friends() {
    let app = TestApp::start().await;
    let (ann, ben, cleo, dan) =
        (app.person("ann").await, app.person("ben").await, app.person("cleo").await, app.business("dan").await);
    befriend(&app, &ann, &ben).await;
    befriend(&app, &ann, &cleo).await;
    let there = app.chat(&ann, &ben).await;
    let form = json!({"friend_ids": [ben.id, cleo.id, ben.id], "id": "01JDA7XK8Q0000000000000001"});
    let told = share(&app, &ann, dan.id.0, form.clone()).await;
    assert_eq!(told.status, 200, "{}", told.json);
    assert_eq!(told.data()[0], json!({"user_id": ben.id, "chat_id": there}));
    let opened = &told.data()[1]["chat_id"];
    assert_eq!(told.data()[1], json!({"user_id": cleo.id, "chat_id": opened}));
    assert_eq!(share(&app, &ann, dan.id.0, form).await.data(), told.data(), "repeated");
    let history = app.get(&format!("/api/v1/chat/chats/{opened}/messages/")).as_(&cleo).send().await;
    let messages = history.data()["messages"].as_array().unwrap();
    assert_eq!(messages.len(), 1, "done once");
    let said = &messages[0];
    assert_eq!((&said["sender"], &said["content"]["id"]), (&json!(ann.id), &json!(dan.id)));
}

#[actix_web::test]
async fn friend_who_accepts_no_messages_is_skipped() {
    let app = TestApp::start().await;
    let (ann, ben, cleo) = (app.person("ann").await, app.person("ben").await, app.person("cleo").await);
    befriend(&app, &ann, &ben).await;
    befriend(&app, &ann, &cleo).await;
    let closed: Privacy = serde_json::from_value(json!({"messaging": "private"})).unwrap();
    store::account::privacy::save(&app.state().db, ben.id, &closed, Timestamp::now()).await.unwrap();
    let told = share(&app, &ann, ann.id.0, json!({"friend_ids": [ben.id, cleo.id]})).await;
    assert_eq!(told.status, 200, "{}", told.json);
    assert_eq!((&told.data()[0]["user_id"], &told.data()[0]["code"]), (&json!(ben.id), &json!("chat.not_open")));
    assert_eq!((&told.data()[1]["user_id"], &told.data()[1]["code"]), (&json!(cleo.id), &json!(null)));
    let nobody = share(&app, &ann, ann.id.0, json!({"friend_ids": [ben.id]})).await;
    assert_eq!((nobody.status, &nobody.json["code"]), (403, &json!("chat.not_open")), "{}", nobody.json);
}

#[actix_web::test]
async fn profile_is_shared_with_friends_only_and_only_if_visible() {
    let app = TestApp::start().await;
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    befriend(&app, &ann, &ben).await;
    for form in [json!({}), json!({"friend_ids": []})] {
        let none = share(&app, &ann, eve.id.0, form).await;
        none.refused_fields(&["friend_ids"]);
        assert_eq!(none.json["errors"]["friend_ids"], json!(["Choose at least one friend."]));
    }
    for strangers in [json!([ben.id, eve.id]), json!([404]), json!([ann.id]), json!((1..22).collect::<Vec<_>>())] {
        share(&app, &ann, eve.id.0, json!({"friend_ids": strangers})).await.refused_fields(&["friend_ids"]);
    }
    let friends = json!({"friend_ids": [ben.id]});
    share(&app, &ann, 404, friends.clone()).await.refused(404, "not_found");
    store::chat::set_block(&app.state().db, eve.id, ann.id, true, Timestamp::now()).await.unwrap();
    share(&app, &ann, eve.id.0, friends.clone()).await.refused(404, "not_found");
    let path = "/api/v1/userprofessional/share-user-profile/";
    app.post(path).as_(&ann).json(friends.clone()).await.refused_fields(&["user_id"]);
    app.post(&format!("{path}?user_id={}", ben.id)).json(friends).await.refused(401, "unauthenticated");
    assert_eq!(store::testing::count(&app.state().db, "chat").await, 0, "no chat is opened for nothing");
}
