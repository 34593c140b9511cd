use serde_json::json;

use crate::support::app::TestApp;

#[actix_web::test]
async fn ways_of_contact_are_listed_in_order() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let options = app.get("/api/v1/users/support/options/").as_(&ann).send().await;
    let keys: Vec<_> = options.data().as_array().unwrap().iter().map(|one| one["key"].clone()).collect();
    assert_eq!(json!(keys), json!(["customer_support", "live_chat", "email_support", "technical_support"]));
}
