use serde_json::json;

use crate::support::app::{TestApp, fail_on};

const PATH: &str = "/api/v1/users/logout/";

#[actix_web::test]
async fn logout_ends_this_session_and_no_other() {
    let app = TestApp::start().await;
    let phone = app.person("ann").await;
    let login = json!({"email": "ann", "password": crate::support::app::PASSWORD});
    let laptop = app.post("/api/v1/users/login/").json(login).await;
    let laptop = laptop.json["tokens"]["accessToken"].as_str().unwrap().to_owned();

    let out = app.post(PATH).as_(&phone).json(json!({"refresh_token": phone.refresh})).await;
    assert_eq!((out.status, &out.json["status"], &out.json["statusCode"]), (200, &json!(true), &json!(200)));
    let profile = || app.get("/api/v1/users/get-user-profile/");
    profile().as_(&phone).send().await.refused(401, "auth.session_revoked");
    let refresh = json!({"refresh_token": phone.refresh});
    app.post("/api/v1/users/token/refresh/").json(refresh).await.refused(401, "auth.session_revoked");
    assert_eq!(profile().bearer(&laptop).send().await.status, 200);
}

#[actix_web::test]
async fn refresh_token_is_optional_and_accepted_in_any_format() {
    let app = TestApp::start().await;
    for kind in ["form", "multipart", "nothing"] {
        let ann = app.guest().await;
        let call = app.post(PATH).as_(&ann);
        let out = match kind {
            "form" => call.form(&format!("refresh_token={}", ann.refresh)).await,
            "multipart" => call.multipart(&[("refresh_token", None, ann.refresh.as_bytes())]).await,
            _ => call.send().await,
        };
        assert_eq!(out.status, 200, "{kind}: {}", out.json);
        let refresh = json!({"refresh_token": ann.refresh});
        app.post("/api/v1/users/token/refresh/").json(refresh).await.refused(401, "auth.session_revoked");
    }
}

#[actix_web::test]
async fn logout_requires_a_token() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let refused = app.post(PATH).json(json!({"refresh_token": ann.refresh})).await;
    refused.refused(401, "unauthenticated");
    assert_eq!(refused.json["message"], "Unauthorized! Token not found.");
    assert_eq!(app.get("/api/v1/users/get-user-profile/").as_(&ann).send().await.status, 200);
}

#[actix_web::test]
async fn server_failure_returns_the_specified_message() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    fail_on(&app, "session").await;
    let failed = app.post(PATH).as_(&ann).json(json!({"refresh_token": ann.refresh})).await;
    failed.refused(500, "internal");
    assert_eq!(failed.json["message"], "Logout failed");
    // Client errors keep their own message.
    app.post(PATH).bearer("none").json(json!({})).await.refused(401, "auth.invalid_token");
}
