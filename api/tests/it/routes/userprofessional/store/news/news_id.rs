use serde_json::json;

use super::{
    super::{owners, path, uploaded},
    publish,
};
use crate::support::app::TestApp;

#[actix_web::test]
async fn news_is_changed_by_its_company_only() {
    let app = TestApp::start().await;
    let (chef, other) = owners(&app).await;
    let one = path(&format!("news/{}/", publish(&app, &chef, "New menu").await));
    let put = |who, body| app.call("PUT", &one).as_(who).json(body);
    put(&other, json!({"title": "Mine"})).await.refused(404, "not_found");
    put(&chef, json!({"title": ""})).await.refused_fields(&["title"]);
    let picture = uploaded(&app, &chef).await;
    let changed = put(&chef, json!({"title": "Winter menu", "picture_id": picture})).await;
    assert_eq!((&changed.data()["title"], &changed.data()["picture"]["id"]), (&json!("Winter menu"), &picture));
    assert_eq!(changed.data()["text"], "Come and see.");
    assert_eq!(put(&chef, json!({"picture_id": null})).await.data()["picture"], json!(null));
}

#[actix_web::test]
async fn deleted_news_leaves_every_list() {
    let app = TestApp::start().await;
    let (chef, other) = owners(&app).await;
    let one = path(&format!("news/{}/", publish(&app, &chef, "New menu").await));
    app.call("DELETE", &one).as_(&other).send().await.refused(404, "not_found");
    assert_eq!(app.call("DELETE", &one).as_(&chef).send().await.status, 200);
    assert_eq!(app.get("/api/v1/users/company/70/news/").send().await.json["total"], 0);
}
