use serde_json::json;

use crate::support::{
    app::TestApp,
    oidc_provider::{self, Provider},
};

const PATH: &str = "/api/v1/users/social/start/";

#[actix_web::test]
async fn browser_is_redirected_with_state_nonce_and_challenge() {
    let provider = Provider::start();
    let app = TestApp::with(&["--social", &provider.flag(), "--origins", "https://plaza.example"]).await;
    let start =
        async || app.post(PATH).header("origin", "https://plaza.example").json(json!({"provider": "acme"})).await;
    let (one, other) = (start().await, start().await);
    assert_eq!(one.status, 200, "{}", one.json);
    let url = one.data()["authorize_url"].as_str().unwrap();
    assert!(url.starts_with(&format!("{}/authorize?", provider.issuer)), "{url}");
    let query = oidc_provider::query(url);
    for (name, value) in [
        ("response_type", "code"),
        ("client_id", "plaza"),
        ("redirect_uri", "https://plaza.example/login/social"),
        ("scope", "openid email profile"),
        ("code_challenge_method", "S256"),
        ("state", one.data()["state"].as_str().unwrap()),
        ("nonce", one.data()["nonce"].as_str().unwrap()),
    ] {
        assert_eq!(query[name], value, "{name}");
    }
    for name in ["state", "nonce", "code_challenge"] {
        assert_ne!(query[name], oidc_provider::query(other.data()["authorize_url"].as_str().unwrap())[name], "{name}");
    }
    provider.stop().await;
}

#[actix_web::test]
async fn unknown_provider_foreign_site_and_outage_are_refused() {
    let provider = Provider::start();
    let app = TestApp::with(&["--social", &provider.flag()]).await;
    app.post(PATH).json(json!({"provider": "other"})).await.refused_fields(&["provider"]);
    app.post(PATH).json(json!({})).await.refused_fields(&["provider"]);
    let elsewhere = app.post(PATH).header("origin", "https://evil.example");
    elsewhere.json(json!({"provider": "acme"})).await.refused(403, "not_allowed");
    provider.goes_down();
    app.post(PATH).json(json!({"provider": "acme"})).await.refused(503, "unavailable");
    provider.stop().await;
}
