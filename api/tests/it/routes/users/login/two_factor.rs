use serde_json::{Value, json};

use crate::support::{
    app::{Answer, PASSWORD, Person, TestApp},
    authenticator::Authenticator,
};

const PATH: &str = "/api/v1/users/login/two-factor/";

/// The first step: the correct password of a user with an app.
async fn challenge(app: &TestApp, who: &str) -> String {
    let asked = app.post("/api/v1/users/login/").json(json!({"email": who, "password": PASSWORD})).await;
    assert_eq!((asked.status, &asked.json["code"]), (200, &json!("auth.two_factor")), "{}", asked.json);
    assert_eq!((asked.json.get("tokens"), asked.data().get("user")), (None, None));
    assert_eq!(asked.data()["expires_in"], 300);
    asked.data()["challenge"].as_str().unwrap().to_owned()
}

async fn give(app: &TestApp, challenge: &str, field: &str, code: &str) -> Answer {
    let mut body = json!({"challenge": challenge});
    body[field] = Value::from(code);
    app.post(PATH).json(body).await
}

#[actix_web::test]
async fn app_code_signs_in_and_works_once() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let (mut phone, _) = Authenticator::of(&app, &ann).await;
    let code = phone.code();
    let first = challenge(&app, "ann").await;
    let signed_in = give(&app, &first, "code", &code).await;
    assert_eq!((signed_in.status, Person::of(&signed_in).id), (200, ann.id));
    let profile = app.get("/api/v1/users/get-user-profile/").as_(&Person::of(&signed_in)).send().await;
    assert_eq!(profile.status, 200);

    // Neither the challenge nor the code works twice.
    give(&app, &first, "code", &code).await.refused(401, "auth.challenge_expired");
    let second = challenge(&app, "ann").await;
    give(&app, &second, "code", &code).await.refused_fields(&["code"]);
    assert_eq!(give(&app, &second, "code", &phone.code()).await.status, 200);
}

#[actix_web::test]
async fn recovery_code_signs_in_once_in_any_spelling() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let (_, codes) = Authenticator::of(&app, &ann).await;
    let asked = challenge(&app, "ann").await;
    let typed = codes[3].to_uppercase().replace('-', " ");
    assert_eq!(give(&app, &asked, "recovery_code", &typed).await.status, 200);
    let state = app.get("/api/v1/users/two-factor/").as_(&ann).send().await;
    assert_eq!(state.data()["recovery_codes_left"], 9);
    let again = challenge(&app, "ann").await;
    give(&app, &again, "recovery_code", &codes[3]).await.refused_fields(&["recovery_code"]);
    assert_eq!(give(&app, &again, "recovery_code", &codes[4]).await.status, 200);
}

#[actix_web::test]
async fn five_wrong_codes_end_the_challenge() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let (mut phone, codes) = Authenticator::of(&app, &ann).await;
    let asked = challenge(&app, "ann").await;
    for _ in 0..5 {
        let wrong = give(&app, &asked, "code", &phone.wrong()).await;
        wrong.refused_fields(&["code"]);
        assert_eq!(wrong.json["message"], "The code is wrong.");
    }
    let code = phone.code();
    give(&app, &asked, "code", &code).await.refused(401, "auth.challenge_expired");
    give(&app, &asked, "recovery_code", &codes[0]).await.refused(401, "auth.challenge_expired");
    // The code was not checked and is still valid.
    assert_eq!(give(&app, &challenge(&app, "ann").await, "code", &code).await.status, 200);
}

#[actix_web::test]
async fn attempts_are_limited_per_account_across_challenges() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (mut phone, codes) = Authenticator::of(&app, &ann).await;
    let (mut other, _) = Authenticator::of(&app, &ben).await;
    for _ in 0..2 {
        let asked = challenge(&app, "ann").await;
        for _ in 0..5 {
            give(&app, &asked, "code", &phone.wrong()).await.refused_fields(&["code"]);
        }
    }
    let asked = challenge(&app, "ann").await;
    give(&app, &asked, "code", &phone.code()).await.refused(429, "too_many");
    // The owner can still sign in with a recovery code, and no other account is limited.
    assert_eq!(give(&app, &asked, "recovery_code", &codes[0]).await.status, 200);
    assert_eq!(give(&app, &challenge(&app, "ben").await, "code", &other.code()).await.status, 200);
}

#[actix_web::test]
async fn challenge_accepts_codes_of_its_own_account_only() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (mut phone, codes) = Authenticator::of(&app, &ann).await;
    Authenticator::of(&app, &ben).await;
    let asked = challenge(&app, "ben").await;
    give(&app, &asked, "code", &phone.code()).await.refused_fields(&["code"]);
    give(&app, &asked, "recovery_code", &codes[0]).await.refused_fields(&["recovery_code"]);
    for unknown in ["", "nonsense", &"0".repeat(32)] {
        give(&app, unknown, "code", &phone.code()).await.refused(401, "auth.challenge_expired");
    }
    app.post(PATH).json(json!({"challenge": asked})).await.refused_fields(&["code"]);
    app.post(PATH).json(json!({"challenge": asked, "code": "1", "recovery_code": "2"})).await.refused_fields(&["code"]);
}

#[actix_web::test]
async fn wrong_password_reveals_nothing_about_two_factor() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    Authenticator::of(&app, &ann).await;
    let wrong = app.post("/api/v1/users/login/").json(json!({"email": "ann", "password": "nope"})).await;
    wrong.refused(401, "auth.invalid_credentials");
}
