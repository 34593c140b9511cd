//! A customer and two employees of a company, each on a socket of their own.

use serde_json::json;
use store::{company::team, types::timestamp::Timestamp};

use super::{is_event, say};
use crate::support::{
    app::{Person, TestApp},
    market,
    socket::Socket,
};

async fn open(app: &TestApp, person: &Person, chat: &serde_json::Value) -> (Socket, serde_json::Value) {
    let path = format!("/ws/chat/users/{chat}/?token={}", person.access);
    let mut socket = Socket::open(app.running.address.port(), &path).await.expect("the server listens");
    let snapshot = socket.wait_for("snapshot").await;
    (socket, snapshot)
}

#[actix_web::test]
async fn employee_answers_and_customer_sees_the_company() {
    let app = TestApp::start().await;
    let (shop, _) = market::salon(&app, "beauty").await;
    let (ann, nuria) = (app.person("ann").await, app.business("nuria").await);
    let account = team::join(&app.state().db, shop.company, nuria.id, Timestamp::now()).await.unwrap();
    let opened = app.post("/api/v1/chat/chats/direct/").as_(&ann).json(json!({"company_id": shop.company})).await;
    assert_eq!((opened.status, &opened.data()["members"][0]["type"]), (201, &json!("company")));
    let chat = &opened.data()["id"];

    let (mut hers, _) = open(&app, &ann, chat).await;
    let (mut owners, _) = open(&app, &shop.owner, chat).await;
    let (mut nurias, _) = open(&app, &nuria, chat).await;
    say(&mut hers, 1, "Are you free at ten?").await;
    for socket in [&mut owners, &mut nurias] {
        assert_eq!(socket.wait(is_event("message")).await["data"]["message"]["sender"], json!(ann.id));
    }
    say(&mut nurias, 2, "At ten, see you then").await;
    let is_answer = |frame: &serde_json::Value| frame["data"]["message"]["text"] == "At ten, see you then";
    let seen = hers.wait(is_answer).await;
    assert_eq!(seen["data"]["message"]["sender"], json!(account));
    assert!(seen["data"]["message"].get("agent").is_none(), "{seen}");
    assert_eq!(owners.wait(is_answer).await["data"]["message"]["agent"], json!(nuria.id));
}
