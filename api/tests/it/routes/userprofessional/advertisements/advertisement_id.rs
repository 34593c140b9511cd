use serde_json::json;

use super::{PATH, running};
use crate::support::app::TestApp;

const DRAW: &str = "/api/v1/users/advertisements/random/";

#[actix_web::test]
async fn advertisement_is_changed_by_its_company_only() {
    let app = TestApp::start().await;
    let (chef, id) = running(&app).await;
    let other = app.business("sauna").await;
    let one = format!("{PATH}{id}/");
    let put = |who, body| app.call("PUT", &one).as_(who).json(body);
    put(&other, json!({"title": "Mine"})).await.refused(404, "not_found");
    put(&chef, json!({"title": ""})).await.refused_fields(&["title"]);
    let changed = put(&chef, json!({"title": "Paella today", "paused": true})).await;
    assert_eq!((&changed.data()["title"], &changed.data()["state"]), (&json!("Paella today"), &json!("paused")));
    assert_eq!(app.get(DRAW).send().await.data(), &json!(null));
    assert_eq!(put(&chef, json!({"paused": false})).await.data()["state"], "running");
    assert_eq!(app.get(DRAW).send().await.data()["title"], "Paella today");
}

#[actix_web::test]
async fn deleted_advertisement_is_shown_nowhere() {
    let app = TestApp::start().await;
    let (chef, id) = running(&app).await;
    let other = app.business("sauna").await;
    let one = format!("{PATH}{id}/");
    app.call("DELETE", &one).as_(&other).send().await.refused(404, "not_found");
    assert_eq!(app.call("DELETE", &one).as_(&chef).send().await.status, 200);
    assert_eq!(app.get(DRAW).send().await.data(), &json!(null));
    app.get(&format!("/api/v1/users/advertisements/{id}/")).send().await.refused(404, "not_found");
}
