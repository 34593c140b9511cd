use std::time::Duration;

use futures_util::future::join_all;
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng, seq::SliceRandom as _};
use serde_json::json;
use store::{testing::sqlx, types::timestamp::Timestamp};

use super::{order_mugs, pay, show, stock, webhooks::KINDS};
use crate::{
    binary,
    support::{
        app::TestApp,
        order,
        stripe::{Bank, FakeStripe, WEBHOOK, WEBHOOK_SECRET, event, signature},
    },
};

/// Payments, during each of which the program is killed once.
const PAYMENTS: u32 = 16;
/// Latest kill after an event is sent. It covers all steps of an event: read, ask Stripe, commit, publish, answer.
const LATEST: Duration = Duration::from_millis(40);
/// Events that are sent at once after the kills.
const AT_ONCE: usize = 8;

/// The program is killed during the first event of each payment, each time a little later, and started again. Then each
/// event of each payment comes ten times, shuffled.
#[actix_web::test]
async fn events_sell_once_while_the_program_is_killed() {
    let stripe = FakeStripe::start();
    let app = stripe.app().await;
    let shop = order::bakery(&app).await;
    stock_up(&app).await;
    let mut orders = Vec::new();
    for number in 0..PAYMENTS {
        let customer = app.person(&format!("ann{number}")).await;
        let order = order_mugs(&app, &shop, &customer, 1).await;
        pay(&app, &customer, &order, &stripe.token(Bank::Authenticates, false)).await;
        orders.push((customer, order));
    }
    let intents = stripe.intents();
    for intent in &intents {
        stripe.authenticate(intent, true);
    }
    let TestApp { running, folder, .. } = app;
    running.stop().await;

    let seed: u64 = rand::random();
    println!("seed {seed}");
    let mut random = StdRng::seed_from_u64(seed);
    let environment = [
        ("PLAZA_STRIPE_SECRET_KEY", crate::support::stripe::SECRET_KEY),
        ("PLAZA_STRIPE_WEBHOOK_SECRET", WEBHOOK_SECRET),
        ("PLAZA_STRIPE_PUBLISHABLE_KEY", "pk_test_51Plaza"),
        ("PLAZA_STRIPE_URL", &stripe.url),
        // Nobody reads the log of the program, and a full pipe would stop it.
        ("PLAZA_LOG", "warn"),
    ];
    let client = awc::Client::new();
    let send = async |url: &str, intent: &str, at: usize| {
        let body = event(&format!("evt_{at}_{intent}"), KINDS[at], "payment_intent", intent);
        let header = signature(&body, WEBHOOK_SECRET, Timestamp::now().0 / 1_000);
        let request = client.post(format!("{url}{WEBHOOK}")).insert_header(("stripe-signature", header));
        request.content_type("application/json").send_body(body).await.map(|answer| answer.status().as_u16())
    };
    let (mut child, mut url, _) = binary::start(folder.path(), &environment).await;
    for (intent, share) in intents.iter().zip(0..) {
        let at = random.random_range(0..KINDS.len());
        let moment = (LATEST * share + random.random_range(Duration::ZERO..LATEST)) / PAYMENTS;
        // The answer may arrive before the kill.
        let _ = tokio::time::timeout(moment, send(&url, intent, at)).await;
        child.kill().await.unwrap();
        (child, url, _) = binary::start(folder.path(), &environment).await;
    }
    let mut events: Vec<(&str, usize)> = intents
        .iter()
        .flat_map(|intent| (0..10 * KINDS.len()).map(move |turn| (&**intent, turn % KINDS.len())))
        .collect();
    events.shuffle(&mut random);
    for events in events.chunks(AT_ONCE) {
        for status in join_all(events.iter().map(|(intent, at)| send(&url, intent, *at))).await {
            assert_eq!(status.unwrap(), 200, "seed {seed}");
        }
    }
    child.kill().await.unwrap();

    let flags = stripe.flags();
    let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
    let app = TestApp::on(folder, &flags).await;
    for (customer, order) in &orders {
        let paid = show(&app, customer, order).await;
        assert_eq!((&paid["state"], &paid["payment"]["state"]), (&json!("new"), &json!("paid")), "seed {seed}");
        assert_eq!(paid["changes"].as_array().unwrap().len(), 2, "seed {seed}");
    }
    let sold = i64::from(PAYMENTS);
    assert_eq!((stripe.charges(), stock(&app, &shop).await), (orders.len(), (0, sold)), "seed {seed}");
}

/// Gives the bakery a mug for each payment.
async fn stock_up(app: &TestApp) {
    for sql in ["UPDATE capacity_bucket SET capacity = $1", "UPDATE offering_variant SET capacity = $1"] {
        store::on!(app.state().db.write(), at => sqlx::query(sql).bind(i64::from(PAYMENTS)).execute(at).await.map(drop)).unwrap();
    }
}
