use store::{order::expiry, types::timestamp::Timestamp};

use super::{order_mugs, pay, payment, refunds::sweep, show, stock};
use crate::support::{
    app::TestApp,
    order,
    stripe::{Bank, FakeStripe},
};

#[actix_web::test]
async fn payment_without_a_webhook_is_found() {
    let stripe = FakeStripe::start();
    let app = stripe.app().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let order = order_mugs(&app, &shop, &ann, 2).await;
    pay(&app, &ann, &order, &stripe.method(Bank::Authenticates)).await;
    let intent = stripe.only_intent();
    sweep(&app, 0).await;
    assert!(stripe.requests_of(&format!("GET /v1/payment_intents/{intent}")).is_empty());
    sweep(&app, 4).await;
    assert_eq!(show(&app, &ann, &order).await["payment"]["state"], "requires_action");
    stripe.authenticate(&intent, true);
    // A look at a time, not one for each sweep.
    sweep(&app, 5).await;
    assert_eq!(show(&app, &ann, &order).await["payment"]["state"], "requires_action");
    sweep(&app, 8).await;
    assert_eq!(show(&app, &ann, &order).await["state"], "new");
    sweep(&app, 60).await;
    assert_eq!(stripe.requests_of(&format!("GET /v1/payment_intents/{intent}")).len(), 2);
    assert_eq!((stripe.charges(), stock(&app, &shop).await), (1, (0, 2)));
}

#[actix_web::test]
async fn order_that_ran_out_cannot_be_paid_at_stripe_any_more() {
    let stripe = FakeStripe::start();
    let app = stripe.app().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let order = order_mugs(&app, &shop, &ann, 2).await;
    pay(&app, &ann, &order, &stripe.method(Bank::Declines("do_not_honor"))).await;
    let later = Timestamp::now().plus(20 * Timestamp::MINUTE);
    expiry::sweep(&app.state().db, later).await.unwrap();
    assert_eq!(stock(&app, &shop).await, (0, 0));
    sweep(&app, 20).await;
    let intent = stripe.only_intent();
    assert_eq!(stripe.intent(&intent)["status"], "canceled");
    sweep(&app, 60).await;
    assert_eq!(stripe.requests_of(&format!("POST /v1/payment_intents/{intent}/cancel")).len(), 1);
}

#[actix_web::test]
async fn late_payment_without_stock_is_paid_back() {
    let stripe = FakeStripe::start();
    let app = stripe.app().await;
    let shop = order::bakery(&app).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let late = order_mugs(&app, &shop, &ann, 2).await;
    pay(&app, &ann, &late, &stripe.method(Bank::Authenticates)).await;
    let intent = stripe.only_intent();
    expiry::sweep(&app.state().db, Timestamp::now().plus(20 * Timestamp::MINUTE)).await.unwrap();
    stripe.authenticate(&intent, true);
    let other = order_mugs(&app, &shop, &ben, 1).await;
    pay(&app, &ben, &other, &stripe.method(Bank::Accepts)).await;
    sweep(&app, 30).await;
    // Only one of two mugs was left.
    let order = show(&app, &ann, &late).await;
    assert_eq!((order["state"].as_str(), order["payment"]["state"].as_str()), (Some("cancelled"), Some("refunded")));
    sweep(&app, 30).await;
    assert_eq!((stripe.refunds(), stock(&app, &shop).await), (vec![2_400], (0, 1)));
}

#[actix_web::test]
async fn server_that_stops_between_the_steps_loses_nothing() {
    let stripe = FakeStripe::start();
    let app = stripe.app().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let order = order_mugs(&app, &shop, &ann, 2).await;
    assert_eq!(payment(&pay(&app, &ann, &order, &stripe.method(Bank::Authenticates)).await), ("requires_action", None));
    let intent = stripe.only_intent();
    let TestApp { running, folder, .. } = app;
    running.stop().await;
    // The customer confirms while no server runs.
    stripe.authenticate(&intent, true);
    let flags = stripe.flags();
    let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
    let app = TestApp::on(folder, &flags).await;
    let event =
        crate::support::stripe::send_event(&app, "evt_1", "payment_intent.succeeded", "payment_intent", &intent);
    assert_eq!(event.await.status, 200);
    assert_eq!(show(&app, &ann, &order).await["state"], "new");
    assert_eq!((stripe.charges(), stock(&app, &shop).await), (1, (0, 2)));
}

#[actix_web::test]
async fn customer_of_a_deleted_account_is_deleted_at_stripe() {
    let stripe = FakeStripe::start();
    let app = stripe.app().await;
    let ann = app.person("ann").await;
    app.post("/api/v1/payment/user/order/create-stripe-customer/").as_(&ann).send().await;
    assert_eq!(stripe.customers().len(), 1);
    store::account::deletion::delete(&app.state().db, ann.id, Timestamp::now()).await.unwrap();
    sweep(&app, 0).await;
    assert!(stripe.customers().is_empty());
}
