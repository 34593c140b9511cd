mod two_factor;

use serde_json::json;

use crate::support::app::{PASSWORD, TestApp};

const PATH: &str = "/api/v1/users/login/";

#[actix_web::test]
async fn either_name_signs_in_with_any_body_format_and_slash() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let by_mail = app.post(PATH).json(json!({"email": "Ann@Plaza.Example", "password": PASSWORD})).await;
    let by_name =
        app.post("/api/v1/users/login").form(&format!("email=ANN&password={PASSWORD}&remember_me=true")).await;
    let parts = [("email", None, &b"ann"[..]), ("password", None, PASSWORD.as_bytes())];
    let by_form = app.post(PATH).multipart(&parts).await;
    for answer in [by_mail, by_name, by_form] {
        assert_eq!(answer.status, 200, "{}", answer.json);
        assert_eq!((&answer.json["status"], &answer.json["statusCode"]), (&json!(true), &json!(200)));
        assert_eq!(answer.data()["user"]["id"], ann.id.0);
        let token = answer.json["tokens"]["accessToken"].as_str().unwrap();
        assert_eq!(app.get("/api/v1/users/get-user-profile/").bearer(token).send().await.status, 200);
    }
}

#[actix_web::test]
async fn wrong_password_and_unknown_account_look_alike() {
    let app = TestApp::start().await;
    app.person("ann").await;
    let wrong = app.post(PATH).json(json!({"email": "ann", "password": "nope"})).await;
    let unknown = app.post(PATH).json(json!({"email": "nobody", "password": "nope"})).await;
    wrong.refused(401, "auth.invalid_credentials");
    assert_eq!(wrong.json, unknown.json);
}

#[actix_web::test]
async fn business_is_unknown_in_the_consumer_realm() {
    let app = TestApp::with(&["--demo", "small"]).await;
    let answer = app.post(PATH).json(json!({"email": "chef", "password": api::cli::demo::PASSWORD})).await;
    answer.refused(401, "auth.invalid_credentials");
    assert_eq!(answer.json, app.post(PATH).json(json!({"email": "nobody", "password": "x"})).await.json);
    let alice = app.post(PATH).json(json!({"email": "alice", "password": api::cli::demo::PASSWORD})).await;
    assert_eq!(alice.status, 200);
}

#[actix_web::test]
async fn missing_unknown_and_wrong_fields_are_named() {
    let app = TestApp::start().await;
    app.post(PATH).json(json!({"email": "ann"})).await.refused_fields(&["password"]);
    app.post(PATH).json(json!({"email": "a", "password": "b", "admin": true})).await.refused_fields(&["admin"]);
    app.post(PATH).json(json!({"email": 7, "password": "b"})).await.refused_fields(&["email"]);
    app.post(PATH)
        .json(json!({"email": "a", "password": "b", "remember_me": "x"}))
        .await
        .refused_fields(&["remember_me"]);
    app.post(PATH).form("email=a&email=b&password=c").await.refused_fields(&["email"]);
}

#[actix_web::test]
async fn attempts_are_limited_for_the_account_only() {
    let app = TestApp::with(&["--sign-in-rate", "3"]).await;
    let ben = app.person("ben").await;
    for _ in 0..3 {
        let guess = app.post(PATH).json(json!({"email": "ann", "password": "guess"})).await;
        guess.refused(401, "auth.invalid_credentials");
    }
    let stopped = app.post(PATH).json(json!({"email": " ANN ", "password": "guess"})).await;
    stopped.refused(429, "too_many");
    // A ninth of a day brings three back.
    assert!((1..=3_200).contains(&stopped.header("retry-after").parse::<u32>().unwrap()));
    let login = json!({"email": ben.user_name, "password": PASSWORD});
    assert_eq!(app.post(PATH).json(login).await.status, 200);
}

#[actix_web::test]
async fn attempts_are_limited_per_address_across_accounts() {
    let app = TestApp::with(&["--sign-in-rate", "1"]).await;
    let mut taken = 0;
    loop {
        let guess = app.post(PATH).json(json!({"email": format!("user{taken}"), "password": "guess"})).await;
        if guess.status == 429 {
            guess.refused(429, "too_many");
            break;
        }
        guess.refused(401, "auth.invalid_credentials");
        taken += 1;
        // The limit refills while a slow machine hashes passwords.
        assert!(taken < 20, "no limit");
    }
    assert!(taken >= 10, "{taken}");
}
