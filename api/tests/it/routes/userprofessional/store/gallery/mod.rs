mod media_id;
mod order;

use serde_json::{Value, json};

use super::{owners, path, uploaded};
use crate::support::app::{Answer, Person, TestApp};

/// Adds a picture and returns its id.
async fn add(app: &TestApp, who: &Person, caption: &str) -> Value {
    let id = uploaded(app, who).await;
    let added = app.post(&path("gallery/")).as_(who).json(json!({"media_id": id, "caption": caption})).await;
    assert_eq!(added.status, 201, "{}", added.json);
    id
}

fn ids(answer: &Answer) -> Vec<Value> {
    answer.data().as_array().unwrap().iter().map(|item| item["id"].clone()).collect()
}

#[actix_web::test]
async fn added_picture_takes_its_place_and_is_public() {
    let app = TestApp::start().await;
    let (chef, _) = owners(&app).await;
    let (first, second) = (add(&app, &chef, " Terrace ").await, add(&app, &chef, "").await);
    let third = uploaded(&app, &chef).await;
    let body = json!({"media_id": third, "caption": "Bar", "position": 1});
    let list = app.post(&path("gallery/")).as_(&chef).json(body).await;
    assert_eq!(ids(&list), [first.clone(), third, second]);
    assert_eq!((&list.data()[0]["caption"], &list.data()[0]["kind"]), (&json!("Terrace"), &json!("image")));
    let page = app.get("/api/v1/users/company/casa-azul/media/").send().await;
    assert_eq!((&page.json["total"], &page.data()[0]["id"]), (&json!(3), &first));
}

#[actix_web::test]
async fn file_of_others_is_refused() {
    let app = TestApp::start().await;
    let (chef, other) = owners(&app).await;
    let theirs = uploaded(&app, &other).await;
    let post = |body| app.post(&path("gallery/")).as_(&chef).json(body);
    post(json!({"media_id": theirs})).await.refused_fields(&["media_id"]);
    post(json!({"media_id": 1})).await.refused_fields(&["media_id"]);
    let own = uploaded(&app, &chef).await;
    post(json!({"media_id": own, "caption": "x".repeat(201)})).await.refused_fields(&["caption"]);
    assert_eq!(app.get(&path("gallery/")).as_(&chef).send().await.data(), &json!([]));
}
