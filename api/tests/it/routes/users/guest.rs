use serde_json::json;

use crate::support::{
    app::{PASSWORD, Person, TestApp, registration},
    market, order,
    socket::Socket,
};

const PATH: &str = "/api/v1/users/guest/";
const FOLDERS: &str = "/api/v1/users/get-saved-reels/";

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

#[actix_web::test]
async fn sign_in_takes_the_guests_carts_bookings_and_favourites() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let (salon, _) = market::salon(&app, "beauty").await;
    let (ann, ben, guest) = (app.person("ann").await, app.person("ben").await, app.guest().await);
    shop.fill(&app, &ann, shop.bread, 1).await;
    shop.fill(&app, &guest, shop.bread, 2).await;
    shop.fill(&app, &guest, shop.mug, 1).await;
    let booking = market::book(&app, &guest, &salon).await;
    for (who, name, product) in [(&guest, "Later", shop.bread), (&ann, "LATER", shop.mug)] {
        let folder = app.post("/api/v1/userprofessional/folder/create/").as_(who).json(json!({"name": name})).await;
        let place = json!({"kind": "offering", "id": product, "folder_id": folder.data()["folder_id"]});
        assert_eq!(app.call("PUT", "/api/v1/users/favourites/").as_(who).json(place).await.status, 200);
        // Both saved the same company, which stays where the account has it.
        let place = json!({"kind": "company", "id": salon.company, "folder_id": folder.data()["folder_id"]});
        assert_eq!(app.call("PUT", "/api/v1/users/favourites/").as_(who).json(place).await.status, 200);
    }

    let sign_in = |token: &str, password: &str| {
        app.post("/api/v1/users/login/").json(json!({"email": "ann", "password": password, "guest_token": token}))
    };
    // Neither a wrong password nor the token of an account moves anything.
    sign_in(&guest.refresh, "wrong password").await.refused(401, "auth.invalid_credentials");
    assert_eq!(sign_in(&ben.refresh, PASSWORD).await.status, 200);
    assert_eq!(app.get("/api/v1/users/get-user-profile/").as_(&ben).send().await.status, 200);

    let entered = Person::of(&sign_in(&guest.refresh, PASSWORD).await);
    let cart = app.get("/api/v1/users/cart/my-carts/").as_(&entered).send().await;
    let lines: Vec<_> =
        cart.data()[0]["lines"].as_array().unwrap().iter().map(|line| line["quantity"].clone()).collect();
    assert_eq!((cart.data().as_array().unwrap().len(), json!(lines)), (1, json!([3, 1])));
    assert_eq!(app.get(&booking).as_(&entered).send().await.status, 200);
    let folders = app.get(FOLDERS).as_(&entered).send().await;
    assert_eq!((folders.data().as_array().unwrap().len(), &folders.data()[0]["items"]), (1, &json!(3)));
    // The guest's session has ended, and a repeat finds nothing.
    app.get("/api/v1/users/get-user-profile/").as_(&guest).send().await.refused(401, "auth.session_revoked");
    let again = Person::of(&sign_in(&guest.refresh, PASSWORD).await);
    assert_eq!(app.get("/api/v1/users/cart/my-carts/").as_(&again).send().await.data()[0]["item_count"], 4);
}
