use serde_json::json;

use crate::support::app::{PASSWORD, Person, TestApp, age_sessions, fail_on};

const PATH: &str = "/api/v1/users/delete-user-test/";

#[actix_web::test]
async fn callers_account_is_deleted_and_no_other() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let gone = app.call("DELETE", PATH).as_(&ann).send().await;
    assert_eq!((gone.status, &gone.json["message"]), (200, &json!("The account is deleted.")));
    app.get("/api/v1/users/get-user-profile/").as_(&ann).send().await.refused(401, "auth.session_revoked");
    assert_eq!(app.get("/api/v1/users/get-user-profile/").as_(&ben).send().await.status, 200);
}

#[actix_web::test]
async fn deletion_is_refused_five_minutes_after_sign_in() {
    let app = TestApp::start().await;
    let (ann, guest) = (app.person("ann").await, app.guest().await);
    age_sessions(&app, &ann, 5 * 60_000).await;
    let refused = app.call("DELETE", PATH).as_(&ann).send().await;
    refused.refused(403, "auth.recent_sign_in");
    assert_eq!(refused.json["message"], "Sign out, sign in again and do this within five minutes.");
    let login = json!({"email": "ann", "password": PASSWORD});
    let again = Person::of(&app.post("/api/v1/users/login/").json(login).await);
    assert_eq!(app.call("DELETE", PATH).as_(&again).send().await.status, 200);
    // A guest cannot sign in again.
    age_sessions(&app, &guest, 5 * 60_000).await;
    assert_eq!(app.call("DELETE", PATH).as_(&guest).send().await.status, 200);
}

#[actix_web::test]
async fn missing_token_returns_the_specified_message() {
    let app = TestApp::start().await;
    let refused = app.call("DELETE", PATH).send().await;
    refused.refused(401, "unauthenticated");
    assert_eq!(refused.json["message"], "Unauthorized! Token not found.");
}

#[actix_web::test]
async fn server_failure_returns_the_specified_message() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    fail_on(&app, "friendship").await;
    let failed = app.call("DELETE", PATH).as_(&ann).send().await;
    failed.refused(500, "internal");
    assert_eq!(failed.json["message"], "Something went wrong while deleting user");
    // No partial deletion.
    assert_eq!(app.get("/api/v1/users/get-user-profile/").as_(&ann).send().await.status, 200);
}
