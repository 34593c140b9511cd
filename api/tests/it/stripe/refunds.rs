use api::server::stripe_worker;
use serde_json::json;
use store::{payment::provider_refund, types::timestamp::Timestamp};

use super::{order_mugs, paid_mug, pay, payment, show};
use crate::support::{
    app::TestApp,
    order,
    stripe::{Bank, FakeStripe, Network, send_event},
};

/// Does the work for Stripe that is due in `minutes`.
pub(super) async fn sweep(app: &TestApp, minutes: i64) {
    let now = Timestamp::now().plus(minutes * Timestamp::MINUTE);
    stripe_worker::sweep(app.state(), app.state().stripe.as_ref().unwrap(), now).await.unwrap();
}

#[actix_web::test]
async fn cancelled_orders_are_paid_back_in_parts() {
    let stripe = FakeStripe::start();
    let app = stripe.app().await;
    let (shop, rival) = (order::bakery(&app).await, order::bakery_of(&app, "rival").await);
    let ann = app.person("ann").await;
    let total = shop.fill(&app, &ann, shop.bread, 1).await + rival.fill(&app, &ann, rival.mug, 1).await;
    let body = json!({"company_ids": [shop.company, rival.company], "expected_total": total});
    let placed = app.post("/api/v1/users/checkout/").as_(&ann).json(body).await;
    let orders: Vec<_> = placed.data()["orders"].as_array().unwrap().iter().map(|order| order["id"].clone()).collect();
    pay(&app, &ann, &orders[0], &stripe.method(Bank::Accepts)).await;
    let cancel = async |order: &serde_json::Value| {
        let path = format!("/api/v1/users/orders/cancel/{order}/");
        assert_eq!(app.post(&path).as_(&ann).json(json!({"reason": "Late"})).await.status, 200);
        show(&app, &ann, order).await["payment"]["state"].clone()
    };
    assert_eq!(cancel(&orders[0]).await, "refunded");
    assert_eq!(show(&app, &ann, &orders[1]).await["payment"]["state"], "paid");
    sweep(&app, 0).await;
    assert_eq!(stripe.refunds(), [250]);
    assert_eq!(cancel(&orders[1]).await, "refunded");
    assert_eq!(cancel(&orders[1]).await, "refunded");
    sweep(&app, 0).await;
    sweep(&app, 1).await;
    assert_eq!(stripe.refunds(), [250, 1_200]);
}

#[actix_web::test]
async fn refund_is_repeated_until_stripe_answers() {
    let stripe = FakeStripe::start();
    let app = stripe.app_with(&["--stripe-timeout", "300"]).await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let order = order_mugs(&app, &shop, &ann, 1).await;
    assert_eq!(payment(&pay(&app, &ann, &order, &stripe.method(Bank::Accepts)).await), ("paid", None));
    stripe.set_network(Network::LosesAnswer);
    shop.step(&app, order.as_i64().unwrap(), "cancelled").await;
    let (state, now) = (app.state(), Timestamp::now());
    // The refund is made, and its answer is lost: to this sweep, or to the one of the running server.
    let _ = stripe_worker::sweep(state, state.stripe.as_ref().unwrap(), now).await;
    stripe.forget_keys();
    sweep(&app, 10).await;
    sweep(&app, 20).await;
    assert_eq!(stripe.refunds(), [1_200]);
    assert!(provider_refund::due(&state.db, now.plus(Timestamp::DAY)).await.unwrap().is_empty());
    let keys: std::collections::HashSet<_> =
        stripe.requests_of("POST /v1/refunds").into_iter().map(|request| request.key.unwrap()).collect();
    assert_eq!(keys.len(), 1);
}

#[actix_web::test]
async fn refund_above_what_was_paid_is_refused() {
    let stripe = FakeStripe::start();
    let (app, _shop, _ann, _order) = paid_mug(&stripe).await;
    let db = &app.state().db;
    use store::testing::sqlx;
    // A row that no command writes: Stripe refuses it, and it is not tried again.
    store::on!(db.write(), at => sqlx::query(
        "INSERT INTO provider_refund (payment_id, position, amount, state, due_at)
         SELECT id, 0, amount + 1, 'pending', 0 FROM payment").execute(at).await.map(drop))
    .unwrap();
    sweep(&app, 0).await;
    assert!(provider_refund::due(db, Timestamp::now().plus(Timestamp::DAY)).await.unwrap().is_empty());
    assert_eq!(stripe.refunds(), [] as [i64; 0]);
    let (state,): (String,) =
        store::on!(db.read(), at => sqlx::query_as("SELECT state FROM provider_refund").fetch_one(at).await).unwrap();
    assert_eq!(state, "failed");
    // The database refuses to promise more than was paid.
    let above = store::on!(db.write(), at => sqlx::query("UPDATE payment SET refunded = amount + 1").execute(at).await.map(drop));
    assert!(above.is_err());
}

#[actix_web::test]
async fn refund_that_comes_back_is_noted() {
    let stripe = FakeStripe::start();
    let (app, shop, _ann, order) = paid_mug(&stripe).await;
    shop.step(&app, order.as_i64().unwrap(), "cancelled").await;
    sweep(&app, 0).await;
    let refund = stripe.refund_fails();
    for id in ["evt_1", "evt_2"] {
        assert_eq!(send_event(&app, id, "refund.failed", "refund", &refund).await.status, 200);
    }
    assert_eq!(provider_refund::came_back(&app.state().db, &refund).await.unwrap(), None);
}

#[actix_web::test]
async fn failed_refund_repeated_in_the_dashboard_counts_once() {
    let stripe = FakeStripe::start();
    let (app, shop, ann, order) = paid_mug(&stripe).await;
    let form = json!({"amount": 500, "reason": "Chipped", "expected_left": 1_200});
    let path = format!("/api/v1/userprofessional/orders/{order}/refund/");
    assert_eq!(app.post(&path).as_(&shop.owner).json(form).await.status, 201);
    sweep(&app, 0).await;
    let refunded = async || show(&app, &ann, &order).await["refunded"].clone();
    let failed = stripe.refund_fails();
    let repeated = stripe.refund_elsewhere(&stripe.only_intent(), 500);
    // The event of the failure comes after that of the repeat.
    for (id, kind, refund) in [("evt_1", "refund.created", &repeated), ("evt_2", "refund.failed", &failed)] {
        assert_eq!(send_event(&app, id, kind, "refund", refund).await.status, 200);
        assert_eq!(refunded().await, 500);
    }
    let further = stripe.refund_elsewhere(&stripe.only_intent(), 200);
    send_event(&app, "evt_3", "refund.created", "refund", &further).await;
    assert_eq!(refunded().await, 700);
}

#[actix_web::test]
async fn amounts_of_three_decimals_are_charged_in_tens() {
    let stripe = FakeStripe::start();
    let app = stripe.app().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let db = &app.state().db;
    use store::testing::sqlx;
    for sql in [
        "UPDATE company SET currency = 'KWD'",
        "UPDATE offering_variant SET price = 1204",
        "UPDATE offering SET price = 1204",
    ] {
        store::on!(db.write(), at => sqlx::query(sql).execute(at).await.map(drop)).unwrap();
    }
    db.everything_changed();
    let order = order_mugs(&app, &shop, &ann, 1).await;
    assert_eq!(payment(&pay(&app, &ann, &order, &stripe.method(Bank::Accepts)).await), ("paid", None));
    assert_eq!(stripe.intent(&stripe.only_intent())["amount"], 1_200);
    let refund = async |amount: i64, left: i64| {
        let form = json!({"amount": amount, "reason": "Chipped", "expected_left": left});
        let path = format!("/api/v1/userprofessional/orders/{order}/refund/");
        assert_eq!(app.post(&path).as_(&shop.owner).json(form).await.status, 201);
    };
    refund(601, 1_204).await;
    refund(3, 603).await;
    shop.step(&app, order.as_i64().unwrap(), "cancelled").await;
    sweep(&app, 0).await;
    let mut refunds = stripe.refunds();
    refunds.sort_unstable();
    assert_eq!(refunds, [600, 600]);
    assert_eq!(show(&app, &ann, &order).await["payment"]["state"], "refunded");
    assert!(provider_refund::due(db, Timestamp::now().plus(Timestamp::DAY)).await.unwrap().is_empty());
}
