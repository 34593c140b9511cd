use serde_json::json;

use crate::support::{app::TestApp, market};

#[actix_web::test]
async fn booking_moves_to_a_free_slot_only() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (shop, _) = market::salon(&app, "beauty").await;
    let path = format!("{}reschedule/", market::book(&app, &ann, &shop).await);
    let to = |time: &str| json!({"date": market::date(10), "time": time});
    let moved = app.call("PUT", &path).as_(&ann).json(to("10:30")).await;
    assert_eq!((moved.status, &moved.data()["state"]), (200, &json!("confirmed")));
    app.call("PUT", &path).as_(&ann).json(to("10:40")).await.refused_fields(&["starts_at"]);
    app.call("PUT", &path).as_(&ben).json(to("09:00")).await.refused(404, "not_found");
    let mut other = to("09:00");
    other["product_id"] = json!(shop.offering);
    assert_eq!(app.post("/api/v1/users/bookings/hold/").as_(&ben).json(other).await.status, 201);
    app.call("PUT", &path).as_(&ann).json(to("09:30")).await.refused(409, "booking.sold_out");
}
