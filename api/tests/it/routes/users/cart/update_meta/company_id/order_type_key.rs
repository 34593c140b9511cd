use serde_json::json;

use crate::{
    routes::users::add_new_address::address,
    support::{app::TestApp, order},
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
    let no_time = json!({"date": "2027-01-01", "time": "noon"});
    app.call("PUT", &shop.details(2)).as_(&ann).json(no_time).await.refused_fields(&["time"]);
    let no_date = json!({"time": "12:30"});
    app.call("PUT", &shop.details(2)).as_(&ann).json(no_date).await.refused_fields(&["date"]);
    app.call("PUT", &shop.details(4)).as_(&ann).json(json!({})).await.refused_fields(&["order_type_key"]);
    app.call("PUT", &shop.details(2)).as_(&ben).json(json!({})).await.refused(404, "not_found");
    let set = json!({"date": "2030-01-01", "time": "12:30", "tip": 100, "wants_cutlery": true, "promo_code": "x"});
    let cart = app.call("PUT", &shop.details(2)).as_(&ann).json(set).await;
    assert_eq!(
        (&cart.data()["scheduled_at"], &cart.data()["tip"], &cart.data()["problems"]),
        (&json!("2030-01-01T11:30:00.000Z"), &json!(100), &json!(["promo_code"]))
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
