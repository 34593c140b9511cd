use serde_json::json;

use crate::support::{
    app::{PASSWORD, TestApp},
    authenticator::Authenticator,
};

const PATH: &str = "/api/v1/users/two-factor/start/";

#[actix_web::test]
async fn secret_is_shown_in_both_forms_and_stored_encrypted() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let started = app.post(PATH).as_(&ann).json(json!({"password": PASSWORD})).await;
    let secret = started.data()["secret"].as_str().unwrap();
    assert_eq!((started.status, secret.len()), (200, 32));
    let url = format!("otpauth://totp/Plaza:ann?secret={secret}&issuer=Plaza&algorithm=SHA1&digits=6&period=30");
    assert_eq!(started.data()["otpauth_url"], url);
    let kept = store::security::two_factor::find(&app.state().db, ann.id).await.unwrap().unwrap();
    assert!(!kept.secret.contains(secret));
    // Not enabled yet: the password alone signs in.
    let login = app.post("/api/v1/users/login/").json(json!({"email": "ann", "password": PASSWORD})).await;
    assert!(login.json.get("tokens").is_some());
}

#[actix_web::test]
async fn start_requires_the_password_and_no_enabled_app() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    app.post(PATH).as_(&ann).json(json!({"password": "nope"})).await.refused_fields(&["password"]);
    app.post(PATH).as_(&ann).json(json!({})).await.refused_fields(&["password"]);
    app.post(PATH).json(json!({"password": PASSWORD})).await.refused(401, "unauthenticated");
    Authenticator::of(&app, &ann).await;
    app.post(PATH).as_(&ann).json(json!({"password": PASSWORD})).await.refused(409, "auth.two_factor_on");
}

#[actix_web::test]
async fn password_attempts_are_limited() {
    let app = TestApp::with(&["--sign-in-rate", "2"]).await;
    let ann = app.person("ann").await;
    for _ in 0..2 {
        app.post(PATH).as_(&ann).json(json!({"password": "nope"})).await.refused_fields(&["password"]);
    }
    app.post(PATH).as_(&ann).json(json!({"password": PASSWORD})).await.refused(429, "too_many");
}
