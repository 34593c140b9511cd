//! Stories of events: `stripe/webhooks.rs`.

use crate::support::{
    app::TestApp,
    stripe::{FakeStripe, WEBHOOK, send_event},
};

#[actix_web::test]
async fn webhook_exists_with_stripe_only() {
    let sandbox = TestApp::start().await;
    send_event(&sandbox, "evt_1", "payment_intent.succeeded", "payment_intent", "pi_1").await.refused(404, "not_found");
    let stripe = FakeStripe::start();
    let app = stripe.app().await;
    assert_eq!(send_event(&app, "evt_1", "payment_intent.succeeded", "payment_intent", "pi_1").await.status, 200);
    app.post(WEBHOOK).send().await.refused(400, "malformed");
}
