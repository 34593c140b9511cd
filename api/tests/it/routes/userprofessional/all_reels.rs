use serde_json::json;
use store::testing::market::ReelRow;

use crate::support::{
    app::{TestApp, fail_on},
    reel,
};

const PATH: &str = "/api/v1/userprofessional/all-reels/";

#[actix_web::test]
async fn visitor_and_guest_get_a_feed_with_all_of_a_reel() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    let guest = app.guest().await;
    for answer in [app.get(PATH).send().await, app.get(PATH).as_(&guest).send().await] {
        assert_eq!((answer.status, &answer.json["next"]), (200, &json!(null)));
        let reel = &answer.data()[0];
        assert_eq!((&reel["id"], &reel["company"]["name"]), (&json!(studio.reel), &json!("Studio")));
        assert_eq!(
            (&reel["liked"], &reel["counts"]["likes"], &reel["folder_id"]),
            (&json!(false), &json!(0), &json!(null))
        );
        assert!(reel["video"]["small_url"].is_string() && reel["poster"]["url"].is_string());
        assert_eq!(reel["why"], json!(["fresh"]));
    }
}

#[actix_web::test]
async fn pages_follow_a_cursor_and_begin_with_a_linked_reel() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    for id in 1..=4 {
        ReelRow::new(id, studio.company).insert(&app.state().db).await;
    }
    let first = app.get(&format!("{PATH}?reel_id=2&per_page=3")).send().await;
    assert_eq!((first.data()[0]["id"].as_i64(), first.data().as_array().unwrap().len()), (Some(2), 3));
    let cursor = first.json["next"].as_str().unwrap();
    let second = app.get(&format!("{PATH}?cursor={cursor}&per_page=3")).send().await;
    assert_eq!((second.data().as_array().unwrap().len(), &second.json["next"]), (2, &json!(null)));
    app.get(&format!("{PATH}?cursor={cursor}&reel_id=2")).send().await.refused_fields(&["reel_id"]);
    app.get(&format!("{PATH}?reel_id=99")).send().await.refused(404, "not_found");
}

#[actix_web::test]
async fn wrong_queries_are_named_and_failure_has_its_message() {
    let app = TestApp::start().await;
    for (query, field) in [
        ("cursor=x", "cursor"),
        ("per_page=0", "per_page"),
        ("per_page=31", "per_page"),
        ("latitude=40", "latitude"),
        ("latitude=91&longitude=0", "latitude"),
        ("reel_id=x", "reel_id"),
        ("page=1", "page"),
    ] {
        app.get(&format!("{PATH}?{query}")).send().await.refused_fields(&[field]);
    }
    app.get(PATH).bearer("x").send().await.refused(401, "auth.invalid_token");
    fail_on(&app, "reel_publication").await;
    let failed = app.get(PATH).send().await;
    failed.refused(500, "internal");
    assert_eq!(failed.json["message"], "Failed to fetch reels");
}
