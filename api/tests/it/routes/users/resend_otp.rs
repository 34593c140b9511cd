use serde_json::json;

use crate::support::app::TestApp;

const PATH: &str = "/api/v1/users/resend-otp/";

#[actix_web::test]
async fn resend_shares_the_limit_of_the_first_send() {
    let app = TestApp::start().await;
    app.person("ann").await;
    let first = app.post(PATH).form("email=ann@plaza.example").await;
    let unknown = app.post(PATH).form("email=nobody@plaza.example").await;
    assert_eq!((first.status, &first.json), (200, &unknown.json));
    assert_eq!(app.code(1).await.len(), 4);
    let forgot = app.post("/api/v1/users/forgot-password/");
    forgot.json(json!({"email": "ann@plaza.example"})).await.refused(429, "too_many");
    app.post(PATH).json(json!({"email": "ann@plaza.example"})).await.refused(429, "too_many");
    app.post(PATH).json(json!({})).await.refused_fields(&["email"]);
}
