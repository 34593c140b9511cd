//! A stranger's request, live for both sides.

use serde_json::{Value, json};

use super::{Pair, give, is_event, is_signal, say};
use crate::support::app::TestApp;

async fn pair() -> Pair {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let chat = app.ask(&ann, &ben).await;
    Pair { app, ann, ben, chat }
}

#[actix_web::test]
async fn sender_sees_nothing_of_the_recipient_before_acceptance() {
    let pair = pair().await;
    let (mut phone, snapshot) = pair.joined(&pair.list_of(&pair.ben)).await;
    assert_eq!((&snapshot["data"]["chats"], &snapshot["data"]["requests"]), (&json!([]), &json!([])));
    let (mut laptop, _) = pair.joined(&pair.list_of(&pair.ben)).await;
    let (mut anns, _) = pair.joined(&pair.chat_of(&pair.ann)).await;
    say(&mut anns, 1, "Is the table still for sale?").await;
    for device in [&mut phone, &mut laptop] {
        let event = device.wait(is_event("chat")).await;
        assert_eq!(event["data"]["chat"]["request"], json!({"to": pair.ben.id, "left": 4}));
    }

    let (mut bens, snapshot) = pair.joined(&pair.chat_of(&pair.ben)).await;
    assert_eq!(snapshot["data"]["chat"]["request"]["to"], json!(pair.ben.id));
    give(&mut bens, 77, json!({"type": "read", "seq": 1})).await;
    bens.send(&json!({"op": "signal", "signal": {"type": "typing", "on": true}})).await;
    bens.ping().await;
    anns.ping().await;
    let shows_ben = |frame: &Value| {
        let data = &frame["data"];
        data["user"] == json!(pair.ben.id) || data["type"] == "read" || data["type"] == "typing"
    };
    let passed = anns.passed();
    assert!(!passed.iter().any(shows_ben), "{passed:?}");

    let path = format!("/api/v1/chat/chats/{}/accept/", pair.chat);
    assert_eq!(pair.app.post(&path).as_(&pair.ben).send().await.status, 200);
    let accepted = anns.wait(is_event("accepted")).await;
    assert_eq!(accepted["data"]["up_to"], 1);
    let ben = json!(pair.ben.id);
    anns.wait(|frame| is_signal("presence")(frame) && frame["data"]["user"] == ben && frame["data"]["online"] == true)
        .await;
    for device in [&mut phone, &mut laptop] {
        let is_listed = |frame: &Value| frame["data"]["type"] == "chat" && frame["data"]["chat"]["request"].is_null();
        device.wait(is_listed).await;
    }
}

#[actix_web::test]
async fn request_notifies_once_until_it_is_accepted() {
    let pair = pair().await;
    let path = format!("/ws/notifications/?id={}&token={}", pair.ben.id, pair.ben.access);
    let (mut notices, _) = pair.joined(&path).await;
    let (mut anns, _) = pair.joined(&pair.chat_of(&pair.ann)).await;
    for number in 1..=5 {
        say(&mut anns, number, "Hello").await;
    }
    let notice = notices.wait(is_event("notification")).await;
    assert_eq!(notice["data"]["notification"]["kind"], "message_request");
    let (mut bens, _) = pair.joined(&pair.chat_of(&pair.ben)).await;
    say(&mut bens, 6, "Hello to you").await;
    notices.wait(is_event("deleted")).await;
    assert!(!notices.passed().iter().any(is_event("notification")), "one notice for five messages");
}
