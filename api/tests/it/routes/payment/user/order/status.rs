use serde_json::json;

use crate::support::{
    app::TestApp,
    order::{self, PAY},
};

#[actix_web::test]
async fn status_of_a_sandbox_payment_is_told_to_its_customer() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let id = shop.order(&app, &ann).await["id"].clone();
    app.post(PAY).as_(&ann).json(json!({"order_id": id, "payment_method": "sandbox_authentication"})).await;
    let status = |who| app.post("/api/v1/payment/user/order/status/").as_(who).json(json!({"order_id": id}));
    status(&ben).await.refused(404, "not_found");
    let told = status(&ann).await;
    assert_eq!(told.data()["payment"]["state"], "requires_action");
    assert_eq!((&told.data()["client_secret"], &told.data()["orders"][0]["id"]), (&json!(null), &id));
}
