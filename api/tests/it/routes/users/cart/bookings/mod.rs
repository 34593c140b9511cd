mod booking_id;

use serde_json::json;

use crate::support::{
    app::TestApp,
    market,
    order::{self, PAY},
};

const PATH: &str = "/api/v1/users/cart/bookings/";

#[actix_web::test]
async fn held_booking_is_ordered_and_paid_with_food() {
    let app = TestApp::start().await;
    let ((salon, _), bakery) = (market::salon(&app, "beauty").await, order::bakery(&app).await);
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let held = market::hold(&app, &ann, &salon).await.data()["id"].clone();
    let add = |who| app.post(PATH).as_(who).json(json!({"booking_id": held}));
    add(&ben).await.refused(404, "not_found");
    for _ in 0..2 {
        let cart = add(&ann).await;
        assert_eq!((cart.status, &cart.data()["total"]), (201, &json!(4_500)));
        assert_eq!(cart.data()["bookings"].as_array().unwrap().len(), 1);
    }
    let contact = json!({"customer_name": "Zoe Lind", "contact_number": "+34600000000", "email": "zoe@plaza.example"});
    let details = format!("/api/v1/users/cart/update-meta/{}/1/", salon.company);
    let cart = app.call("PUT", &details).as_(&ann).json(contact).await;
    assert_eq!((cart.status, &cart.data()["problems"]), (200, &json!([])));
    let food = bakery.fill(&app, &ann, bakery.bread, 1).await;
    let form = json!({"company_ids": [salon.company, bakery.company], "expected_total": 4_500 + food});
    let placed = app.post("/api/v1/users/checkout/").as_(&ann).json(form).await;
    assert_eq!(placed.status, 201, "{:#}", placed.json);
    let orders = placed.data()["orders"].as_array().unwrap();
    let body = json!({"order_id": orders[0]["id"], "payment_method": "sandbox_success"});
    let paid = app.post(PAY).as_(&ann).json(body).await;
    assert_eq!(paid.data()["orders"][1]["payment"]["order_ids"].as_array().unwrap().len(), 2);

    let path = format!("/api/v1/users/bookings/{held}/");
    let booking = app.get(&path).as_(&ann).send().await;
    assert_eq!((&booking.data()["state"], &booking.data()["is_paid"]), (&json!("confirmed"), &json!(true)));
    let board = app.get("/api/v1/userprofessional/reservations/").as_(&salon.owner).send().await;
    assert_eq!(board.data()[0]["id"], held);

    let cancel = app.post(&format!("{path}cancel/")).as_(&ann).json(json!({"expected_fee": 0})).await;
    assert_eq!(cancel.data()["refunded"], 4_500);
    let order = app.get(&format!("/api/v1/users/orders/{}/", booking.data()["order_id"])).as_(&ann).send().await;
    assert_eq!((&order.data()["refunded"], &order.data()["refund_now"]), (&json!(4_500), &json!(0)));
    assert_eq!(order.data()["payment"]["state"], "refunded");
    add(&ann).await.refused(409, "cart.hold_ended");
}
