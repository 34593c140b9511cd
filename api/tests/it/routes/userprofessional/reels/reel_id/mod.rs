use serde_json::json;

use crate::support::{app::TestApp, reel};

mod state;

#[actix_web::test]
async fn content_of_a_reel_is_changed_by_its_company() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    let path = format!("/api/v1/userprofessional/reels/{}/", studio.reel);
    let change = async |body| app.call("PATCH", &path).as_(&studio.owner).json(body).await;
    let changed = change(json!({"caption": "Summer", "offerings": [studio.offering]})).await;
    assert_eq!((&changed.data()["caption"], &changed.data()["language"]), (&json!("Summer"), &json!("US")));
    assert_eq!(change(json!({"language": "ES"})).await.data()["caption"], "Summer");
    let shown = app.get(&path).as_(&studio.owner).send().await;
    assert_eq!((&shown.data()["offerings"][0]["id"], &shown.data()["reports"]), (&json!(studio.offering), &json!(0)));
    change(json!({"offerings": [1, 2]})).await.refused_fields(&["offerings"]);
    change(json!({"state": "draft"})).await.refused_fields(&["state"]);
    let other = app.business("other").await;
    app.get(&path).as_(&other).send().await.refused(404, "not_found");
    app.call("PATCH", &path).as_(&other).json(json!({})).await.refused(404, "not_found");
}
