use serde_json::json;

use crate::support::app::TestApp;

#[actix_web::test]
async fn terms_and_privacy_policy_are_listed() {
    let app = TestApp::start().await;
    let list = |query: &str| app.get(&format!("/api/v1/admin/terms-conditions/get-list/{query}")).send();
    let english = list("?userType=user").await;
    let slugs: Vec<_> = english.data().as_array().unwrap().iter().map(|page| page["slug"].clone()).collect();
    assert_eq!(json!(slugs), json!(["terms", "privacy-policy"]));
    assert_eq!(list("?lang=FR").await.data()[0]["title"], "Conditions d’utilisation");
    list("?userType=robot").await.refused_fields(&["userType"]);
}
