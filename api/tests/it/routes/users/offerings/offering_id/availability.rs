use serde_json::json;
use store::{testing::market::staff, types::timestamp::Timestamp};

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

#[actix_web::test]
async fn days_of_one_member_of_staff_are_free_while_that_member_is() {
    let app = TestApp::start().await;
    let (shop, ana) = market::salon(&app, "beauty").await;
    let id = app.state().ids.next(Timestamp::now());
    let ben = staff(&app.state().db, id, shop.company, "Ben", &[shop.offering]).await;
    let day = market::date(10);
    let path = format!("/api/v1/users/offerings/{}/availability/?from={day}&to={day}", shop.offering);
    let zoe = app.person("zoe").await;
    // From 9 to 12, an hour each.
    for time in ["09:00", "10:00", "11:00"] {
        let chosen = json!({"date": day, "time": time, "resource_id": ana});
        let booked = app.post("/api/v1/users/book-slot/").as_(&zoe).json(market::booking(&shop, chosen)).await;
        assert_eq!(booked.status, 201, "{:#}", booked.json);
    }
    let shown = async |query: String| {
        let days = app.get(&format!("{path}{query}")).send().await;
        (days.data()[0]["state"].clone(), days.data()[0]["left"].clone())
    };
    assert_eq!(shown(format!("&resource_id={ana}")).await, (json!("full"), json!(0)));
    let (state, left) = shown(format!("&resource_id={ben}")).await;
    assert_eq!((state, shown(String::new()).await), (json!("free"), (json!("free"), left)));
    app.get(&format!("{path}&resource_id=1")).send().await.refused(404, "not_found");
}
