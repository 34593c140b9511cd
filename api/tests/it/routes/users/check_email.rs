use serde_json::json;

use crate::support::app::TestApp;

const PATH: &str = "/api/v1/users/check-email/";

#[actix_web::test]
async fn address_is_compared_ignoring_case() {
    let app = TestApp::start().await;
    app.person("ann").await;
    let free = app.post(PATH).form("email=ben@plaza.example").await;
    assert_eq!((free.status, free.data()), (200, &json!({"available": true})));
    let taken = app.post(PATH).json(json!({"email": "ANN@plaza.example"})).await;
    taken.refused_fields(&["email"]);
    assert_eq!(taken.json["message"], "This e-mail address has an account already.");
}

#[actix_web::test]
async fn missing_address_returns_the_specified_message() {
    let app = TestApp::start().await;
    for body in [json!({}), json!({"email": ""})] {
        let answer = app.post(PATH).json(body).await;
        answer.refused_fields(&["email"]);
        assert_eq!(answer.json["message"], "Invalid payload: email is required");
    }
    app.post(PATH).json(json!({"email": "ann"})).await.refused_fields(&["email"]);
}
