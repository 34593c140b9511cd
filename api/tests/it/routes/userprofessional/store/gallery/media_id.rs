use serde_json::json;

use super::{
    super::{owners, path},
    add,
};
use crate::support::app::TestApp;

#[actix_web::test]
async fn caption_is_changed_by_the_owner_only() {
    let app = TestApp::start().await;
    let (chef, other) = owners(&app).await;
    let one = path(&format!("gallery/{}/", add(&app, &chef, "Bar").await));
    let put = |who, caption: &str| app.call("PUT", &one).as_(who).json(json!({"caption": caption}));
    put(&other, "Mine").await.refused(404, "not_found");
    put(&chef, &"x".repeat(201)).await.refused_fields(&["caption"]);
    assert_eq!(put(&chef, "Terrace").await.status, 200);
    let list = app.get(&path("gallery/")).as_(&chef).send().await;
    assert_eq!(list.data()[0]["caption"], "Terrace");
}

#[actix_web::test]
async fn removed_cover_leaves_the_page_and_can_return() {
    let app = TestApp::start().await;
    let (chef, other) = owners(&app).await;
    let id = add(&app, &chef, "Terrace").await;
    let cover = app.call("PUT", &path("profile/")).as_(&chef).json(json!({"cover_id": id})).await;
    assert_eq!(cover.data()["cover"]["id"], id, "{}", cover.json);
    let list = app.get(&path("gallery/")).as_(&chef).send().await;
    assert_eq!(list.data()[0]["is_cover"], true);
    let one = path(&format!("gallery/{id}/"));
    app.call("DELETE", &one).as_(&other).send().await.refused(404, "not_found");
    assert_eq!(app.call("DELETE", &one).as_(&chef).send().await.status, 200);
    app.call("DELETE", &one).as_(&chef).send().await.refused(404, "not_found");
    let page = app.get("/api/v1/users/company/70/details/").send().await;
    assert_eq!((&page.data()["cover"], &page.data()["tabs"]["media"]), (&json!(null), &json!(0)));
    let again = json!({"media_id": id, "caption": "Terrace", "position": 0});
    assert_eq!(app.post(&path("gallery/")).as_(&chef).json(again).await.status, 201);
}
