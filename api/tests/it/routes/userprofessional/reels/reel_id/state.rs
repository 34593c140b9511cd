use serde_json::json;
use store::types::timestamp::Timestamp;

use crate::support::{app::TestApp, reel};

#[actix_web::test]
async fn published_reel_is_told_to_followers_and_removed_for_good() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    let ann = app.person("ann").await;
    let follow = format!("/api/v1/users/company/follow-toggle/?company_id={}", studio.company);
    assert_eq!(app.post(&follow).as_(&ann).send().await.status, 200);
    let upload = studio.upload(&app).await;
    let made = app.post("/api/v1/userprofessional/reels/").as_(&studio.owner).json(json!({"upload_id": upload})).await;
    let id = made.data()["id"].as_i64().unwrap();
    let path = format!("/api/v1/userprofessional/reels/{id}/state/");
    let set = async |body| app.call("PUT", &path).as_(&studio.owner).json(body).await;
    set(json!({"state": "scheduled"})).await.refused_fields(&["publish_at"]);
    set(json!({"state": "scheduled", "publish_at": Timestamp(0)})).await.refused_fields(&["publish_at"]);
    let later = Timestamp::now().plus(Timestamp::DAY);
    let scheduled = set(json!({"state": "scheduled", "publish_at": later})).await;
    assert_eq!(scheduled.data()["publish_at"], json!(later));
    assert_eq!(set(json!({"state": "published"})).await.data()["state"], "published");
    let told = reel::notifications(&app, &ann, 1).await;
    assert_eq!((&told[0]["kind"], &told[0]["subject"]["name"]), (&json!("reel_new"), &json!("Studio")));
    set(json!({"state": "draft"})).await.refused(409, "reel.state");
    set(json!({"state": "hidden"})).await.refused_fields(&["state"]);
    let video = made.data()["video"]["url"].as_str().unwrap().to_owned();
    assert_eq!(set(json!({"state": "removed"})).await.data()["video"], json!(null));
    assert_eq!(app.get(&video).send().await.status, 404);
    set(json!({"state": "published"})).await.refused(409, "reel.state");
}
