mod news_id;

use serde_json::{Value, json};
use store::types::timestamp::Timestamp;

use super::{owners, path, uploaded};
use crate::{
    routes::users::notifications,
    support::app::{Person, TestApp},
};

/// Publishes news and returns its id.
async fn publish(app: &TestApp, who: &Person, title: &str) -> Value {
    let made = app.post(&path("news/")).as_(who).json(json!({"title": title, "text": "Come and see."})).await;
    assert_eq!(made.status, 201, "{}", made.json);
    made.data()["id"].clone()
}

#[actix_web::test]
async fn news_is_public_from_its_date() {
    let app = TestApp::start().await;
    let (chef, _) = owners(&app).await;
    let picture = uploaded(&app, &chef).await;
    let now = json!({"title": " New menu ", "text": "Rice.\nFish.", "picture_id": picture});
    let made = app.post(&path("news/")).as_(&chef).json(now).await;
    assert_eq!((made.status, &made.data()["title"]), (201, &json!("New menu")));
    assert_eq!(made.data()["picture"]["id"], picture);
    let later = Timestamp::now().plus(Timestamp::DAY);
    let later = json!({"title": "Later", "text": "Soon.", "published_at": later});
    assert_eq!(app.post(&path("news/")).as_(&chef).json(later).await.status, 201);
    let own = app.get(&path("news/")).as_(&chef).send().await;
    assert_eq!((&own.json["total"], &own.data()[0]["title"]), (&json!(2), &json!("Later")));
    let public = app.get("/api/v1/users/company/casa-azul/news/").send().await;
    assert_eq!((&public.json["total"], &public.data()[0]), (&json!(1), made.data()));
}

#[actix_web::test]
async fn followers_are_notified_of_news() {
    let app = TestApp::start().await;
    let (chef, _) = owners(&app).await;
    let ann = app.person("ann").await;
    let follow = "/api/v1/users/company/follow-toggle/?company_id=70";
    assert_eq!(app.post(follow).as_(&ann).send().await.status, 200);
    publish(&app, &chef, "New menu").await;
    let told = loop {
        if let [first] = &notifications::listed(&app, &ann).await[..] {
            break first.clone();
        }
        actix_web::rt::task::yield_now().await;
    };
    assert_eq!((&told["kind"], &told["subject"]["name"]), (&json!("company_news"), &json!("Casa Azul")));
}

#[actix_web::test]
async fn invalid_news_is_refused_by_field() {
    let app = TestApp::start().await;
    let (chef, other) = owners(&app).await;
    let post = |body| app.post(&path("news/")).as_(&chef).json(body);
    post(json!({})).await.refused_fields(&["text", "title"]);
    post(json!({"title": " ", "text": "\n"})).await.refused_fields(&["text", "title"]);
    post(json!({"title": "x".repeat(121), "text": "Text"})).await.refused_fields(&["title"]);
    let theirs = uploaded(&app, &other).await;
    post(json!({"title": "New", "text": "Text", "picture_id": theirs})).await.refused_fields(&["picture_id"]);
    let far = Timestamp::now().plus(400 * Timestamp::DAY);
    post(json!({"title": "New", "text": "Text", "published_at": far})).await.refused_fields(&["published_at"]);
    assert_eq!(app.get(&path("news/")).as_(&chef).send().await.json["total"], 0);
}
