use serde_json::json;

use crate::support::app::TestApp;

const PATH: &str = "/api/v1/users/get-automatic-address/";

#[actix_web::test]
async fn position_returns_the_address_of_the_nearest_town() {
    let app = TestApp::start().await;
    let chartres = json!({"latitude": 48.4469, "longitude": 1.4893});
    let by_json = app.post(PATH).json(chartres).await;
    let by_form = app.post(PATH).form("latitude=48.4469&longitude=1.4893").await;
    assert_eq!(
        by_json.data(),
        &json!({
            "city": "Chartres", "region": "Centre-Val de Loire", "country": "FR", "postal_codes": ["28000"],
            "latitude": 48.4469, "longitude": 1.4893,
        })
    );
    assert_eq!(by_form.data(), by_json.data());
}

#[actix_web::test]
async fn open_sea_has_no_address() {
    let app = TestApp::start().await;
    app.post(PATH).json(json!({"latitude": -48.9, "longitude": -123.4})).await.refused(404, "not_found");
}

#[actix_web::test]
async fn invalid_position_is_named() {
    let app = TestApp::start().await;
    app.post(PATH)
        .json(json!({"latitude": 90.1, "longitude": -180.5}))
        .await
        .refused_fields(&["latitude", "longitude"]);
    app.post(PATH).form("latitude=NaN&longitude=inf").await.refused_fields(&["latitude", "longitude"]);
    app.post(PATH).json(json!({"latitude": 1.5})).await.refused_fields(&["longitude"]);
    app.post(PATH).json(json!({"latitude": "north", "longitude": 2.5})).await.refused_fields(&["latitude"]);
}
