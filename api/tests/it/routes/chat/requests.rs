use serde_json::json;

use crate::{routes::chat::chats::say, support::app::TestApp};

const PATH: &str = "/api/v1/chat/requests/";

#[actix_web::test]
async fn requests_are_listed_for_their_recipient_only() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let chat = app.ask(&ann, &ben).await;
    assert_eq!(app.get(PATH).as_(&ben).send().await.json["data"], json!([]), "nothing is said yet");
    say(&app, chat, ann.id, 1).await;
    let listed = app.get(PATH).as_(&ben).send().await;
    assert_eq!((&listed.json["data"][0]["id"], &listed.json["data"][0]["request"]["left"]), (&json!(chat), &json!(4)));
    assert_eq!(app.get(PATH).as_(&ann).send().await.json["data"], json!([]));
    assert_eq!(app.get("/api/v1/chat/chats/").as_(&ben).send().await.json["data"], json!([]));
    app.get(&format!("{PATH}?page=0")).as_(&ben).send().await.refused_fields(&["page"]);
    app.get(PATH).send().await.refused(401, "unauthenticated");
}
