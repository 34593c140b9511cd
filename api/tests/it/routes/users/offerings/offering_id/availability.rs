use serde_json::json;

use crate::support::{app::TestApp, market};

#[actix_web::test]
async fn days_show_price_and_rooms_left() {
    let app = TestApp::start().await;
    let shop = market::hotel(&app).await;
    let path = format!("/api/v1/users/offerings/{}/availability/", shop.offering);
    let days = app.get(&format!("{path}?from={}&to={}", market::date(-1), market::date(1))).send().await;
    let states: Vec<_> = days.data().as_array().unwrap().iter().map(|day| day["state"].clone()).collect();
    assert_eq!((days.status, json!(states)), (200, json!(["closed", "free", "free"])));
    assert_eq!((&days.data()[1]["price"], &days.data()[1]["left"]), (&json!(9_000), &json!(2)));
    for (query, field) in [
        (format!("from={}", market::date(0)), "to"),
        (format!("from={}&to={}", market::date(2), market::date(1)), "to"),
        (format!("from={}&to={}", market::date(0), market::date(92)), "to"),
        (format!("from={}&to={}&members=0", market::date(0), market::date(1)), "members"),
    ] {
        app.get(&format!("{path}?{query}")).send().await.refused_fields(&[field]);
    }
}
