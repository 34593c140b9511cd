use serde_json::json;

use crate::support::app::TestApp;

mod card_id;

#[actix_web::test]
async fn saved_cards_are_listed_to_their_owner() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let body = json!({"payment_method": "sandbox_late"});
    assert_eq!(app.post("/api/v1/payment/add-card/").as_(&ann).json(body).await.status, 201);
    assert_eq!(app.get("/api/v1/payment/cards/").as_(&ann).send().await.data()[0]["brand"], "mastercard");
    assert_eq!(app.get("/api/v1/payment/cards/").as_(&ben).send().await.data(), &json!([]));
}
