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

#[actix_web::test]
async fn party_and_units_stay_as_they_are_without_items() {
    let app = TestApp::start().await;
    let (ann, shop) = (app.person("ann").await, market::hotel(&app).await);
    let stay = |first, last| json!({"check_in": market::date(first), "check_out": market::date(last)});
    let mut chosen = stay(3, 4);
    chosen["rooms"] = json!(2);
    chosen["members"] = json!(3);
    let booked = app.post("/api/v1/users/book-slot/").as_(&ann).json(market::booking(&shop, chosen)).await;
    assert_eq!(booked.data()["total"], 18_000);
    let path = format!("/api/v1/users/bookings/{}/reschedule/", booked.data()["id"]);
    let mut seen = stay(6, 8);
    seen["expected_total"] = json!(18_000);
    let changed = app.call("PUT", &path).as_(&ann).json(seen).await;
    changed.refused(409, "booking.price_changed");
    assert_eq!(changed.json["amount"], 36_000);
    let moved = app.call("PUT", &path).as_(&ann).json(stay(6, 8)).await;
    assert_eq!((&moved.data()["members"], &moved.data()["total"]), (&json!(3), &json!(36_000)));
    let mut other = stay(6, 8);
    other["product_id"] = json!(1);
    app.call("PUT", &path).as_(&ann).json(other).await.refused_fields(&["product_id"]);
}
