use serde_json::json;

use crate::support::{
    app::{PASSWORD, TestApp, registration},
    socket::Socket,
};

const PATH: &str = "/api/v1/users/guest/";

#[actix_web::test]
async fn guest_is_signed_in_under_a_generated_name() {
    let app = TestApp::start().await;
    let (one, other) = (app.post(PATH).send().await, app.post(PATH).send().await);
    let user = &one.data()["user"];
    assert_eq!((one.status, &user["type"], &user["email"]), (201, &json!("guest"), &json!(null)));
    assert_ne!(user["userName"], other.data()["user"]["userName"]);
    let guest = app.guest().await;
    let profile = app.get("/api/v1/users/get-user-profile/").as_(&guest).send().await;
    assert_eq!((profile.status, &profile.data()["id"]), (200, &json!(guest.id)));
}

#[actix_web::test]
async fn account_only_routes_refuse_guests_with_their_own_code() {
    let app = TestApp::start().await;
    let guest = app.guest().await;
    app.get("/api/v1/chat/chats/").as_(&guest).send().await.refused(403, "auth.guest");
    app.post("/api/v1/ws/ticket/").as_(&guest).send().await.refused(403, "auth.guest");
    let upload = app.post("/api/v1/chat/chatapp-upload-media/").as_(&guest);
    upload.multipart(&[("file", Some("a.png"), b"x")]).await.refused(403, "auth.guest");
    let path = format!("/ws/group-list/?type=users&id={}&token={}", guest.id, guest.access);
    let mut socket = Socket::open(app.running.address.port(), &path).await.unwrap();
    assert_eq!(socket.closed().await, hub::protocol::close::NOT_ALLOWED);
}

#[actix_web::test]
async fn guest_keeps_id_and_session_when_signing_up() {
    let app = TestApp::start().await;
    let guest = app.guest().await;
    let region = json!({"language": "FR", "country": "BE"});
    assert_eq!(app.call("PUT", "/api/v1/users/update-profile/").as_(&guest).json(region).await.status, 200);
    let chosen = json!({"categories": ["food", "music", "tours"]});
    let favourites = "/api/v1/users/favourite-categories/";
    assert_eq!(app.call("PUT", favourites).as_(&guest).json(chosen.clone()).await.status, 200);
    let form = registration("ann");
    let made = app.post("/api/v1/users/register/").as_(&guest).json(form.clone()).await;
    let user = &made.data()["user"];
    assert_eq!((made.status, &user["id"], &user["type"]), (201, &json!(guest.id), &json!("regular")));
    assert_eq!(user["userName"], "ann");
    assert_eq!((&user["language"], &user["country"]), (&json!("FR"), &json!("BE")));
    let token = made.json["tokens"]["accessToken"].as_str().unwrap();
    assert_eq!(app.get("/api/v1/chat/chats/").bearer(token).send().await.status, 200);
    assert_eq!(app.get(favourites).bearer(token).send().await.data(), &chosen["categories"]);
    // The session is the same, now with the rights of an account.
    let renewed = app.post("/api/v1/users/token/refresh/").json(json!({"refresh_token": guest.refresh})).await;
    let renewed = renewed.json["tokens"]["accessToken"].as_str().unwrap().to_owned();
    assert_eq!(app.get("/api/v1/chat/chats/").bearer(&renewed).send().await.status, 200);
    let login = json!({"email": "ann", "password": PASSWORD});
    assert_eq!(app.post("/api/v1/users/login/").json(login).await.data()["user"]["id"], json!(guest.id));
    assert_eq!(store::testing::count(&app.state().db, "account").await, 1);
    assert_eq!(store::testing::count(&app.state().db, "session").await, 2);
    // The guest's token is still valid, and does not create a second account.
    let mut again = form;
    again["userName"] = json!("ann2");
    again["email"] = json!("ann2@plaza.example");
    app.post("/api/v1/users/register/").as_(&guest).json(again).await.refused(401, "auth.session_revoked");
}

#[actix_web::test]
async fn guest_stays_a_guest_when_sign_up_is_refused() {
    let app = TestApp::start().await;
    app.person("ann").await;
    let guest = app.guest().await;
    let refused = app.post("/api/v1/users/register/").as_(&guest).json(registration("ann")).await;
    refused.refused_fields(&["email", "userName"]);
    let profile = app.get("/api/v1/users/get-user-profile/").as_(&guest).send().await;
    assert_eq!(profile.data()["type"], "guest");
    app.post("/api/v1/users/register/")
        .bearer("nonsense")
        .json(registration("ben"))
        .await
        .refused(401, "auth.invalid_token");
}

#[actix_web::test]
async fn guest_creation_is_limited_per_address() {
    let app = TestApp::with(&["--sign-in-rate", "2"]).await;
    assert_eq!(app.post(PATH).send().await.status, 201);
    assert_eq!(app.post(PATH).send().await.status, 201);
    app.post(PATH).send().await.refused(429, "too_many");
}
