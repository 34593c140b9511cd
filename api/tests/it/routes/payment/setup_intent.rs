use serde_json::json;

use crate::support::{
    app::TestApp,
    stripe::{Bank, FakeStripe},
};

const CARDS: &str = "/api/v1/payment/cards/";

#[actix_web::test]
async fn card_is_added_without_a_payment() {
    let stripe = FakeStripe::start();
    let app = stripe.app().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let setup = app.post("/api/v1/payment/setup-intent/").as_(&ann).send().await;
    assert_eq!(setup.status, 201);
    assert!(setup.data()["client_secret"].as_str().unwrap().starts_with("seti_"));
    let card = stripe.set_up(Bank::Accepts, &stripe.customers()[0]);
    let add = |who, token: &str| app.post("/api/v1/payment/add-card/").as_(who).json(json!({"payment_method": token}));
    // The card of another customer, one that nobody keeps, and a test card of the sandbox are none.
    add(&ben, &card).await.refused_fields(&["payment_method"]);
    for token in [stripe.method(Bank::Accepts).as_str(), "sandbox_success", "pm_1/detach"] {
        add(&ann, token).await.refused_fields(&["payment_method"]);
    }
    for _ in 0..2 {
        let cards = add(&ann, &card).await;
        assert_eq!((cards.status, cards.data().as_array().unwrap().len()), (201, 1));
        assert_eq!((&cards.data()[0]["exp_month"], &cards.data()[0]["exp_year"]), (&json!(4), &json!(2031)));
    }
    let path = format!("{CARDS}{}/", app.get(CARDS).as_(&ann).send().await.data()[0]["id"]);
    app.call("DELETE", &path).as_(&ben).send().await.refused(404, "not_found");
    assert_eq!(app.call("DELETE", &path).as_(&ann).send().await.status, 200);
    assert_eq!(stripe.requests_of(&format!("POST /v1/payment_methods/{card}/detach")).len(), 1);
    assert_eq!(app.get(CARDS).as_(&ann).send().await.data(), &json!([]));
}

#[actix_web::test]
async fn sandbox_needs_no_setup() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    app.post("/api/v1/payment/setup-intent/").as_(&ann).send().await.refused(409, "payment.sandbox");
}
