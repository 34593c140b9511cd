use serde_json::json;

use crate::support::{app::TestApp, reel};

mod order;
mod reel_id;
pub mod uploads;

const PATH: &str = "/api/v1/userprofessional/reels/";

#[actix_web::test]
async fn draft_is_made_of_an_upload_once() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    let upload = studio.upload(&app).await;
    let body = json!({"upload_id": upload, "caption": " New cut ", "language": "fr", "offerings": [studio.offering]});
    let made = app.post(PATH).as_(&studio.owner).json(body.clone()).await;
    assert_eq!(
        (made.status, &made.data()["state"], &made.data()["caption"]),
        (201, &json!("draft"), &json!("New cut"))
    );
    assert_eq!((&made.data()["language"], &made.data()["offerings"][0]["name"]), (&json!("FR"), &json!("Haircut")));
    assert_eq!(made.data()["next_states"], json!(["scheduled", "published", "removed"]));
    app.post(PATH).as_(&studio.owner).json(body).await.refused_fields(&["upload_id"]);
    let other = studio.upload(&app).await;
    for (body, field) in [
        (json!({}), "upload_id"),
        (json!({"upload_id": other, "language": "xx"}), "language"),
        (json!({"upload_id": other, "caption": "x".repeat(1_001)}), "caption"),
        (json!({"upload_id": other, "offerings": [5]}), "offerings"),
    ] {
        app.post(PATH).as_(&studio.owner).json(body).await.refused_fields(&[field]);
    }
}

#[actix_web::test]
async fn company_lists_its_own_reels_by_state() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    let upload = studio.upload(&app).await;
    app.post(PATH).as_(&studio.owner).json(json!({"upload_id": upload})).await;
    let list = async |query: &str| app.get(&format!("{PATH}{query}")).as_(&studio.owner).send().await;
    assert_eq!(list("").await.json["total"], 2);
    let drafts = list("?state=draft").await;
    assert_eq!((&drafts.json["total"], &drafts.data()[0]["video"]["width"]), (&json!(1), &json!(540)));
    list("?state=gone").await.refused_fields(&["state"]);
    let ann = app.person("ann").await;
    app.get(PATH).as_(&ann).send().await.refused(403, "not_allowed");
}
