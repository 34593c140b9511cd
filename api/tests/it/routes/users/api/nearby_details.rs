//! Companies near a position.

use serde_json::json;
use store::types::timestamp::Timestamp;

use crate::support::{app::TestApp, market::restaurant};

const PATH: &str = "/api/v1/users/api/nearby-details/";

#[actix_web::test]
async fn nearby_companies_come_with_their_distance() {
    let app = TestApp::start().await;
    restaurant(&app).await;
    app.state().search.catch_up(&app.state().db, Timestamp::now()).await.unwrap();
    let near = app.post(PATH).json(json!({"latitude": 40.41, "longitude": -3.70, "filters": "halal,open_now"})).await;
    let hit = &near.data()["hits"][0];
    assert_eq!((&near.data()["total"], &hit["company"]["handle"]), (&json!(1), &json!("casa-azul")));
    assert!(hit["distance_km"].as_f64().unwrap() < 2.0);
    let far = app.post(PATH).json(json!({"latitude": 41.39, "longitude": 2.17, "distance": 5})).await;
    assert_eq!(far.data()["relaxed"], json!(["distance"]));
}

#[actix_web::test]
async fn nearby_refuses_bad_input_by_field() {
    let app = TestApp::start().await;
    app.state().search.catch_up(&app.state().db, Timestamp::now()).await.unwrap();
    let many = |key: &str| vec![key; 500].join(",");
    let known = app.post(PATH).json(json!({"latitude": 0, "longitude": 0, "filters": many("halal")})).await;
    assert_eq!(known.status, 200, "a repeated filter counts once");
    for (body, field) in [
        (json!({"latitude": 0, "longitude": 0, "filters": many("gold")}), "filters"),
        (json!({"latitude": 0, "longitude": 0, "cursor": "made up"}), "cursor"),
        (json!({"latitude": 0, "longitude": 0, "cursor": "A".repeat(46)}), "cursor"),
        (json!({"latitude": -90.5, "longitude": 0}), "latitude"),
        (json!({"latitude": 91, "longitude": 0}), "latitude"),
        (json!({"latitude": 0, "longitude": -181}), "longitude"),
        (json!({"latitude": 0, "longitude": 0, "distance": -1}), "distance"),
        (json!({"latitude": 0, "longitude": 0, "distance": 40_000}), "distance"),
        (json!({"latitude": 0, "longitude": 0, "filters": "gold"}), "filters"),
        (json!({"latitude": 0, "longitude": 0, "category": "gold"}), "category"),
    ] {
        app.post(PATH).json(body).await.refused_fields(&[field]);
    }
}
