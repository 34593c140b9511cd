use serde_json::json;
use store::types::timestamp::Timestamp;

use super::{order_mugs, paid_mug, pay, payment, show, stock};
use crate::support::{
    order,
    stripe::{Bank, FakeStripe, WEBHOOK, WEBHOOK_SECRET, event, send_event, signature},
};

/// Kinds of events of a payment with an authentication, in the order that Stripe documents.
pub const KINDS: [&str; 4] = [
    "payment_intent.created",
    "payment_intent.requires_action",
    "payment_intent.payment_failed",
    "payment_intent.succeeded",
];

#[actix_web::test]
async fn events_in_any_order_and_number_charge_and_sell_once() {
    let stripe = FakeStripe::start();
    let app = stripe.app().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let order = order_mugs(&app, &shop, &ann, 2).await;
    let asked = pay(&app, &ann, &order, &stripe.token(Bank::Authenticates, false)).await;
    assert_eq!(payment(&asked), ("requires_action", None));
    let intent = stripe.only_intent();
    stripe.authenticate(&intent, true);
    // The customer has closed the page. Each event comes ten times, the newest first.
    for round in 0..10_usize {
        for place in 0..KINDS.len() {
            let at = (KINDS.len() - 1 - place + round) % KINDS.len();
            let answer = send_event(&app, &format!("evt_{at}"), KINDS[at], "payment_intent", &intent).await;
            assert_eq!(answer.status, 200, "{}", answer.json);
        }
    }
    let paid = show(&app, &ann, &order).await;
    assert_eq!((&paid["state"], &paid["payment"]["state"]), (&json!("new"), &json!("paid")));
    assert_eq!(paid["changes"].as_array().unwrap().len(), 2);
    assert_eq!((stripe.charges(), stock(&app, &shop).await), (1, (0, 2)));
    // An event is read from Stripe once.
    let reads = stripe.requests_of(&format!("GET /v1/payment_intents/{intent}")).len();
    assert_eq!(reads, KINDS.len());
}

#[actix_web::test]
async fn events_at_the_same_time_sell_once() {
    let stripe = FakeStripe::start();
    let app = stripe.app().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let order = order_mugs(&app, &shop, &ann, 2).await;
    pay(&app, &ann, &order, &stripe.method(Bank::Authenticates)).await;
    let intent = stripe.only_intent();
    stripe.authenticate(&intent, true);
    let ids: Vec<String> = (0..12).map(|one| format!("evt_{}", one / 2)).collect();
    let sent = ids.iter().map(|id| send_event(&app, id, "payment_intent.succeeded", "payment_intent", &intent));
    for answer in futures_util::future::join_all(sent).await {
        assert_eq!(answer.status, 200, "{}", answer.json);
    }
    assert_eq!(show(&app, &ann, &order).await["changes"].as_array().unwrap().len(), 2);
    assert_eq!(stock(&app, &shop).await, (0, 2));
}

#[actix_web::test]
async fn event_finds_a_payment_whose_reference_was_lost() {
    let stripe = FakeStripe::start();
    let app = stripe.app().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let order = order_mugs(&app, &shop, &ann, 1).await;
    pay(&app, &ann, &order, &stripe.method(Bank::Authenticates)).await;
    let intent = stripe.only_intent();
    use store::testing::sqlx;
    store::on!(app.state().db.write(), at => sqlx::query("UPDATE payment SET reference = NULL").execute(at).await.map(drop))
        .unwrap();
    stripe.authenticate(&intent, true);
    send_event(&app, "evt_1", "payment_intent.succeeded", "payment_intent", &intent).await;
    assert_eq!(show(&app, &ann, &order).await["state"], "new");
}

#[actix_web::test]
async fn unsigned_and_old_events_are_refused() {
    let stripe = FakeStripe::start();
    let app = stripe.app().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let order = order_mugs(&app, &shop, &ann, 1).await;
    pay(&app, &ann, &order, &stripe.method(Bank::Authenticates)).await;
    let intent = stripe.only_intent();
    stripe.authenticate(&intent, true);
    let body = event("evt_1", "payment_intent.succeeded", "payment_intent", &intent);
    let now = Timestamp::now().0 / 1_000;
    let send = async |header: String| {
        app.post(WEBHOOK).header("stripe-signature", &header).body("application/json", body.clone()).await
    };
    for header in [
        String::new(),
        "t=1,v1=00".to_owned(),
        signature(&body, "whsec_other", now),
        signature("{}", WEBHOOK_SECRET, now),
        signature(&body, WEBHOOK_SECRET, now - 600),
        signature(&body, WEBHOOK_SECRET, now + 600),
    ] {
        send(header).await.refused(400, "malformed");
    }
    assert_eq!(show(&app, &ann, &order).await["state"], "pending_payment");
    // While a secret is replaced, Stripe signs with both.
    let (old, new) = (signature(&body, "whsec_old", now), signature(&body, WEBHOOK_SECRET, now));
    let both = format!("{old},{}", new.split_once(',').unwrap().1);
    assert_eq!(send(both).await.status, 200);
    assert_eq!(show(&app, &ann, &order).await["state"], "new");
}

#[actix_web::test]
async fn unknown_events_and_objects_are_acknowledged() {
    let stripe = FakeStripe::start();
    let app = stripe.app().await;
    for (at, (kind, object, id)) in [
        ("invoice.paid", "invoice", "in_1"),
        ("payment_intent.succeeded", "payment_intent", "pi_unknown"),
        ("charge.dispute.created", "dispute", "dp_unknown"),
        ("refund.updated", "refund", "re_unknown"),
        ("payment_intent.succeeded", "payment_intent", "pi_1/../x"),
        ("something.new", "", ""),
    ]
    .into_iter()
    .enumerate()
    {
        assert_eq!(send_event(&app, &format!("evt_{at}"), kind, object, id).await.status, 200, "{kind} {id}");
    }
}

#[actix_web::test]
async fn dispute_shows_and_notifies_the_company() {
    let stripe = FakeStripe::start();
    let (app, shop, ann, order) = paid_mug(&stripe).await;
    let intent = stripe.only_intent();
    let state = async || show(&app, &ann, &order).await["payment"]["state"].clone();
    let dispute = stripe.dispute(&intent, "needs_response");
    for id in ["evt_1", "evt_1", "evt_2"] {
        assert_eq!(send_event(&app, id, "charge.dispute.created", "dispute", &dispute).await.status, 200);
    }
    assert_eq!(state().await, "disputed");
    let list = app.get("/api/v1/users/notifications/").as_(&shop.owner).send().await;
    let kinds: Vec<_> = list.data().as_array().unwrap().iter().map(|one| one["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["company_payment_disputed", "company_order_new"]);

    // The company cancels: what is paid back waits for the end of the dispute.
    shop.step(&app, order.as_i64().unwrap(), "cancelled").await;
    assert_eq!(state().await, "disputed");
    super::refunds::sweep(&app, 0).await;
    assert_eq!(stripe.refunds(), [] as [i64; 0]);
    stripe.dispute(&intent, "won");
    send_event(&app, "evt_3", "charge.dispute.closed", "dispute", &dispute).await;
    assert_eq!(state().await, "refunded");
    super::refunds::sweep(&app, 0).await;
    assert_eq!(stripe.refunds(), [1_200]);
    // An old event about it changes nothing.
    send_event(&app, "evt_4", "charge.dispute.updated", "dispute", &dispute).await;
    assert_eq!(state().await, "refunded");
}

#[actix_web::test]
async fn lost_dispute_is_final() {
    let stripe = FakeStripe::start();
    let (app, shop, ann, order) = paid_mug(&stripe).await;
    let intent = stripe.only_intent();
    let state = async || show(&app, &ann, &order).await["payment"]["state"].clone();
    let dispute = stripe.dispute(&intent, "needs_response");
    send_event(&app, "evt_1", "charge.dispute.created", "dispute", &dispute).await;
    stripe.dispute(&intent, "lost");
    send_event(&app, "evt_2", "charge.dispute.closed", "dispute", &dispute).await;
    assert_eq!(state().await, "charged_back");
    // All of it went back, for the figures too.
    let figures = app.get("/api/v1/userprofessional/dashboard/").as_(&shop.owner).send().await;
    assert_eq!(figures.data()["today"]["income"], 0, "{:#}", figures.json);
    assert_eq!(show(&app, &ann, &order).await["refunded"], 1_200);
    // The bank has paid the customer back: a cancellation pays nothing more.
    shop.step(&app, order.as_i64().unwrap(), "cancelled").await;
    super::refunds::sweep(&app, 0).await;
    assert_eq!((state().await, stripe.refunds()), (json!("charged_back"), vec![]));
}

#[actix_web::test]
async fn dispute_that_is_lost_at_once_notifies_the_company() {
    let stripe = FakeStripe::start();
    let (app, shop, _ann, _order) = paid_mug(&stripe).await;
    let dispute = stripe.dispute(&stripe.only_intent(), "lost");
    for id in ["evt_2", "evt_1"] {
        assert_eq!(send_event(&app, id, "charge.dispute.closed", "dispute", &dispute).await.status, 200);
    }
    let list = app.get("/api/v1/users/notifications/").as_(&shop.owner).send().await;
    let kinds: Vec<_> = list.data().as_array().unwrap().iter().map(|one| one["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["company_payment_disputed", "company_order_new"]);
}

#[actix_web::test]
async fn refund_in_the_dashboard_is_mirrored_once() {
    let stripe = FakeStripe::start();
    let (app, shop, ann, order) = paid_mug(&stripe).await;
    let refund = stripe.refund_elsewhere(&stripe.only_intent(), 500);
    for id in ["evt_1", "evt_1", "evt_2"] {
        assert_eq!(send_event(&app, id, "refund.created", "refund", &refund).await.status, 200);
    }
    let shown = show(&app, &ann, &order).await;
    assert_eq!((&shown["refunded"], &shown["payment"]["state"]), (&json!(500), &json!("partially_refunded")));
    // The company cancels: only the rest goes back.
    shop.step(&app, order.as_i64().unwrap(), "cancelled").await;
    super::refunds::sweep(&app, 0).await;
    let mut refunds = stripe.refunds();
    refunds.sort_unstable();
    assert_eq!(refunds, [500, 700]);
    assert_eq!(show(&app, &ann, &order).await["payment"]["state"], "refunded");
}
