use serde_json::json;

use crate::support::{app::TestApp, market};

#[actix_web::test]
async fn cancellation_needs_the_fee_seen_and_frees_the_slot() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (shop, _) = market::salon(&app, "beauty").await;
    let path = format!("{}cancel/", market::book(&app, &ann, &shop).await);
    let post = || app.post(&path);
    post().as_(&ann).json(json!({})).await.refused_fields(&["expected_fee"]);
    post().as_(&ann).json(json!({"expected_fee": 0, "reason": "x".repeat(301)})).await.refused_fields(&["reason"]);
    post().as_(&ann).json(json!({"expected_fee": 5})).await.refused(409, "booking.fee_changed");
    post().as_(&ben).json(json!({"expected_fee": 0})).await.refused(404, "not_found");
    for _ in 0..2 {
        let done = post().as_(&ann).json(json!({"expected_fee": 0, "reason": "Ill"})).await;
        assert_eq!((done.status, &done.data()["state"]), (200, &json!("cancelled_by_user")));
    }
    assert_eq!(market::hold(&app, &ben, &shop).await.status, 201);
}
