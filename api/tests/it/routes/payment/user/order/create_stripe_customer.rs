use serde_json::json;

use crate::support::app::TestApp;

#[actix_web::test]
async fn provider_is_told_with_saved_cards() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let info = app.post("/api/v1/payment/user/order/create-stripe-customer/").as_(&ann).send().await;
    assert_eq!(info.data(), &json!({"provider": "sandbox", "publishable_key": null, "cards": []}));
}

#[actix_web::test]
async fn customer_is_created_once() {
    let stripe = crate::support::stripe::FakeStripe::start();
    let app = stripe.app().await;
    let ann = app.person("ann").await;
    for _ in 0..2 {
        let info = app.post("/api/v1/payment/user/order/create-stripe-customer/").as_(&ann).send().await;
        assert_eq!(info.data(), &json!({"provider": "stripe", "publishable_key": "pk_test_51Plaza", "cards": []}));
    }
    assert_eq!(stripe.customers().len(), 1);
    let created = stripe.requests_of("POST /v1/customers");
    assert!(created.len() == 1 && !created[0].body.contains("ann"), "Stripe is told no name");
}
