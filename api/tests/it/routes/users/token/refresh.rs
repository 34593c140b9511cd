use serde_json::json;

use crate::support::app::{Answer, TestApp};

const PATH: &str = "/api/v1/users/token/refresh/";

async fn refresh(app: &TestApp, token: &str) -> Answer {
    app.post(PATH).json(json!({"refresh_token": token})).await
}

fn tokens(answer: &Answer) -> (String, String) {
    let token = |name: &str| answer.json["tokens"][name].as_str().unwrap().to_owned();
    (token("accessToken"), token("refreshToken"))
}

#[actix_web::test]
async fn refresh_returns_two_new_tokens() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let answer = refresh(&app, &ann.refresh).await;
    assert_eq!(answer.status, 200);
    let (access, next) = tokens(&answer);
    assert_ne!(next, ann.refresh);
    let profile = app.get("/api/v1/users/get-user-profile/").bearer(&access).send().await;
    assert_eq!(profile.data()["id"], ann.id.0);
    assert_eq!(refresh(&app, &next).await.status, 200);
}

#[actix_web::test]
async fn overlong_token_is_refused_without_being_counted() {
    let app = TestApp::with(&["--sign-in-rate", "1"]).await;
    for _ in 0..50 {
        refresh(&app, &"x".repeat(60_000)).await.refused(401, "auth.invalid_token");
    }
}

#[actix_web::test]
async fn retry_after_a_lost_response_succeeds() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let (first, second) = (refresh(&app, &ann.refresh).await, refresh(&app, &ann.refresh).await);
    assert_eq!((first.status, second.status), (200, 200));
    assert_ne!(tokens(&first).1, tokens(&second).1);
}

#[actix_web::test]
async fn token_reuse_after_its_successor_ends_the_session() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let (_, next) = tokens(&refresh(&app, &ann.refresh).await);
    let (access, newest) = tokens(&refresh(&app, &next).await);
    refresh(&app, &ann.refresh).await.refused(401, "auth.session_revoked");
    refresh(&app, &newest).await.refused(401, "auth.session_revoked");
    app.get("/api/v1/users/get-user-profile/").bearer(&access).send().await.refused(401, "auth.session_revoked");
}

#[actix_web::test]
async fn concurrent_refreshes_with_one_token_all_succeed() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let all = futures_util::future::join_all((0..4).map(|_| refresh(&app, &ann.refresh))).await;
    assert!(all.iter().all(|answer| answer.status == 200));
    let (access, _) = tokens(&all[3]);
    assert_eq!(app.get("/api/v1/users/get-user-profile/").bearer(&access).send().await.status, 200);
}

#[actix_web::test]
async fn stolen_token_ends_the_session_and_its_access_tokens() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let (access, next) = tokens(&refresh(&app, &ann.refresh).await);
    // Backdates the use of the token by a minute.
    let db = &app.state().db;
    store::on!(db.write(), at => store::testing::sqlx::query(
        "UPDATE refresh_token SET used_at = used_at - 60000 WHERE used_at IS NOT NULL").execute(at).await.map(drop))
    .unwrap();
    refresh(&app, &ann.refresh).await.refused(401, "auth.session_revoked");
    refresh(&app, &next).await.refused(401, "auth.session_revoked");
    app.get("/api/v1/users/get-user-profile/").bearer(&access).send().await.refused(401, "auth.session_revoked");
}

#[actix_web::test]
async fn unknown_token_and_access_token_are_refused() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    for token in ["", "nonsense", &ann.access] {
        refresh(&app, token).await.refused(401, "auth.invalid_token");
    }
    app.post(PATH).json(json!({})).await.refused_fields(&["refresh_token"]);
}

#[actix_web::test]
async fn refreshes_with_one_token_are_limited() {
    let app = TestApp::with(&["--sign-in-rate", "2"]).await;
    let ann = app.person("ann").await;
    assert_eq!(refresh(&app, &ann.refresh).await.status, 200);
    assert_eq!(refresh(&app, &ann.refresh).await.status, 200);
    refresh(&app, &ann.refresh).await.refused(429, "too_many");
}
