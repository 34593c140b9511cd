use std::time::Duration;

use rand::{RngExt as _, SeedableRng as _, rngs::StdRng, seq::SliceRandom as _};
use serde_json::json;
use store::types::timestamp::Timestamp;

use super::{order_mugs, pay, show, stock, webhooks::KINDS};
use crate::{
    binary,
    support::{
        app::TestApp,
        order,
        stripe::{Bank, FakeStripe, WEBHOOK, WEBHOOK_SECRET, event, signature},
    },
};

/// Times that the program is killed while it handles an event.
const KILLS: usize = 10;
/// Latest kill after an event is sent. It covers all steps of an event: read, ask Stripe, commit, publish, answer.
const LATEST: Duration = Duration::from_millis(40);

/// Each event comes ten times, shuffled. The program is killed at random moments and started again.
#[actix_web::test]
async fn events_sell_once_while_the_program_is_killed() {
    let stripe = FakeStripe::start();
    let app = stripe.app().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let order = order_mugs(&app, &shop, &ann, 2).await;
    pay(&app, &ann, &order, &stripe.token(Bank::Authenticates, false)).await;
    let intent = stripe.only_intent();
    stripe.authenticate(&intent, true);
    let TestApp { running, folder, .. } = app;
    running.stop().await;

    let seed: u64 = rand::random();
    println!("seed {seed}");
    let mut random = StdRng::seed_from_u64(seed);
    let mut events: Vec<usize> = (0..10).flat_map(|_| 0..KINDS.len()).collect();
    events.shuffle(&mut random);
    let environment = [
        ("PLAZA_STRIPE_SECRET_KEY", crate::support::stripe::SECRET_KEY),
        ("PLAZA_STRIPE_WEBHOOK_SECRET", WEBHOOK_SECRET),
        ("PLAZA_STRIPE_PUBLISHABLE_KEY", "pk_test_51Plaza"),
        ("PLAZA_STRIPE_URL", &stripe.url),
    ];
    let client = awc::Client::new();
    let send = async |url: &str, at: usize| {
        let body = event(&format!("evt_{at}"), KINDS[at], "payment_intent", &intent);
        let header = signature(&body, WEBHOOK_SECRET, Timestamp::now().0 / 1_000);
        let request = client.post(format!("{url}{WEBHOOK}")).insert_header(("stripe-signature", header));
        request.content_type("application/json").send_body(body).await.map(|answer| answer.status().as_u16())
    };
    let (mut child, mut url, _) = binary::start(folder.path(), &environment).await;
    for (place, at) in events.into_iter().enumerate() {
        if place < KILLS {
            let moment = random.random_range(Duration::ZERO..LATEST);
            // The answer may arrive before the kill.
            let _ = tokio::time::timeout(moment, send(&url, at)).await;
            child.kill().await.unwrap();
            (child, url, _) = binary::start(folder.path(), &environment).await;
        } else {
            assert_eq!(send(&url, at).await.unwrap(), 200, "seed {seed}");
        }
    }
    child.kill().await.unwrap();

    let flags = stripe.flags();
    let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
    let app = TestApp::on(folder, &flags).await;
    let paid = show(&app, &ann, &order).await;
    assert_eq!((&paid["state"], &paid["payment"]["state"]), (&json!("new"), &json!("paid")), "seed {seed}");
    assert_eq!(paid["changes"].as_array().unwrap().len(), 2, "seed {seed}");
    assert_eq!((stripe.charges(), stock(&app, &shop).await), (1, (0, 2)), "seed {seed}");
}
