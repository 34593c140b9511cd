use serde_json::{Value, json};

use crate::support::app::{PASSWORD, Person, TestApp};

const PATH: &str = "/api/v1/users/reset-password/";
const EMAIL: &str = "ann@plaza.example";

fn form(proof: &str, password: &str) -> Value {
    json!({"email": EMAIL, "otp": proof, "new_password": password, "confirm_password": password})
}

#[actix_web::test]
async fn reset_token_works_once_ends_sessions_and_notifies_owner() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let ben = app.person("ben").await;
    let proof = app.proof("users", EMAIL).await;
    let done = app.post(PATH).json(form(&proof, "Another-horse-2")).await;
    assert_eq!(done.status, 200, "{}", done.json);
    assert!(!app.is_in(&ann).await && app.is_in(&ben).await);
    let renewed = app.post("/api/v1/users/token/refresh/").json(json!({"refresh_token": ann.refresh})).await;
    renewed.refused(401, "auth.session_revoked");
    let login = |password| app.post("/api/v1/users/login/").json(json!({"email": "ann", "password": password}));
    login(PASSWORD).await.refused(401, "auth.invalid_credentials");
    Person::of(&login("Another-horse-2").await);
    let told = app.letters(2).await;
    assert_eq!((&*told[0].recipient, told[0].subject.as_deref()), (EMAIL, Some("Your Plaza password was changed")));
    app.post(PATH).json(form(&proof, "Another-horse-3")).await.refused(422, "auth.code_expired");
}

#[actix_web::test]
async fn reused_password_is_refused_and_reset_token_stays_valid() {
    let app = TestApp::start().await;
    app.person("ann").await;
    let proof = app.proof("users", EMAIL).await;
    let used = app.post(PATH).json(form(&proof, PASSWORD)).await;
    used.refused_fields(&["new_password"]);
    assert_eq!(used.json["message"], "Choose a password that you have not used before.");
    assert_eq!(app.post(PATH).json(form(&proof, "Another-horse-2")).await.status, 200);
}

#[actix_web::test]
async fn forged_and_foreign_reset_tokens_are_refused_alike() {
    let app = TestApp::start().await;
    app.person("ann").await;
    app.person("ben").await;
    let proof = app.proof("users", EMAIL).await;
    let forged = app.post(PATH).json(form("forged", "Another-horse-2")).await;
    forged.refused(422, "auth.code_expired");
    let mut for_ben = form(&proof, "Another-horse-2");
    for email in ["ben@plaza.example", "nobody@plaza.example"] {
        for_ben["email"] = json!(email);
        assert_eq!(app.post(PATH).json(for_ben.clone()).await.json, forged.json);
    }
    let other_door = app.post("/api/v1/userprofessional/reset-password/").json(form(&proof, "Another-horse-2")).await;
    assert_eq!(other_door.json, forged.json);
}

#[actix_web::test]
async fn all_invalid_fields_are_named_together() {
    let app = TestApp::start().await;
    let wrong = json!({"email": "ann", "otp": " ", "new_password": "short", "confirm_password": "other"});
    app.post(PATH).json(wrong).await.refused_fields(&["email", "new_password", "otp"]);
    let differ = json!({"email": EMAIL, "otp": "x", "new_password": "Another-horse-2", "confirm_password": "other"});
    app.post(PATH).json(differ).await.refused_fields(&["confirm_password"]);
    app.post(PATH).json(json!({})).await.refused_fields(&["email", "new_password", "otp"]);
}
