//! Friend requests, answers and unfriending, seen live on both sides.

use serde_json::{Value, json};

use super::{Pair, is_event, is_signal};
use crate::{
    routes::users::friends::{ask, befriend},
    support::{
        app::{Person, TestApp},
        socket::Socket,
    },
};

async fn open(app: &TestApp, person: &Person) -> (Socket, Value) {
    let path = format!("/ws/friends/?id={}&token={}", person.id, person.access);
    let mut socket = Socket::open(app.running.address.port(), &path).await.expect("the server listens");
    let snapshot = socket.wait_for("snapshot").await;
    (socket, snapshot)
}

#[actix_web::test]
async fn friend_request_and_answer_arrive_on_both_sides() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (mut hers, snapshot) = open(&app, &ann).await;
    assert_eq!(snapshot["data"], json!({"friends": [], "incoming": [], "outgoing": [], "online": []}));
    let (mut his, _) = open(&app, &ben).await;

    ask(&app, &ann, &ben).await;
    let out = hers.wait(is_event("request")).await;
    assert_eq!((&out["data"]["direction"], &out["data"]["user"]["id"]), (&json!("out"), &json!(ben.id)));
    let came = his.wait(is_event("request")).await;
    assert_eq!((&came["data"]["direction"], &came["data"]["user"]["id"]), (&json!("in"), &json!(ann.id)));
    assert_eq!(came["data"]["at"], out["data"]["at"]);

    let refuse = json!({"user_id": ann.id, "accept": false});
    app.call("PUT", "/api/v1/users/friends/request/answer/").as_(&ben).json(refuse).await;
    assert_eq!(hers.wait(is_event("request_gone")).await["data"]["user"], json!(ben.id));
    assert_eq!(his.wait(is_event("request_gone")).await["data"]["user"], json!(ann.id));
}

#[actix_web::test]
async fn friends_see_presence_until_unfriended() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let list = format!("/ws/group-list/?type=users&id={}&token={}", ann.id, ann.access);
    let mut list = Socket::open(app.running.address.port(), &list).await.unwrap();
    list.wait_for("snapshot").await;
    let (mut hers, _) = open(&app, &ann).await;
    let (mut his, _) = open(&app, &ben).await;
    befriend(&app, &ann, &ben).await;
    assert_eq!(hers.wait(is_event("friend")).await["data"]["user"]["id"], json!(ben.id));
    let online = json!({"type": "presence", "user": ben.id, "online": true});
    assert_eq!(hers.wait(is_signal("presence")).await["data"], online);
    assert_eq!(list.wait(is_signal("presence")).await["data"], online);
    his.wait(is_event("friend")).await;

    app.call("DELETE", &format!("/api/v1/users/friends/{}/", ann.id)).as_(&ben).send().await;
    assert_eq!(hers.wait(is_event("unfriended")).await["data"]["user"], json!(ben.id));
    assert_eq!(his.wait(is_event("unfriended")).await["data"]["user"], json!(ann.id));
    assert_eq!(list.wait(is_signal("presence")).await["data"]["online"], false);
    let (_, snapshot) = open(&app, &ann).await;
    assert_eq!((&snapshot["data"]["friends"], &snapshot["data"]["online"]), (&json!([]), &json!([])));
}

#[actix_web::test]
async fn friends_stream_of_another_user_is_refused() {
    let app = TestApp::start().await;
    let (ann, eve) = (app.person("ann").await, app.person("eve").await);
    let path = format!("/ws/friends/?id={}&token={}", ann.id, eve.access);
    let mut socket = Socket::open(app.running.address.port(), &path).await.unwrap();
    assert_eq!(socket.closed().await, hub::protocol::close::NO_SUCH_STREAM);
}

#[actix_web::test]
async fn open_chat_shows_when_the_peer_goes_offline_on_another_node() {
    let pair = Pair::start().await;
    let (mut ann, snapshot) = pair.joined(&pair.chat_of(&pair.ann)).await;
    let is_ben = |member: &&Value| member["user"]["id"] == json!(pair.ben.id);
    let members = snapshot["data"]["chat"]["members"].as_array().unwrap();
    let before = members.iter().find(is_ben).unwrap()["last_seen_at"].as_str().unwrap().to_owned();
    // Ben never opens the chat.
    let (list, _) = pair.joined(&pair.list_of(&pair.ben)).await;
    drop(list);
    let seen = ann.wait(is_signal("seen")).await;
    assert_eq!(seen["data"]["user"], json!(pair.ben.id));
    assert!(seen["data"]["at"].as_str().unwrap() > before.as_str(), "{seen}");
    let (_, again) = pair.joined(&pair.chat_of(&pair.ann)).await;
    let members = again["data"]["chat"]["members"].as_array().unwrap();
    assert_eq!(members.iter().find(is_ben).unwrap()["last_seen_at"], seen["data"]["at"]);
}
