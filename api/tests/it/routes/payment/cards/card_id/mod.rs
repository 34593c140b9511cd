use serde_json::json;

use crate::support::app::TestApp;

mod default;

#[actix_web::test]
async fn card_is_deleted_by_its_owner_only() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let body = json!({"payment_method": "sandbox_success"});
    let cards = app.post("/api/v1/payment/add-card/").as_(&ann).json(body).await;
    let path = format!("/api/v1/payment/cards/{}/", cards.data()[0]["id"]);
    app.call("DELETE", &path).as_(&ben).send().await.refused(404, "not_found");
    assert_eq!(app.call("DELETE", &path).as_(&ann).send().await.status, 200);
    app.call("DELETE", &path).as_(&ann).send().await.refused(404, "not_found");
}
