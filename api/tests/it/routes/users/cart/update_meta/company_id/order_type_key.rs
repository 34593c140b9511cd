use serde_json::json;
use store::types::local_time::TimeZone;

use crate::{
    routes::users::add_new_address::address,
    support::{app::TestApp, market::date, order},
};

#[actix_web::test]
async fn details_of_a_cart_are_checked_by_field() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    shop.fill(&app, &ann, shop.bread, 1).await;
    for (field, value) in [
        ("customer_name", json!("R2D2")),
        ("contact_number", json!("12")),
        ("email", json!("zoe")),
        ("note", json!("x".repeat(501))),
        ("promo_code", json!("x".repeat(41))),
        ("date", json!("tomorrow")),
        ("members", json!(0)),
        ("tip", json!(-1)),
        ("fulfilment", json!("catering")),
        ("address_id", json!(1)),
        ("colour", json!("red")),
    ] {
        app.call("PUT", &shop.details(2)).as_(&ann).json(json!({field: value})).await.refused_fields(&[field]);
    }
    let no_time = json!({"date": date(1), "time": "noon"});
    app.call("PUT", &shop.details(2)).as_(&ann).json(no_time).await.refused_fields(&["time"]);
    let (soon, far) = (date(1).to_string(), date(366).to_string());
    for (body, field) in [
        (json!({"date": soon, "time": "25:00"}), "time"),
        (json!({"date": far, "time": "12:30"}), "date"),
        (json!({"date": date(-1), "time": "12:30"}), "date"),
    ] {
        app.call("PUT", &shop.details(2)).as_(&ann).json(body).await.refused_fields(&[field]);
    }
    let no_date = json!({"time": "12:30"});
    app.call("PUT", &shop.details(2)).as_(&ann).json(no_date).await.refused_fields(&["date"]);
    app.call("PUT", &shop.details(4)).as_(&ann).json(json!({})).await.refused_fields(&["order_type_key"]);
    app.call("PUT", &shop.details(2)).as_(&ben).json(json!({})).await.refused(404, "not_found");
    let zone: TimeZone = "Europe/Madrid".parse().unwrap();
    let at_half_past_twelve = zone.instant(&date(1), "12:30".parse().unwrap());
    let set = json!({"date": soon, "time": "12:30", "tip": 100, "wants_cutlery": true, "promo_code": "x"});
    let cart = app.call("PUT", &shop.details(2)).as_(&ann).json(set).await;
    assert_eq!(
        (&cart.data()["scheduled_at"], &cart.data()["tip"], &cart.data()["problems"]),
        (&json!(at_half_past_twelve), &json!(100), &json!(["promo_code"]))
    );
    let cart =
        app.call("PUT", &shop.details(2)).as_(&ann).json(json!({"date": "", "time": "", "promo_code": ""})).await;
    assert_eq!((&cart.data()["scheduled_at"], &cart.data()["problems"]), (&json!(null), &json!([])));
}

#[actix_web::test]
async fn delivery_needs_an_address_within_the_area() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    shop.fill(&app, &ann, shop.bread, 1).await;
    let cart = app.call("PUT", &shop.details(3)).as_(&ann).json(json!({})).await;
    assert_eq!(cart.data()["problems"], json!(["address_missing"]));
    for (latitude, problems, fee) in [(41.0, json!(["address_outside"]), 0), (40.42, json!([]), 300)] {
        let mut body = address();
        body["latitude"] = json!(latitude);
        let added = app.post("/api/v1/users/add-new-address/").as_(&ann).json(body).await;
        let body = json!({"address_id": added.data()["id"]});
        let cart = app.call("PUT", &shop.details(3)).as_(&ann).json(body).await;
        assert_eq!((&cart.data()["problems"], &cart.data()["delivery_fee"]), (&problems, &json!(fee)));
    }
}

#[actix_web::test]
async fn way_of_the_order_type_stays_when_it_is_left_out() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    shop.fill(&app, &ann, shop.bread, 1).await;
    let put = async |kind, body| {
        let cart = app.call("PUT", &shop.details(kind)).as_(&ann).json(body).await;
        cart.data()["fulfilment"].clone()
    };
    assert_eq!(put(3, json!({"fulfilment": "catering"})).await, "catering");
    assert_eq!(put(3, json!({"note": "For ten"})).await, "catering");
    assert_eq!(put(2, json!({})).await, "collect");
    assert_eq!(put(3, json!({})).await, "delivery");
}
