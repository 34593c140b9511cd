use serde_json::json;

use crate::support::{app::TestApp, market};

#[actix_web::test]
async fn taken_slot_has_nothing_left() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let (shop, _) = market::salon(&app, "beauty").await;
    market::hold(&app, &ann, &shop).await;
    let path = format!("/api/v1/users/offerings/{}/slots/", shop.offering);
    let slots = app.get(&format!("{path}?date={}", market::date(10))).send().await;
    let left: Vec<_> = slots.data()["slots"].as_array().unwrap().iter().map(|slot| slot["left"].clone()).collect();
    assert_eq!(json!(left), json!([1, 0, 0, 0, 1]));
    app.get(&format!("{path}?date={}&members=101", market::date(10))).send().await.refused_fields(&["members"]);
}
