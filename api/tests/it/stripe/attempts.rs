use serde_json::json;

use super::{STATUS, order_mugs, pay, payment, show, stock};
use crate::support::{
    order::{self, PAY},
    stripe::{Bank, FakeStripe, send_event},
};

#[actix_web::test]
async fn accepted_card_pays_and_is_saved_on_request() {
    let stripe = FakeStripe::start();
    let app = stripe.app().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let order = order_mugs(&app, &shop, &ann, 2).await;
    assert_eq!(stock(&app, &shop).await, (2, 0));
    let paid = pay(&app, &ann, &order, &stripe.token(Bank::Accepts, true)).await;
    assert_eq!(payment(&paid), ("paid", None));
    assert_eq!(paid.data()["client_secret"], json!(null));
    assert_eq!((&paid.data()["orders"][0]["state"], stock(&app, &shop).await), (&json!("new"), (0, 2)));
    let intent = stripe.intent(&stripe.only_intent());
    assert_eq!((&intent["amount"], &intent["currency"]), (&json!(2_400), &json!("eur")));

    let cards = app.get("/api/v1/payment/cards/").as_(&ann).send().await;
    let card = &cards.data()[0];
    assert_eq!((&card["last4"], &card["exp_year"], &card["is_default"]), (&json!("4242"), &json!(2031), &json!(true)));
    // A repeat of the request answers as before.
    assert_eq!(payment(&pay(&app, &ann, &order, "pm_other").await), ("paid", None));

    let next = shop.order(&app, &ann).await["id"].clone();
    let paid = app.post(PAY).as_(&ann).json(json!({"order_id": next, "card_id": card["id"]})).await;
    assert_eq!(payment(&paid), ("paid", None));
    assert_eq!(stripe.charges(), 2);
    assert_eq!(stripe.customers().len(), 1);
}

#[actix_web::test]
async fn card_that_was_not_to_be_saved_is_not() {
    let stripe = FakeStripe::start();
    let app = stripe.app().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let order = order_mugs(&app, &shop, &ann, 1).await;
    assert_eq!(payment(&pay(&app, &ann, &order, &stripe.token(Bank::Accepts, false)).await), ("paid", None));
    assert_eq!(app.get("/api/v1/payment/cards/").as_(&ann).send().await.data(), &json!([]));
}

#[actix_web::test]
async fn declined_card_leaves_the_order_open_for_another() {
    let stripe = FakeStripe::start();
    let app = stripe.app().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let order = order_mugs(&app, &shop, &ann, 1).await;
    for (code, told) in [("insufficient_funds", "insufficient_funds"), ("stolen_card", "card_declined")] {
        let declined = pay(&app, &ann, &order, &stripe.method(Bank::Declines(code))).await;
        assert_eq!((declined.status, payment(&declined)), (200, ("requires_method", Some(told))));
    }
    // The same card may work at the next try.
    let card = stripe.method(Bank::Declines("try_again_later"));
    for tries in 1..=2 {
        assert_eq!(payment(&pay(&app, &ann, &order, &card).await).1, Some("card_declined"));
        let call = format!("POST /v1/payment_intents/{}/confirm", stripe.only_intent());
        let keys: Vec<_> = stripe.requests_of(&call).into_iter().map(|request| request.key).collect();
        assert_eq!(keys.iter().collect::<std::collections::HashSet<_>>().len(), 2 + tries);
    }
    assert_eq!(stock(&app, &shop).await, (1, 0));
    assert_eq!(payment(&pay(&app, &ann, &order, &stripe.method(Bank::Accepts)).await), ("paid", None));
    assert_eq!((stripe.charges(), stock(&app, &shop).await), (1, (0, 1)));
}

#[actix_web::test]
async fn authentication_goes_on_in_the_browser() {
    let stripe = FakeStripe::start();
    let app = stripe.app().await;
    let shop = order::bakery(&app).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let order = order_mugs(&app, &shop, &ann, 1).await;
    let look = async |who| app.post(STATUS).as_(who).json(json!({"order_id": order})).await;
    assert_eq!(payment(&look(&ann).await), ("requires_method", None));

    let asked = pay(&app, &ann, &order, &stripe.token(Bank::Authenticates, false)).await;
    assert_eq!(payment(&asked), ("requires_action", None));
    let intent = stripe.only_intent();
    assert_eq!(asked.data()["client_secret"], json!(format!("{intent}_secret_y")));
    look(&ben).await.refused(404, "not_found");
    // A page that is opened again gets the secret too.
    assert_eq!(look(&ann).await.data()["client_secret"], asked.data()["client_secret"]);

    stripe.authenticate(&intent, false);
    let failed = look(&ann).await;
    assert_eq!(payment(&failed), ("requires_method", Some("authentication_failed")));
    assert_eq!(failed.data()["client_secret"], json!(null));
    let saved = stripe.token(Bank::Authenticates, true);
    assert_eq!(payment(&pay(&app, &ann, &order, &saved).await), ("requires_action", None));
    stripe.authenticate(&intent, true);
    for _ in 0..2 {
        assert_eq!(payment(&look(&ann).await), ("paid", None));
    }
    assert_eq!((stripe.charges(), stock(&app, &shop).await), (1, (0, 1)));
    assert_eq!(app.get("/api/v1/payment/cards/").as_(&ann).send().await.data()[0]["brand"], "visa");
}

#[actix_web::test]
async fn bank_that_answers_late_is_heard_by_the_webhook() {
    let stripe = FakeStripe::start();
    let app = stripe.app().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let order = order_mugs(&app, &shop, &ann, 1).await;
    assert_eq!(payment(&pay(&app, &ann, &order, &stripe.method(Bank::Processes)).await), ("processing", None));
    pay(&app, &ann, &order, &stripe.method(Bank::Accepts)).await.refused(409, "order.state");
    let intent = stripe.only_intent();
    stripe.complete(&intent);
    send_event(&app, "evt_1", "payment_intent.succeeded", "payment_intent", &intent).await;
    assert_eq!(show(&app, &ann, &order).await["state"], "new");
}

#[actix_web::test]
async fn foreign_and_malformed_methods_are_refused() {
    let stripe = FakeStripe::start();
    let app = stripe.app().await;
    let shop = order::bakery(&app).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    app.post("/api/v1/payment/user/order/create-stripe-customer/").as_(&ben).send().await;
    let bens = stripe.set_up(Bank::Accepts, &stripe.customers()[0]);
    let order = order_mugs(&app, &shop, &ann, 1).await;
    for method in [bens.as_str(), "pm_unknown", "ctoken_unknown", "sandbox_success", "pm_1/../../refunds", "", "4242"] {
        pay(&app, &ann, &order, method).await.refused_fields(&["payment_method"]);
    }
    pay(&app, &ben, &order, &bens).await.refused(404, "not_found");
    assert_eq!(stripe.charges(), 0);
}

#[actix_web::test]
async fn one_intent_pays_the_orders_of_several_companies() {
    let stripe = FakeStripe::start();
    let app = stripe.app().await;
    let (shop, rival) = (order::bakery(&app).await, order::bakery_of(&app, "rival").await);
    let ann = app.person("ann").await;
    let total = shop.fill(&app, &ann, shop.bread, 1).await + rival.fill(&app, &ann, rival.mug, 1).await;
    let body = json!({"company_ids": [shop.company, rival.company], "expected_total": total});
    let placed = app.post("/api/v1/users/checkout/").as_(&ann).json(body).await;
    let first = &placed.data()["orders"][0];
    assert_eq!(first["payment"]["amount"], json!(total));
    let paid = pay(&app, &ann, &first["id"], &stripe.method(Bank::Accepts)).await;
    assert!(paid.data()["orders"].as_array().unwrap().iter().all(|order| order["state"] == "new"));
    assert_eq!(stripe.intent(&stripe.only_intent())["amount_received"], json!(total));
    // A company sees what its own order costs.
    let path = format!("/api/v1/userprofessional/orders/{}/", first["id"]);
    let seen = app.get(&path).as_(&shop.owner).send().await;
    assert_eq!((&seen.data()["payment"]["amount"], &seen.data()["total"]), (&json!(250), &json!(250)));
}

#[actix_web::test]
async fn order_cancelled_after_a_declined_card_is_not_charged() {
    let stripe = FakeStripe::start();
    let app = stripe.app().await;
    let (baker, rival) = (order::bakery(&app).await, order::bakery_of(&app, "rival").await);
    let ann = app.person("ann").await;
    let mut total = 0;
    for (shop, quantity) in [(&baker, 2), (&rival, 1)] {
        total += shop.fill(&app, &ann, shop.mug, quantity).await;
    }
    let both = json!({"company_ids": [baker.company, rival.company], "expected_total": total});
    let placed = app.post("/api/v1/users/checkout/").as_(&ann).json(both).await;
    let ids = [0, 1].map(|at| placed.data()["orders"][at]["id"].clone());
    pay(&app, &ann, &ids[0], &stripe.method(Bank::Declines("insufficient_funds"))).await;
    assert_eq!(stripe.intent(&stripe.only_intent())["amount"], 3_600);

    let cancel = format!("/api/v1/users/orders/cancel/{}/", ids[1]);
    let cancelled = app.post(&cancel).as_(&ann).json(json!({"reason": "other"})).await;
    assert_eq!(cancelled.status, 200, "{:#}", cancelled.json);
    assert_eq!(show(&app, &ann, &ids[0]).await["payment"]["amount"], 2_400);
    let paid = pay(&app, &ann, &ids[0], &stripe.method(Bank::Accepts)).await;
    assert_eq!(payment(&paid), ("paid", None));
    let intent = stripe.intent(&stripe.only_intent());
    assert_eq!((&intent["amount_received"], &intent["amount_refunded"]), (&json!(2_400), &json!(0)));
    assert_eq!(show(&app, &ann, &ids[1]).await["payment"]["state"], "voided");
}

#[actix_web::test]
async fn intent_that_was_left_behind_changes_nothing() {
    let stripe = FakeStripe::start();
    let app = stripe.app().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let order = order_mugs(&app, &shop, &ann, 1).await;
    pay(&app, &ann, &order, &stripe.method(Bank::Authenticates)).await;
    let left_behind = stripe.only_intent();
    use store::testing::sqlx;
    store::on!(app.state().db.write(), at => sqlx::query("UPDATE payment SET reference = 'pi_next'").execute(at).await.map(drop))
        .unwrap();
    stripe.authenticate(&left_behind, false);
    let answer = send_event(&app, "evt_1", "payment_intent.payment_failed", "payment_intent", &left_behind).await;
    assert_eq!(answer.status, 200);
    assert_eq!(show(&app, &ann, &order).await["payment"]["state"], "requires_action");
}
