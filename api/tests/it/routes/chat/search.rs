use serde_json::json;
use store::chat::search;

use super::chats::say;
use crate::support::app::TestApp;

const PATH: &str = "/api/v1/chat/search/";

#[actix_web::test]
async fn own_messages_are_found_in_pages() {
    let app = TestApp::start().await;
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    let chat = app.chat(&ann, &ben).await;
    say(&app, chat, ben.id, 5).await;
    search::catch_up(&app.state().db).await.unwrap();
    let first = app.get(&format!("{PATH}?query=MESS&limit=3")).as_(&ann).send().await;
    let texts = |answer: &crate::support::app::Answer| -> Vec<String> {
        let hits = answer.data().as_array().unwrap().iter();
        hits.map(|hit| hit["message"]["text"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(texts(&first), ["message 5", "message 4", "message 3"]);
    let hit = &first.data()[0];
    assert_eq!((&hit["chat_id"], &hit["snippet"][0]), (&json!(chat), &json!({"text": "mess", "match": true})));
    let next = first.json["next"].as_i64().unwrap();
    let second = app.get(&format!("{PATH}?query=mess&chat_id={chat}&before={next}")).as_(&ann).send().await;
    assert_eq!((texts(&second), &second.json["next"]), (vec!["message 2".into(), "message 1".into()], &json!(null)));

    let theirs = app.get(&format!("{PATH}?query=message")).as_(&eve).send().await;
    assert_eq!(theirs.data(), &json!([]));
    app.get(&format!("{PATH}?query=message&chat_id={chat}")).as_(&eve).send().await.refused(404, "not_found");
    app.get(&format!("{PATH}?query=message&chat_id=1")).as_(&eve).send().await.refused(404, "not_found");
    app.get(&format!("{PATH}?query=message")).send().await.refused(401, "unauthenticated");
}

#[actix_web::test]
async fn invalid_query_is_refused_and_no_other_does_harm() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let long = format!("query={}", "a".repeat(10_000));
    for (query, field) in [
        ("", "query"),
        ("query=+", "query"),
        (&long, "query"),
        ("query=a&limit=0", "limit"),
        ("query=a&limit=51", "limit"),
        ("query=a&before=x", "before"),
        ("query=a&chat_id=x", "chat_id"),
        ("query=a&sort=up", "sort"),
    ] {
        app.get(&format!("{PATH}?{query}")).as_(&ann).send().await.refused_fields(&[field]);
    }
    for query in ["%22", "*", "a*b", "%27%3B--", "(", "NEAR(a+b)", "words%3Aa", "%F0%9F%91%8D", "\\"] {
        let found = app.get(&format!("{PATH}?query={query}")).as_(&ann).send().await;
        assert_eq!((found.status, found.data()), (200, &json!([])), "{query}");
    }
}
