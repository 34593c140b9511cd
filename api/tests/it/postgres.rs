//! End-to-end test on PostgreSQL, selected by `DATABASE_URL`.

use serde_json::json;

use crate::support::app::{PASSWORD, TestApp};

#[actix_web::test]
async fn accounts_chats_and_history_work_on_postgresql() {
    let Some(url) = store::testing::postgres_url().await else { return };
    let app = TestApp::with(&["--database-url", &url]).await;
    assert_eq!(app.state().db.kind(), "postgres");
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let login = json!({"email": "ann@plaza.example", "password": PASSWORD, "remember_me": true});
    assert_eq!(app.post("/api/v1/users/login/").json(login).await.status, 200);
    let taken = app.post("/api/v1/users/register/").json(crate::support::app::registration("ANN")).await;
    taken.refused_fields(&["email", "userName"]);

    let chat = app.chat(&ann, &ben).await;
    crate::routes::chat::chats::say(&app, chat, ben.id, 3).await;
    let list = app.get("/api/v1/chat/chats/").as_(&ann).send().await;
    assert_eq!((&list.data()[0]["unread"], list.json["total"].as_i64()), (&3.into(), Some(1)));
    let history = app.get(&format!("/api/v1/chat/chats/{chat}/messages/?before=3")).as_(&ann).send().await;
    assert_eq!(history.data()["messages"].as_array().unwrap().len(), 2);

    let refreshed = app.post("/api/v1/users/token/refresh/").json(json!({"refresh_token": ben.refresh})).await;
    assert_eq!(refreshed.status, 200);
    let out = app.post("/api/v1/users/logout/").as_(&ben).json(json!({})).await;
    assert_eq!(out.status, 200);
    app.get("/api/v1/chat/chats/").as_(&ben).send().await.refused(401, "auth.session_revoked");
    app.running.stop().await;
}

#[actix_web::test]
async fn demo_data_is_created_on_postgresql() {
    let Some(url) = store::testing::postgres_url().await else { return };
    let app = TestApp::with(&["--database-url", &url, "--demo", "small"]).await;
    let login = json!({"email": "alice", "password": "Plaza-demo-1"});
    let alice = app.post("/api/v1/users/login/").json(login).await;
    let token = alice.json["tokens"]["accessToken"].as_str().unwrap();
    let chats = app.get("/api/v1/chat/chats/").bearer(token).send().await;
    assert!(chats.json["total"].as_i64().unwrap() >= 1);
}
