use serde_json::json;

use crate::support::app::TestApp;

#[actix_web::test]
async fn provider_is_told_with_saved_cards() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let info = app.post("/api/v1/payment/user/order/create-stripe-customer/").as_(&ann).send().await;
    assert_eq!(info.data(), &json!({"provider": "sandbox", "publishable_key": null, "cards": []}));
}
