use serde_json::{Value, json};

use crate::support::app::TestApp;

#[actix_web::test]
async fn chat_settings_apply_to_the_caller_only() {
    let app = TestApp::start().await;
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    let (old, new) = (app.chat(&ann, &ben).await, app.chat(&ann, &eve).await);
    let path = format!("/api/v1/chat/chats/{old}/settings/");
    let set = async |body: Value| app.call("PUT", &path).as_(&ann).json(body).await;
    let until = "2030-01-01T00:00:00.000Z";
    let muted = set(json!({"muted_until": until, "pinned": true})).await;
    assert_eq!((muted.status, &muted.data()["muted_until"]), (200, &json!(until)));
    assert!(muted.data()["pinned_at"].is_string());
    let list = app.get("/api/v1/chat/chats/").as_(&ann).send().await;
    assert_eq!([&list.data()[0]["id"], &list.data()[1]["id"]], [&json!(old), &json!(new)], "pinned chats come first");
    let back = set(json!({"muted_until": null, "pinned": false})).await;
    assert_eq!((&back.data()["muted_until"], &back.data()["pinned_at"]), (&Value::Null, &Value::Null));
    let theirs = app.get(&format!("/api/v1/chat/chats/{old}/")).as_(&ben).send().await;
    assert_eq!(theirs.data()["pinned_at"], Value::Null);

    set(json!({"muted_until": "tomorrow"})).await.refused_fields(&["muted_until"]);
    set(json!({"loud": true})).await.refused_fields(&["loud"]);
    app.call("PUT", &path).as_(&eve).json(json!({"pinned": true})).await.refused(404, "not_found");
    app.call("PUT", &path).json(json!({"pinned": true})).await.refused(401, "unauthenticated");
}

#[actix_web::test]
async fn archived_chat_returns_on_a_new_message_unless_muted() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let chat = app.chat(&ann, &ben).await;
    super::super::say(&app, chat, ben.id, 1).await;
    let path = format!("/api/v1/chat/chats/{chat}/settings/");
    let set = async |body: Value| assert_eq!(app.call("PUT", &path).as_(&ann).json(body).await.status, 200);
    let shown = async |archived: &str| {
        let list = app.get(&format!("/api/v1/chat/chats/?archived={archived}")).as_(&ann).send().await;
        list.data().as_array().unwrap().len()
    };
    set(json!({"archived": true, "muted_until": "2100-01-01T00:00:00.000Z"})).await;
    assert_eq!((shown("false").await, shown("true").await, shown("all").await), (0, 1, 1));
    say_later(&app, chat, &ben, 1).await;
    assert_eq!((shown("false").await, shown("true").await), (0, 1), "muted: it stays");
    set(json!({"muted_until": null})).await;
    assert_eq!((shown("false").await, shown("true").await), (0, 1), "and it does not come back by itself");
    say_later(&app, chat, &ben, 2).await;
    assert_eq!((shown("false").await, shown("true").await), (1, 0));
    app.get("/api/v1/chat/chats/?archived=perhaps").as_(&ann).send().await.refused_fields(&["archived"]);
}

/// Sends a message this many minutes from now.
async fn say_later(app: &TestApp, chat: i64, who: &crate::support::app::Person, minutes: i64) {
    use store::{
        chat::{Change, ChatWrite, NewMessage},
        db::group_commit::Write as _,
        types::{ids::ChatId, timestamp::Timestamp},
    };
    let change = Change::Message(NewMessage::text(format!("{:026}", 900 + minutes).parse().unwrap(), "later"));
    let at = Timestamp::now().plus(minutes * Timestamp::MINUTE);
    ChatWrite::commit(&app.state().db, &[ChatWrite { chat: ChatId(chat), author: who.id, agent: None, at, change }])
        .await
        .unwrap();
}
