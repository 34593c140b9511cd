use serde_json::json;

use crate::support::app::TestApp;

const PATH: &str = "/api/v1/userprofessional/forgot-password/";

#[actix_web::test]
async fn business_gets_a_code_and_consumer_gets_the_same_response() {
    let app = TestApp::start().await;
    app.person("ann").await;
    app.business("chef").await;
    let consumer = app.post(PATH).form("email=ann@plaza.example").await;
    let business = app.post(PATH).form("email=chef@plaza.example").await;
    assert_eq!((business.status, &business.json), (200, &consumer.json));
    let letters = app.letters(1).await;
    assert_eq!((letters.len(), &*letters[0].recipient), (1, "chef@plaza.example"));
    app.post(PATH).json(json!({"email": "chef@plaza.example"})).await.refused(429, "too_many");
    app.post(PATH).json(json!({"email": "chef"})).await.refused_fields(&["email"]);
}
