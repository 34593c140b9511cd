use serde_json::json;

use crate::support::{app::TestApp, market, socket::Socket};

const PATH: &str = "/api/v1/users/bookings/hold/";

#[actix_web::test]
async fn hold_takes_the_slot_and_tells_open_pages() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (shop, staff) = market::salon(&app, "beauty").await;
    let path = format!("/ws/availability/{}/?token={}", shop.company, ben.access);
    let mut page = Socket::open(app.running.address.port(), &path).await.unwrap();
    page.wait_for("snapshot").await;
    let held = market::hold(&app, &ann, &shop).await;
    assert_eq!((held.status, &held.data()["state"]), (201, &json!("held")));
    let news = page.wait(|frame| frame["data"]["type"] == "occupied").await;
    assert_eq!((&news["data"]["resource_id"], &news["data"]["starts_at"]), (&json!(staff), &held.data()["starts_at"]));
    market::hold(&app, &ben, &shop).await.refused(409, "booking.sold_out");
}

#[actix_web::test]
async fn key_of_another_hold_is_refused_and_takes_nothing() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let (shop, _) = market::salon(&app, "beauty").await;
    let hold = async |time: &str| {
        let body = json!({"product_id": shop.offering, "date": market::date(10), "time": time, "client_id": "first"});
        app.post(PATH).as_(&ann).json(body).await
    };
    let first = hold("10:00").await;
    assert_eq!(hold("10:00").await.data()["id"], first.data()["id"]);
    hold("09:00").await.refused_fields(&["client_id"]);
    let free = json!({"product_id": shop.offering, "date": market::date(10), "time": "09:00"});
    assert_eq!(app.post(PATH).as_(&ann).json(free).await.status, 201);
}

#[actix_web::test]
async fn times_outside_the_rules_are_refused() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let (shop, _) = market::salon(&app, "beauty").await;
    let hold = async |mut body: serde_json::Value| {
        body["product_id"] = json!(shop.offering);
        app.post(PATH).as_(&ann).json(body).await
    };
    hold(json!({})).await.refused_fields(&["starts_at"]);
    hold(json!({"date": market::date(10), "time": "12:00"})).await.refused_fields(&["starts_at"]);
    hold(json!({"date": market::date(-1), "time": "10:00"})).await.refused_fields(&["starts_at"]);
    hold(json!({"date": market::date(300), "time": "10:00"})).await.refused_fields(&["starts_at"]);
    hold(json!({"date": market::date(10), "time": "25:99"})).await.refused_fields(&["time"]);
    // Summer time begins: 02:30 does not exist.
    hold(json!({"date": "2027-03-28", "time": "02:30"})).await.refused_fields(&["time"]);
    hold(json!({"date": market::date(10), "time": "10:00", "members": 0})).await.refused_fields(&["members"]);
    hold(json!({"date": market::date(10), "time": "10:00", "client_id": "a b"})).await.refused_fields(&["client_id"]);
    hold(json!({"date": market::date(10), "time": "10:00", "resource_id": 1})).await.refused_fields(&["resource_id"]);
    app.post(PATH).json(market::at_ten()).await.refused(401, "unauthenticated");
    assert_eq!(market::hold(&app, &ann, &shop).await.status, 201);
}

#[actix_web::test]
async fn sixth_open_hold_of_customer_is_refused() {
    let app = TestApp::start().await;
    let (ann, shop) = (app.person("ann").await, market::hotel(&app).await);
    for night in 1..=6 {
        let body =
            json!({"product_id": shop.offering, "check_in": market::date(night), "check_out": market::date(night + 1)});
        let held = app.post(PATH).as_(&ann).json(body).await;
        if night == 6 {
            held.refused(409, "booking.too_many_holds");
        } else {
            assert_eq!(held.status, 201);
        }
    }
}
