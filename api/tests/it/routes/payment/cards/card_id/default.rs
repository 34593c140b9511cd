use serde_json::json;

use crate::support::app::TestApp;

#[actix_web::test]
async fn default_card_is_offered_first() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    for token in ["sandbox_success", "sandbox_late"] {
        app.post("/api/v1/payment/add-card/").as_(&ann).json(json!({"payment_method": token})).await;
    }
    let brands = |answer: &crate::support::app::Answer| {
        let cards = answer.data().as_array().unwrap();
        cards.iter().map(|card| (card["brand"].clone(), card["is_default"].clone())).collect::<Vec<_>>()
    };
    let list = app.get("/api/v1/payment/cards/").as_(&ann).send().await;
    assert_eq!(brands(&list), [(json!("visa"), json!(true)), (json!("mastercard"), json!(false))]);
    let path = format!("/api/v1/payment/cards/{}/default/", list.data()[1]["id"]);
    app.call("PUT", &path).as_(&ben).send().await.refused(404, "not_found");
    let changed = app.call("PUT", &path).as_(&ann).send().await;
    assert_eq!(brands(&changed), [(json!("mastercard"), json!(true)), (json!("visa"), json!(false))]);
}
