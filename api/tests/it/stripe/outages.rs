use serde_json::json;

use super::{order_mugs, pay, payment, stock};
use crate::support::{
    order,
    stripe::{Bank, FakeStripe, Network},
};

#[actix_web::test]
async fn stripe_that_is_down_holds_and_charges_nothing_twice() {
    let stripe = FakeStripe::start();
    let app = stripe.app().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let order = order_mugs(&app, &shop, &ann, 2).await;
    let card = stripe.method(Bank::Accepts);
    stripe.set_network(Network::Down);
    for _ in 0..3 {
        let refused = pay(&app, &ann, &order, &card).await;
        refused.refused(503, "unavailable");
        assert!(refused.headers.contains_key("retry-after"));
    }
    app.post("/api/v1/payment/user/order/create-stripe-customer/").as_(&ann).send().await.refused(503, "unavailable");
    assert_eq!(stock(&app, &shop).await, (2, 0));
    stripe.set_network(Network::Works);
    assert_eq!(payment(&pay(&app, &ann, &order, &card).await), ("paid", None));
    assert_eq!((stripe.charges(), stock(&app, &shop).await), (1, (0, 2)));
}

#[actix_web::test]
async fn lost_answers_are_asked_for_again_with_the_same_key() {
    let stripe = FakeStripe::start();
    let app = stripe.app_with(&["--stripe-timeout", "300"]).await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let order = order_mugs(&app, &shop, &ann, 2).await;
    let card = stripe.method(Bank::Accepts);
    // Customer, intent and confirmation: each call has its effect, and its answer is lost.
    for _ in 0..3 {
        stripe.set_network(Network::LosesAnswer);
        pay(&app, &ann, &order, &card).await.refused(503, "unavailable");
    }
    assert_eq!(stripe.charges(), 1);
    let other = stripe.method(Bank::Accepts);
    // Another card does not charge again: the intent is paid.
    assert_eq!(payment(&pay(&app, &ann, &order, &other).await), ("paid", None));
    assert_eq!((stripe.charges(), stock(&app, &shop).await), (1, (0, 2)));
    let of = |call: &str| stripe.requests_of(call).into_iter().map(|request| request.key.unwrap()).collect::<Vec<_>>();
    for call in ["POST /v1/customers", "POST /v1/payment_intents"] {
        let keys = of(call);
        assert_eq!((keys.len(), &keys[0]), (2, &keys[1]), "{call}");
    }
    assert_eq!(stripe.customers().len(), 1);
}

#[actix_web::test]
async fn repeated_confirmation_has_the_same_key() {
    let stripe = FakeStripe::start();
    let app = stripe.app_with(&["--stripe-timeout", "300"]).await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let order = order_mugs(&app, &shop, &ann, 1).await;
    let declined = stripe.method(Bank::Declines("do_not_honor"));
    assert_eq!(payment(&pay(&app, &ann, &order, &declined).await).0, "requires_method");
    let card = stripe.method(Bank::Accepts);
    stripe.set_network(Network::LosesAnswer);
    pay(&app, &ann, &order, &card).await.refused(503, "unavailable");
    assert_eq!(payment(&pay(&app, &ann, &order, &card).await), ("paid", None));
    let call = format!("POST /v1/payment_intents/{}/confirm", stripe.only_intent());
    let keys: Vec<_> = stripe.requests_of(&call).into_iter().map(|request| request.key.unwrap()).collect();
    assert_eq!((keys.len(), &keys[1]), (3, &keys[2]));
    assert_eq!(stripe.charges(), 1);
}

#[actix_web::test]
async fn silent_stripe_meets_the_deadline() {
    let stripe = FakeStripe::start();
    let app = stripe.app_with(&["--stripe-timeout", "200"]).await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let order = order_mugs(&app, &shop, &ann, 1).await;
    stripe.set_network(Network::Silent);
    pay(&app, &ann, &order, &stripe.method(Bank::Accepts)).await.refused(503, "unavailable");
    let body = json!({"order_id": order});
    assert_eq!(app.post(super::STATUS).as_(&ann).json(body).await.status, 200, "nothing was begun at Stripe");
    stripe.set_network(Network::Works);
    assert_eq!(payment(&pay(&app, &ann, &order, &stripe.method(Bank::Accepts)).await), ("paid", None));
    assert_eq!(stripe.charges(), 1);
}
