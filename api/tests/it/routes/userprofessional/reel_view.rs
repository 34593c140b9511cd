use serde_json::json;

use crate::support::{app::TestApp, reel};

const PATH: &str = "/api/v1/userprofessional/reel-view/";

#[actix_web::test]
async fn account_counts_as_one_view() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    let (ann, guest) = (app.person("ann").await, app.guest().await);
    let view = async |person, body| app.post(PATH).as_(person).json(body).await;
    let watched = json!({"reel_id": studio.reel, "watched_ms": 4_000});
    assert_eq!(view(&ann, watched.clone()).await.data()["views"], 1);
    assert_eq!(view(&ann, json!({"reel_id": studio.reel, "watched_ms": 10, "skipped": true})).await.data()["views"], 1);
    assert_eq!(view(&guest, watched.clone()).await.data()["views"], 2);
    view(&ann, json!({"reel_id": studio.reel, "watched_ms": -1})).await.refused_fields(&["watched_ms"]);
    view(&ann, json!({"reel_id": 5, "watched_ms": 1})).await.refused(404, "not_found");
    app.post(PATH).bearer("x").json(watched).await.refused(401, "auth.invalid_token");
}

#[actix_web::test]
async fn visitors_of_one_address_count_as_one() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    let watched = json!({"reel_id": studio.reel, "watched_ms": 4_000});
    for _ in 0..3 {
        assert_eq!(app.post(PATH).json(watched.clone()).await.data()["views"], 1);
    }
    let ann = app.person("ann").await;
    assert_eq!(app.post(PATH).as_(&ann).json(watched.clone()).await.data()["views"], 2);
    app.post(PATH).json(json!({"reel_id": 5, "watched_ms": 1})).await.refused(404, "not_found");
    app.post(PATH).json(json!({})).await.refused_fields(&["reel_id"]);
    let own = app.get(&format!("/api/v1/userprofessional/reels/{}/", studio.reel)).as_(&studio.owner).send().await;
    let results = &own.data()["results"];
    assert_eq!(
        (&results["account_views"], &results["visitor_views"], &results["plays"]),
        (&json!(1), &json!(1), &json!(1))
    );
}
