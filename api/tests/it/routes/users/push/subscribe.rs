use serde_json::json;

use crate::{
    push::{Browser, SUBSCRIBE},
    support::app::TestApp,
};

const ENDPOINT: &str = "https://push.example/1";

async fn subscriptions(app: &TestApp) -> i64 {
    store::testing::count(&app.state().db, "push_subscription").await
}

#[actix_web::test]
async fn browser_subscribes_and_unsubscribes_only_itself() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    for _ in 0..2 {
        assert_eq!(app.post(SUBSCRIBE).as_(&ann).json(Browser::new(7).subscription(ENDPOINT)).await.status, 200);
        assert_eq!(subscriptions(&app).await, 1);
    }
    for (person, left) in [(&ben, 1), (&ann, 0), (&ann, 0)] {
        let answer = app.call("DELETE", SUBSCRIBE).as_(person).json(json!({"endpoint": ENDPOINT})).await;
        assert_eq!((answer.status, subscriptions(&app).await), (200, left));
    }
}

#[actix_web::test]
async fn internal_endpoint_and_invalid_keys_are_refused() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let browser = Browser::new(7);
    let long = format!("https://push.example/{}", "x".repeat(1_024));
    for endpoint in [
        "",
        "push.example",
        "http://push.example/1",
        "http://127.0.0.1:9/1",
        "https://127.0.0.1/1",
        "https://10.0.0.1/1",
        "https://[::1]/1",
        "https://169.254.169.254/latest",
        "https://user:password@push.example/1",
        "file:///etc/passwd",
        &long,
    ] {
        let answer = app.post(SUBSCRIBE).as_(&ann).json(browser.subscription(endpoint)).await;
        assert_eq!(answer.status, 422, "{endpoint}");
        answer.refused_fields(&["endpoint"]);
    }
    let mut wrong = browser.subscription(ENDPOINT);
    wrong["keys"]["p256dh"] = "BCVx".into();
    app.post(SUBSCRIBE).as_(&ann).json(wrong).await.refused_fields(&["keys"]);
    assert_eq!(subscriptions(&app).await, 0);
}

#[actix_web::test]
async fn subscription_requires_an_account_and_enabled_push() {
    let app = TestApp::with(&["--push-private-key", "off"]).await;
    let ann = app.person("ann").await;
    let wish = Browser::new(7).subscription(ENDPOINT);
    app.post(SUBSCRIBE).json(wish.clone()).await.refused(401, "unauthenticated");
    app.call("DELETE", SUBSCRIBE).json(json!({"endpoint": ENDPOINT})).await.refused(401, "unauthenticated");
    app.post(SUBSCRIBE).as_(&ann).json(wish).await.refused(404, "not_found");
}
