use serde_json::json;
use store::{
    chat::{self, NewGroup},
    notify::outbox,
    types::{ids::ChatId, timestamp::Timestamp},
};

use crate::{
    live::give,
    routes::chat::chatapp_upload_media::upload,
    support::{
        app::{PASSWORD, Person, TestApp, age_sessions, drop_password, fail_on, registration},
        authenticator::Authenticator,
        market,
        socket::Socket,
    },
};

const PATH: &str = "/api/v1/users/account/delete/";

async fn delete(app: &TestApp, person: &Person) {
    let gone = app.post(PATH).as_(person).json(json!({"password": PASSWORD})).await;
    assert_eq!(gone.status, 200, "{}", gone.json);
}

#[actix_web::test]
async fn deletion_ends_sessions_and_sockets_and_frees_names() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let list = format!("/ws/group-list/?type=users&id={}&token={}", ann.id, ann.access);
    let mut socket = Socket::open(app.running.address.port(), &list).await.unwrap();
    socket.wait_for("snapshot").await;
    delete(&app, &ann).await;
    assert_eq!(socket.closed().await, hub::protocol::close::UNAUTHENTICATED);
    app.get("/api/v1/users/get-user-profile/").as_(&ann).send().await.refused(401, "auth.session_revoked");
    let login = json!({"email": "ann", "password": PASSWORD});
    app.post("/api/v1/users/login/").json(login).await.refused(401, "auth.invalid_credentials");
    assert_eq!(app.post("/api/v1/users/register/").json(registration("ann")).await.status, 201);
}

#[actix_web::test]
async fn messages_stay_without_name_and_files() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let file = upload(&app, &ann, "notes.txt", b"some words").await;
    let url = file.data()["url"].as_str().unwrap().to_owned();
    let chat = app.chat(&ann, &ben).await;
    let path = format!("/ws/chat/users/{chat}/?token={}", ann.access);
    let mut socket = Socket::open(app.running.address.port(), &path).await.unwrap();
    socket.wait_for("snapshot").await;
    for (number, text, media) in [(1, "Good bye.", json!([])), (2, "", json!([file.data()["id"]]))] {
        let id = format!("01JDA7XK8Q{number:016}");
        let say = json!({"op": "command", "id": id, "command": {"type": "send", "text": text, "media": media}});
        assert!(socket.send(&say).await);
        assert_eq!(socket.ack(&id).await["ok"], true);
    }
    delete(&app, &ann).await;
    let history = app.get(&format!("/api/v1/chat/chats/{chat}/messages/")).as_(&ben).send().await;
    let messages = history.data()["messages"].as_array().unwrap();
    assert_eq!((messages.len(), &messages[0]["text"]), (2, &json!("Good bye.")));
    assert_eq!(messages[1]["media"], json!(null));
    let detail = app.get(&format!("/api/v1/chat/chats/{chat}/")).as_(&ben).send().await;
    let members = detail.data()["members"].as_array().unwrap();
    let gone = &members.iter().find(|member| member["user"]["id"] == ann.id.0).unwrap()["user"];
    assert_eq!((&gone["firstName"], &gone["lastName"]), (&json!("Deleted"), &json!("account")));
    assert_eq!((&gone["userName"], &gone["picture"]), (&json!(format!("deleted-{}", ann.id)), &json!(null)));
    assert_eq!(app.get(&url).send().await.status, 404);
}

#[actix_web::test]
async fn open_and_returning_chats_learn_of_deleted_files() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let chat = app.chat(&ann, &ben).await;
    let port = app.running.address.port();
    let path = |person: &Person| format!("/ws/chat/users/{chat}/?token={}", person.access);
    let mut hers = Socket::open(port, &path(&ann)).await.unwrap();
    hers.wait_for("snapshot").await;
    let file = upload(&app, &ann, "notes.txt", b"some words").await;
    let sent = give(&mut hers, 1, json!({"type": "send", "text": "Here", "media": [file.data()["id"]]})).await;
    let mut his = Socket::open(port, &path(&ben)).await.unwrap();
    let before = his.wait_for("snapshot").await;
    delete(&app, &ann).await;
    let resumed = his.wait_for("resumed").await;
    let change = &resumed["events"][0];
    assert_eq!((&change["type"], &change["message"]["seq"]), (&json!("changed"), &sent["result"]["seq"]));
    assert_eq!((&change["message"]["media"], &change["message"]["text"]), (&json!(null), &json!("Here")));
    drop(his);

    let since = format!("{}&epoch={}&seq={}", path(&ben), before["epoch"].as_str().unwrap(), before["seq"]);
    let mut again = Socket::open(port, &since).await.unwrap();
    let resumed = again.wait_for("resumed").await;
    assert_eq!(resumed["events"][0]["message"]["media"], json!(null), "{resumed:#}");
}

#[actix_web::test]
async fn direct_chat_peer_sees_the_deletion_at_once() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    app.chat(&ann, &ben).await;
    let list = format!("/ws/group-list/?type=users&id={}&token={}", ben.id, ben.access);
    let mut socket = Socket::open(app.running.address.port(), &list).await.unwrap();
    socket.wait_for("snapshot").await;
    delete(&app, &ann).await;
    let again = socket.wait_for("snapshot").await;
    let members = again["data"]["chats"][0]["members"].as_array().unwrap();
    assert!(members.iter().any(|member| member["firstName"] == "Deleted"), "{again:#}");
    assert_eq!(again["data"]["chats"][0]["can_write"], false);
    // No other endpoint allows the deletion either.
    let chat = again["data"]["chats"][0]["id"].as_i64().unwrap();
    let path = format!("/ws/chat/users/{chat}/?token={}", ben.access);
    let mut open = Socket::open(app.running.address.port(), &path).await.unwrap();
    assert_eq!(open.wait_for("snapshot").await["data"]["chat"]["can_write"], false);
    let refused = give(&mut open, 1, json!({"type": "send", "text": "Are you there?"})).await;
    assert_eq!(refused["error"]["code"], "chat.blocked");
}

#[actix_web::test]
async fn group_gets_another_owner_and_is_notified_at_once() {
    let app = TestApp::start().await;
    let (ann, ben, cem) = (app.person("ann").await, app.person("ben").await, app.person("cem").await);
    let (now, state) = (Timestamp::now(), app.state());
    let id = ChatId(state.ids.next(now));
    let group = NewGroup {
        id,
        epoch: id.to_string(),
        owner: ann.id,
        title: "Supper".to_owned(),
        picture: None,
        members: vec![ben.id, cem.id],
        at: now,
    };
    chat::group(&state.db, &group).await.unwrap().unwrap();
    let path = format!("/ws/chat/users/{id}/?token={}", ben.access);
    let mut socket = Socket::open(app.running.address.port(), &path).await.unwrap();
    socket.wait_for("snapshot").await;
    delete(&app, &ann).await;
    let details = socket.wait(|frame| frame["data"]["type"] == "details").await;
    assert_eq!(details["data"]["left"], json!([ann.id]));
    assert_eq!(details["data"]["roles"], json!([{"user": ben.id, "role": "owner"}]));
    let again = socket.wait_for("snapshot").await;
    assert!(!again["data"].to_string().contains("\"userName\":\"ann\""), "{again:#}");
    assert_eq!(chat::detail(&state.db, ben.id, id).await.unwrap().member_count, 2);
}

#[actix_web::test]
async fn password_is_required_if_the_account_has_a_password() {
    let app = TestApp::start().await;
    let (ann, guest) = (app.person("ann").await, app.guest().await);
    app.post(PATH).as_(&ann).json(json!({})).await.refused_fields(&["password"]);
    app.post(PATH).as_(&ann).json(json!({"password": "nope"})).await.refused_fields(&["password"]);
    app.post(PATH).json(json!({"password": PASSWORD})).await.refused(401, "unauthenticated");
    assert_eq!(app.get("/api/v1/users/get-user-profile/").as_(&ann).send().await.status, 200);
    assert_eq!(app.post(PATH).as_(&guest).json(json!({})).await.status, 200);
    app.get("/api/v1/users/get-user-profile/").as_(&guest).send().await.refused(401, "auth.session_revoked");
}

#[actix_web::test]
async fn second_factor_or_recent_sign_in_replaces_the_password() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (_, recovery_codes) = Authenticator::of(&app, &ann).await;
    app.post(PATH).as_(&ann).json(json!({"recovery_code": "nope"})).await.refused_fields(&["recovery_code"]);
    assert_eq!(app.post(PATH).as_(&ann).json(json!({"recovery_code": recovery_codes[0]})).await.status, 200);
    drop_password(&app, &ben).await;
    age_sessions(&app, &ben, 5 * 60_000).await;
    app.post(PATH).as_(&ben).json(json!({})).await.refused(403, "auth.recent_sign_in");
    age_sessions(&app, &ben, -60_000).await;
    assert_eq!(app.post(PATH).as_(&ben).json(json!({})).await.status, 200);
}

#[actix_web::test]
async fn server_failure_returns_the_specified_message() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let wrong = app.post(PATH).as_(&ann).json(json!({"password": "Wrong-horse-1"})).await;
    wrong.refused_fields(&["password"]);
    fail_on(&app, "friendship").await;
    let failed = app.post(PATH).as_(&ann).json(json!({"password": PASSWORD})).await;
    failed.refused(500, "internal");
    assert_eq!(failed.json["message"], "Something went wrong while deleting user");
    assert_eq!(app.get("/api/v1/users/get-user-profile/").as_(&ann).send().await.status, 200);
}

#[actix_web::test]
async fn bookings_of_a_customer_are_cancelled_and_anonymous() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (shop, _) = market::salon(&app, "beauty").await;
    market::book(&app, &ann, &shop).await;
    let follow = format!("/api/v1/users/company/follow-toggle/?company_id={}", shop.company);
    assert_eq!(app.post(&follow).as_(&ann).send().await.data()["follower_count"], 1);
    delete(&app, &ann).await;
    let reservations = app.get("/api/v1/userprofessional/reservations/").as_(&shop.owner).send().await;
    let booking = &reservations.data()[0];
    assert_eq!((&booking["state"], &booking["customer_name"]), (&json!("cancelled_by_user"), &json!("")));
    assert_eq!((&booking["contact_number"], &booking["email"]), (&json!(""), &json!("")));
    assert_eq!(app.post(&follow).as_(&ben).send().await.data()["follower_count"], 1);
    assert_eq!(market::hold(&app, &ben, &shop).await.status, 201);
}

#[actix_web::test]
async fn company_closes_with_notice_to_its_customers() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let (shop, _) = market::salon(&app, "beauty").await;
    let booking = market::book(&app, &ann, &shop).await;
    let gone = app.call("DELETE", "/api/v1/users/delete-user-test/").as_(&shop.owner).send().await;
    assert_eq!(gone.status, 200, "{}", gone.json);
    let after = app.get(&booking).as_(&ann).send().await;
    assert_eq!(
        (&after.data()["state"], &after.data()["company"]["name"]),
        (&json!("cancelled_by_company"), &json!("beauty"))
    );
    let mails = outbox::latest(&app.state().db, 10).await.unwrap();
    let notice = mails.iter().find(|mail| mail.recipient == "zoe@plaza.example").unwrap();
    assert!(notice.body.contains("has closed its account"), "{}", notice.body);
    let page = format!("/api/v1/users/company/{}/details/", shop.company);
    app.get(&page).as_(&ann).send().await.refused(404, "not_found");
    market::hold(&app, &ann, &shop).await.refused(404, "not_found");
}
