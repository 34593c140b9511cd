//! Push services that are temporarily down, and node restarts meanwhile.

use store::{
    on,
    testing::{count, postgres_url, sqlx},
    types::timestamp::Timestamp,
};

use super::*;

async fn waiting(app: &TestApp) -> i64 {
    count(&app.state().db, "push_waiting").await
}

/// Returns the time of the next attempt of the only waiting notification.
async fn next_try(app: &TestApp) -> i64 {
    let (next,): (i64,) = on!(app.state().db.read(), at => sqlx::query_as("SELECT next_try_at FROM push_waiting")
        .fetch_one(at).await)
    .unwrap();
    next
}

/// Makes all waiting notifications due.
async fn has_waited(app: &TestApp) {
    let sql = "UPDATE push_waiting SET next_try_at = 1";
    on!(app.state().db.write(), at => sqlx::query(sql).execute(at).await.map(drop)).unwrap();
}

async fn again(app: TestApp) -> TestApp {
    let TestApp { running, folder, .. } = app;
    running.stop().await;
    TestApp::on(folder, &["--push-loopback"]).await
}

#[actix_web::test]
async fn postponed_push_survives_a_restart_and_arrives_once() {
    let (app, mut service) = (server().await, Service::start());
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let bens = browser_of(&app, &ben, &service).await;
    let chat = app.chat(&ann, &ben).await;
    let mut socket = in_chat(&app, &ann, chat).await;
    service.answers.lock().unwrap().push_back((503, 3_000));
    let before = Timestamp::now().0;
    let seq = say(&mut socket, 1, "hello").await;
    service.next().await;
    until(async || waiting(&app).await == 1).await;
    assert!(next_try(&app).await >= before + 3_000_000, "as the service asked");

    // A server that starts before the due time leaves the notification waiting.
    drop(socket);
    let app = again(app).await;
    assert_eq!(waiting(&app).await, 1);
    has_waited(&app).await;
    let app = again(app).await;
    let told = bens.open(&service.next().await.body);
    assert_eq!((&told["seq"], &told["body"]), (&json!(seq), &json!("hello")));
    until(async || waiting(&app).await == 0).await;

    // Once: nothing arrives before the notification of the next message.
    let app = again(app).await;
    let mut socket = in_chat(&app, &ann, chat).await;
    let seq = say(&mut socket, 2, "and again").await;
    assert_eq!(bens.open(&service.next().await.body)["seq"], seq);
    assert!(service.arrived.try_recv().is_err());
}

#[actix_web::test]
async fn newer_message_replaces_the_waiting_push() {
    let (app, mut service) = (server().await, Service::start());
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let bens = browser_of(&app, &ben, &service).await;
    let chat = app.chat(&ann, &ben).await;
    let mut socket = in_chat(&app, &ann, chat).await;
    service.answers.lock().unwrap().push_back((429, 3_000));
    say(&mut socket, 1, "first").await;
    service.next().await;
    until(async || waiting(&app).await == 1).await;
    say(&mut socket, 2, "second").await;
    assert_eq!(bens.open(&service.next().await.body)["body"], "second");
    until(async || waiting(&app).await == 0).await;
}

#[actix_web::test]
async fn read_or_deleted_message_is_not_notified() {
    let (app, mut service) = (server().await, Service::start());
    let (ann, ben, cat) = (app.person("ann").await, app.person("ben").await, app.person("cat").await);
    let bens = browser_of(&app, &ben, &service).await;
    let chats = [app.chat(&ann, &ben).await, app.chat(&cat, &ben).await];
    let (mut anns, mut cats) = (in_chat(&app, &ann, chats[0]).await, in_chat(&app, &cat, chats[1]).await);
    service.answers.lock().unwrap().extend([(503, 3_000), (503, 3_000)]);
    let read = say(&mut anns, 1, "read this").await;
    let gone = say(&mut cats, 1, "forget this").await;
    service.next().await;
    service.next().await;
    until(async || waiting(&app).await == 2).await;
    let mut reader = in_chat(&app, &ben, chats[0]).await;
    assert_eq!(give(&mut reader, 1, json!({"type": "read", "seq": read})).await["ok"], true);
    assert_eq!(give(&mut cats, 2, json!({"type": "delete", "seq": gone})).await["ok"], true);
    drop((reader, anns, cats));
    has_waited(&app).await;
    let app = again(app).await;
    until(async || waiting(&app).await == 0).await;
    let mut socket = in_chat(&app, &ann, chats[0]).await;
    let seq = say(&mut socket, 2, "where are you?").await;
    assert_eq!(bens.open(&service.next().await.body)["seq"], seq);
}

#[actix_web::test]
async fn push_is_given_up_when_the_service_never_accepts() {
    let (mut app, mut service) = (server().await, Service::start());
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    browser_of(&app, &ben, &service).await;
    let chat = app.chat(&ann, &ben).await;
    let mut socket = in_chat(&app, &ann, chat).await;
    service.answers.lock().unwrap().extend([(503, 3_000); 5]);
    say(&mut socket, 1, "hello").await;
    drop(socket);
    for tries in 1..5 {
        service.next().await;
        let tried = format!(
            "push_waiting WHERE tries = {tries} AND next_try_at > {}",
            Timestamp::now().0 + Timestamp::HOUR / 2
        );
        until(async || count(&app.state().db, &tried).await == 1).await;
        has_waited(&app).await;
        app = again(app).await;
    }
    service.next().await;
    until(async || waiting(&app).await == 0).await;
    assert_eq!(count(&app.state().db, "push_subscription").await, 1, "the browser is told of what comes");
}

/// One node is told to retry later. One of the two nodes that start then notifies the browser.
#[actix_web::test]
async fn waiting_push_of_a_stopped_node_is_sent_by_another_node() {
    let Some(database) = postgres_url().await else { return };
    let flags = ["--push-loopback", "--database-url", &database];
    let mut service = Service::start();
    let app = TestApp::with(&flags).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let bens = browser_of(&app, &ben, &service).await;
    let chat = app.chat(&ann, &ben).await;
    let mut socket = in_chat(&app, &ann, chat).await;
    service.answers.lock().unwrap().push_back((503, 3_000));
    let seq = say(&mut socket, 1, "hello").await;
    service.next().await;
    until(async || waiting(&app).await == 1).await;
    drop(socket);
    has_waited(&app).await;
    let (one, _other) = (TestApp::beside(&app, &flags).await, TestApp::beside(&app, &flags).await);
    assert_eq!(bens.open(&service.next().await.body)["seq"], seq);
    until(async || waiting(&one).await == 0).await;
    let mut socket = in_chat(&one, &ann, chat).await;
    let seq = say(&mut socket, 2, "and again").await;
    assert_eq!(bens.open(&service.next().await.body)["seq"], seq, "the first came once");
}
