//! End of a connection by its session, its token or the server.

use hub::protocol::close;
use serde_json::json;
use store::types::timestamp::Timestamp;

use super::{Pair, command, id, is_event, is_signal, say};
use crate::support::app::{PASSWORD, TestApp, token_made_ago};

#[actix_web::test]
async fn sign_out_closes_the_sockets_of_its_session() {
    let pair = Pair::start().await;
    let login = json!({"email": "ann", "password": PASSWORD});
    let login = pair.app.post("/api/v1/users/login/").json(login).await;
    let mut laptop = pair.ann.clone();
    laptop.access = login.json["tokens"]["accessToken"].as_str().unwrap().to_owned();
    let ticket = pair.app.post("/api/v1/ws/ticket/").as_(&pair.ann).send().await;
    let ticket = format!("/ws/chat/users/{}/?ticket={}", pair.chat, ticket.data()["ticket"].as_str().unwrap());

    let (mut phone_chat, _) = pair.joined(&pair.chat_of(&pair.ann)).await;
    let (mut phone_list, _) = pair.joined(&pair.list_of(&pair.ann)).await;
    let (mut phone_ticket, _) = pair.joined(&ticket).await;
    let (mut laptop_chat, _) = pair.joined(&pair.chat_of(&laptop)).await;
    let (mut laptop_list, _) = pair.joined(&pair.list_of(&laptop)).await;
    let (mut ben, _) = pair.joined(&pair.chat_of(&pair.ben)).await;

    let out = pair.app.post("/api/v1/users/logout/").as_(&pair.ann).json(json!({})).await;
    assert_eq!(out.status, 200);
    for socket in [&mut phone_chat, &mut phone_list, &mut phone_ticket] {
        assert_eq!(socket.closed().await, close::UNAUTHENTICATED);
    }
    assert_eq!(pair.open(&pair.chat_of(&pair.ann)).await.closed().await, close::UNAUTHENTICATED);
    assert_eq!(say(&mut ben, 1, "Are you there?").await["ok"], true);
    assert_eq!(laptop_chat.wait(is_event("message")).await["data"]["message"]["text"], "Are you there?");
    assert_eq!(laptop_list.wait(is_event("message")).await["data"]["unread"], 1);
    assert_eq!(say(&mut laptop_chat, 2, "I am.").await["ok"], true);
    // Ann is present as long as one of her sockets is open.
    ben.ping().await;
    let left = ben.passed().into_iter().find(|frame| is_signal("presence")(frame) && frame["data"]["online"] == false);
    assert_eq!(left, None);
}

#[actix_web::test]
async fn expiring_token_is_renewed_over_the_socket() {
    let pair = Pair::start().await;
    // Ann signed up first: these are tokens of her session that expire within seconds.
    let mut short = pair.ann.clone();
    short.access = token_made_ago(&pair.app, &pair.ann, 15 * Timestamp::MINUTE - 6_000);
    let (mut kept, _) = pair.joined(&pair.chat_of(&short)).await;
    let (mut left_alone, _) = pair.joined(&pair.chat_of(&short)).await;
    let told = kept.wait_for("renew").await["expires_in_ms"].as_i64().unwrap();
    assert!((1..=6_000).contains(&told), "{told}");

    for (token, code) in [(pair.ben.access.as_str(), "not_allowed"), ("forged", "unauthenticated")] {
        let before = pair.refused(code).await;
        assert!(kept.send(&json!({"op": "renew", "token": token})).await);
        assert_eq!(kept.wait_for("problem").await["error"]["code"], code);
        assert!(pair.refused(code).await > before);
    }
    assert!(kept.send(&json!({"op": "renew", "token": pair.ann.access})).await);
    kept.ping().await;

    // The same token ends the socket without renewal; the renewed socket stays open.
    assert_eq!(left_alone.closed().await, close::UNAUTHENTICATED);
    left_alone.wait_for("renew").await;
    assert_eq!(say(&mut kept, 1, "still here").await["ok"], true);
    let answer = pair.app.get(&format!("/api/v1/chat/chats/{}/messages/", pair.chat)).as_(&pair.ben).send().await;
    assert_eq!(answer.data()["messages"][0]["sender"], json!(pair.ann.id), "and it is still Ann who speaks");
}

#[actix_web::test]
async fn shutdown_finishes_commands_already_received() {
    const COUNT: usize = 60;
    let pair = Pair::start().await;
    let (mut ann, _) = pair.joined(&pair.chat_of(&pair.ann)).await;
    let (mut list, _) = pair.joined(&pair.list_of(&pair.ben)).await;
    let all: Vec<u8> = (1..=COUNT)
        .flat_map(|number| {
            crate::support::socket::encoded(
                command(number, &json!({"type": "send", "text": number.to_string()})).to_string().as_bytes(),
            )
        })
        .collect();
    assert!(ann.send_bytes(&all).await);
    assert_eq!(ann.ack(&id(1)).await["ok"], true);
    let path = pair.chat_of(&pair.ann);
    let Pair { app: TestApp { running, folder, .. }, ann: who, ben, chat } = pair;
    let stopping = actix_web::rt::spawn(running.stop());

    for socket in [&mut ann, &mut list] {
        assert_eq!(socket.closed().await, hub::transport::ws::code::RESTARTING);
        let delay = socket.wait_for("reconnect").await["delay_ms"].as_u64().unwrap();
        assert!(delay <= 3_000, "{delay}");
    }
    let mut done = vec![1];
    for number in 2..=COUNT {
        let ack = ann.ack(&id(number)).await;
        // A command that arrives too late is temporarily refused; every command gets a reply.
        if ack["ok"] == true { done.push(number) } else { assert_eq!(ack["error"]["code"], "unavailable", "{ack}") }
    }
    drop((ann, list));
    stopping.await.unwrap();

    // After the restart only acknowledged commands are stored. Commands sent again are now executed.
    let app = TestApp::on(folder, &[]).await;
    let pair = Pair { app, ann: who, ben, chat };
    let (mut ann, _) = pair.joined(&path).await;
    for number in 1..=COUNT {
        let again = say(&mut ann, number, &number.to_string()).await;
        assert_eq!(again["result"]["repeat"], done.contains(&number), "{again}");
    }
}
