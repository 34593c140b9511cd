use serde_json::json;

use crate::support::{app::TestApp, oidc_provider::Provider};

const PATH: &str = "/api/v1/users/social/providers/";

#[actix_web::test]
async fn configured_providers_are_listed_without_secrets() {
    let none = TestApp::start().await.get(PATH).send().await;
    assert_eq!((none.status, none.data()), (200, &json!([])));
    let provider = Provider::start();
    let app = TestApp::with(&["--social", &provider.flag()]).await;
    let all = app.get(PATH).send().await;
    assert_eq!(all.data(), &json!([{"id": "acme", "name": "Acme"}]));
    provider.stop().await;
}
