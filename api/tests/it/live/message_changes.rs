//! Changes of messages and groups, seen live from both sides: every command with its event, its refusals, and the
//! events
//! on the user's other devices.

use serde_json::{Value, json};

use super::{Pair, give, is_event, say};
use crate::routes::chat::groups::group;

fn code(ack: &Value) -> &Value {
    &ack["error"]["code"]
}

#[actix_web::test]
async fn edit_reaction_and_deletion_reach_all_members() {
    let pair = Pair::start().await;
    let (mut ann, _) = pair.joined(&pair.chat_of(&pair.ann)).await;
    let (mut ben, _) = pair.joined(&pair.chat_of(&pair.ben)).await;
    let (mut list, _) = pair.joined(&pair.list_of(&pair.ben)).await;
    say(&mut ann, 1, "helo").await;
    let edit = json!({"type": "edit", "seq": 1, "text": "hello"});
    assert_eq!(give(&mut ann, 2, edit.clone()).await["result"], json!({"seq": 2}));
    let shown = ben.wait(is_event("changed")).await;
    assert_eq!((&shown["seq"], &shown["data"]["message"]["text"]), (&json!(2), &json!("hello")));
    assert!(shown["data"]["message"]["edited_at"].is_string());
    assert_eq!(list.wait(is_event("changed")).await["data"]["message"], shown["data"]["message"]);
    assert_eq!(give(&mut ann, 3, edit).await["result"], json!({"seq": 2}), "again, it is so already");

    give(&mut ben, 4, json!({"type": "react", "seq": 1, "emoji": "👍🏽"})).await;
    let shown = ann.wait(|frame| is_event("changed")(frame) && frame["seq"] == 3).await;
    let reactions = json!([{"emoji": "👍🏽", "count": 1, "users": [pair.ben.id]}]);
    assert_eq!(shown["data"]["message"]["reactions"], reactions);
    for (command, refusal) in [
        (json!({"type": "edit", "seq": 1, "text": "mine"}), "chat.not_yours"),
        (json!({"type": "edit", "seq": 9, "text": "none"}), "chat.no_such_message"),
        (json!({"type": "edit", "seq": 1, "text": " "}), "chat.not_yours"),
        (json!({"type": "delete", "seq": 1}), "chat.not_yours"),
        (json!({"type": "react", "seq": 1, "emoji": "no"}), "chat.not_an_emoji"),
        (json!({"type": "react", "seq": 2, "emoji": "👍"}), "chat.no_such_message"),
        (json!({"type": "send", "text": "x", "mentions": [1]}), "chat.cannot_mention"),
        (json!({"type": "send", "forward_of": {"chat": 1, "seq": 1}}), "chat.cannot_forward"),
        (json!({"type": "describe", "title": "x"}), "malformed"),
    ] {
        assert_eq!(code(&give(&mut ben, 50, command.clone()).await), refusal, "{command}");
    }

    assert_eq!(give(&mut ann, 5, json!({"type": "delete", "seq": 1})).await["result"], json!({"seq": 4}));
    let shown = ben.wait(|frame| is_event("changed")(frame) && frame["data"]["message"]["deleted"] == true).await;
    assert_eq!((&shown["data"]["message"]["text"], &shown["data"]["message"]["reactions"]), (&json!(""), &Value::Null));
    let gone = list.wait(|frame| is_event("changed")(frame) && frame["data"]["message"]["deleted"] == true).await;
    assert_eq!(gone["data"]["unread"], 0);
    let late = json!({"type": "react", "seq": 1, "emoji": "👍"});
    assert_eq!(code(&give(&mut ben, 6, late).await), "chat.no_such_message");
}

#[actix_web::test]
async fn hidden_and_cleared_messages_vanish_on_own_devices_only() {
    let pair = Pair::start().await;
    let (mut ann, _) = pair.joined(&pair.chat_of(&pair.ann)).await;
    let (mut ben, _) = pair.joined(&pair.chat_of(&pair.ben)).await;
    let (mut list, _) = pair.joined(&pair.list_of(&pair.ben)).await;
    for number in 1..=2 {
        say(&mut ann, number, &format!("message {number}")).await;
    }
    assert_eq!(give(&mut ben, 3, json!({"type": "hide", "seqs": [2, 9]})).await["result"], json!({"seqs": [2]}));
    let hidden = list.wait(is_event("hidden")).await;
    assert_eq!(hidden["data"], json!({"type": "hidden", "chat": pair.chat, "seqs": [2]}));
    let line = list.wait(is_event("chat")).await;
    assert_eq!((&line["data"]["chat"]["last_message"]["seq"], &line["data"]["chat"]["unread"]), (&json!(1), &json!(1)));
    let seen = |snapshot: &Value| snapshot["data"]["messages"].as_array().unwrap().len();
    assert_eq!(seen(&pair.joined(&pair.chat_of(&pair.ben)).await.1), 1);
    assert_eq!(seen(&pair.joined(&pair.chat_of(&pair.ann)).await.1), 2);

    let clear = format!("/api/v1/chat/chatapp-clear-chats-per-users/?chat_id={}", pair.chat);
    assert_eq!(pair.app.post(&clear).as_(&pair.ben).send().await.status, 200);
    let cleared = list.wait(is_event("cleared")).await;
    assert_eq!(cleared["data"], json!({"type": "cleared", "chat": pair.chat, "up_to": 2}));
    assert_eq!(seen(&pair.joined(&pair.chat_of(&pair.ben)).await.1), 0);
    assert_eq!(seen(&pair.joined(&pair.chat_of(&pair.ann)).await.1), 2);
}

#[actix_web::test]
async fn blocked_sender_learns_only_that_delivery_failed() {
    let pair = Pair::start().await;
    let (mut ann, _) = pair.joined(&pair.chat_of(&pair.ann)).await;
    let (mut ben, _) = pair.joined(&pair.chat_of(&pair.ben)).await;
    let (mut list, _) = pair.joined(&pair.list_of(&pair.ann)).await;
    let path = format!("/api/v1/chat/chatapp-block-unblock-users/?chat_id={}", pair.chat);
    assert_eq!(pair.app.post(&path).as_(&pair.ann).send().await.data()["blocked"], true);
    let told = list.wait(is_event("settings")).await;
    assert_eq!((&told["data"]["blocked"], &told["data"]["can_write"]), (&json!(true), &json!(false)));
    for socket in [&mut ann, &mut ben] {
        let refused = say(socket, 1, "hello?").await;
        assert_eq!(refused["error"]["message"], "This message cannot be delivered.");
        assert_eq!(code(&refused), "chat.blocked");
    }
    assert_eq!(pair.app.post(&path).as_(&pair.ann).send().await.data()["blocked"], false);
    assert_eq!(say(&mut ben, 2, "hello!").await["ok"], true);
}

#[actix_web::test]
async fn removed_member_loses_the_group_at_once() {
    let pair = Pair::start().await;
    let eve = pair.app.person("eve").await;
    let chat = group(&pair.app, &pair.ann, "Table", &[&pair.ben, &eve]).await;
    let path = |token: &str| format!("/ws/chat/users/{chat}/?token={token}");
    let (mut ben, snapshot) = pair.joined(&path(&pair.ben.access)).await;
    let (mut one, _) = pair.joined(&path(&eve.access)).await;
    let (mut other, _) = pair.joined(&path(&eve.access)).await;
    let (mut list, _) = pair.joined(&pair.list_of(&eve)).await;
    let member = format!("/api/v1/chat/chats/{chat}/members/{}/", eve.id);
    assert_eq!(pair.app.call("DELETE", &member).as_(&pair.ann).send().await.status, 200);
    let told = ben.wait(is_event("details")).await;
    assert_eq!((&told["data"]["left"], &told["data"]["member_count"]), (&json!([eve.id]), &json!(2)));
    assert_eq!(told["data"]["message"]["system"]["kind"], "removed");
    for socket in [&mut one, &mut other] {
        assert_eq!(socket.wait_for("ended").await["error"]["code"], "not_found");
        assert_eq!(socket.closed().await, 4404);
    }
    assert_eq!(list.wait(is_event("removed")).await["data"]["chat"], json!(chat));
    // Missed events cannot be recovered either.
    let epoch = snapshot["epoch"].as_str().unwrap();
    let back = format!("{}&epoch={epoch}&seq=1", path(&eve.access));
    assert_eq!(pair.open(&back).await.closed().await, 4404);
    // A member who is added again sees the chat from then on, whatever position the client names.
    let add = json!({"user_ids": [eve.id]});
    let added = pair.app.post(&format!("/api/v1/chat/chats/{chat}/members/")).as_(&pair.ann).json(add).await;
    assert_eq!(added.status, 200);
    assert_eq!(list.wait(is_event("chat")).await["data"]["chat"]["id"], json!(chat));
    let told = ben.wait(|frame| is_event("details")(frame) && frame["data"]["joined"] != json!([])).await;
    assert_eq!(told["data"]["joined"][0]["user"]["id"], json!(eve.id));
    let mut eve = pair.open(&back).await;
    let snapshot = eve.wait_for("snapshot").await;
    let messages = snapshot["data"]["messages"].as_array().unwrap();
    assert_eq!((messages.len(), &messages[0]["system"]["kind"]), (1, &json!("added")));
    assert_eq!(snapshot["data"]["has_before"], false);
}

#[actix_web::test]
async fn read_receipts_are_hidden_in_both_directions_when_off() {
    let pair = Pair::start().await;
    let eve = pair.app.person("eve").await;
    let shut = json!({"read_receipts": false});
    let put = pair.app.call("PUT", "/api/v1/users/update-privacy-settings/").as_(&eve).json(shut).await;
    assert_eq!(put.status, 200);
    let chat = group(&pair.app, &pair.ann, "Table", &[&pair.ben, &eve]).await;
    let path = |token: &str| format!("/ws/chat/users/{chat}/?token={token}");
    let (mut ann, _) = pair.joined(&path(&pair.ann.access)).await;
    let (mut ben, _) = pair.joined(&path(&pair.ben.access)).await;
    let (mut secret, _) = pair.joined(&path(&eve.access)).await;
    let (mut list, _) = pair.joined(&pair.list_of(&eve)).await;
    let seq = say(&mut ann, 1, "hello").await["result"]["seq"].as_i64().unwrap();
    // A delivery is told, whatever the reader keeps.
    give(&mut secret, 5, json!({"type": "delivered", "seq": seq})).await;
    let delivered = ann.wait(is_event("delivered")).await;
    assert_eq!((&delivered["data"]["user"], &delivered["data"]["up_to"]), (&json!(eve.id), &json!(seq)));
    let taken = delivered["seq"].as_i64().unwrap();
    // Eve's own mark is stored, and clears the count on her other devices.
    assert_eq!(give(&mut secret, 2, json!({"type": "read", "seq": seq})).await["result"], json!({"up_to": seq}));
    assert_eq!(list.wait(is_event("unread")).await["data"]["unread"], 0);
    // Ben's mark takes the next seq: Ann sees its author, Eve does not.
    give(&mut ben, 3, json!({"type": "read", "seq": seq})).await;
    let read = ann.wait(is_event("read")).await;
    assert_eq!((&read["seq"], &read["data"]["user"]), (&json!(taken + 1), &json!(pair.ben.id)));
    let veiled = secret.wait(|frame| frame["type"] == "event" && frame["seq"] == taken + 1).await;
    assert_eq!(veiled["data"], json!({"type": "quiet"}));
    let (_, snapshot) = pair.joined(&path(&eve.access)).await;
    let members = snapshot["data"]["chat"]["members"].as_array().unwrap();
    let marks =
        |id: i64| members.iter().find(|one| one["user"]["id"] == json!(id)).map(|one| one["read_seq"].clone()).unwrap();
    assert_eq!((marks(pair.ben.id.0), marks(eve.id.0)), (json!(0), json!(seq)));
}

#[actix_web::test]
async fn mentions_do_not_cross_a_block() {
    let pair = Pair::start().await;
    let eve = pair.app.person("eve").await;
    let chat = group(&pair.app, &pair.ann, "Table", &[&pair.ben, &eve]).await;
    let (mut ann, _) = pair.joined(&format!("/ws/chat/users/{chat}/?token={}", pair.ann.access)).await;
    let (mut ben, _) = pair.joined(&format!("/ws/chat/users/{chat}/?token={}", pair.ben.access)).await;
    let mention = |user: &crate::support::app::Person| json!({"type": "send", "text": "look", "mentions": [user.id]});
    let said = give(&mut ann, 1, mention(&eve)).await;
    assert_eq!(said["ok"], true);
    let block = json!({"block": true});
    let path = format!("/api/v1/users/{}/block/", pair.ann.id);
    assert_eq!(pair.app.call("PUT", &path).as_(&pair.ben).json(block).await.status, 200);
    let edit = json!({"type": "edit", "seq": said["result"]["seq"], "text": "look!", "mentions": [pair.ben.id]});
    let both = json!({"type": "send", "text": "look", "mentions": [eve.id, pair.ben.id]});
    for (number, what) in [mention(&pair.ben), both, edit].into_iter().enumerate() {
        let refused = give(&mut ann, 2 + number, what).await;
        assert_eq!(code(&refused), "chat.cannot_mention");
        let says = "One of those you mention is not here, or does not wish to be mentioned.";
        assert_eq!(refused["error"]["message"], says);
    }
    assert_eq!(code(&give(&mut ben, 7, mention(&pair.ann)).await), "chat.cannot_mention");
    assert_eq!(give(&mut ann, 8, mention(&eve)).await["ok"], true);
}
