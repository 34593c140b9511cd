use serde_json::json;

use crate::support::{app::TestApp, order};

#[actix_web::test]
async fn order_is_cancelled_before_the_company_prepares_it() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let id = shop.paid(&app, &ann).await;
    let path = format!("/api/v1/users/orders/cancel/{id}/");
    let post = |who| app.post(&path).as_(who);
    post(&ben).json(json!({"reason": "Mine"})).await.refused(404, "not_found");
    for wrong in [json!({}), json!({"reason": " "}), json!({"reason": "x".repeat(301)})] {
        post(&ann).json(wrong).await.refused_fields(&["reason"]);
    }
    for _ in 0..2 {
        let done = post(&ann).json(json!({"reason": "Ill"})).await;
        let order = done.data();
        assert_eq!((&order["state"], &order["refunded"]), (&json!("cancelled"), &json!(250)));
        assert_eq!(order["payment"]["state"], "refunded");
    }
    let id = shop.paid(&app, &ann).await;
    for state in ["accepted", "processing"] {
        shop.step(&app, id, state).await;
    }
    let path = format!("/api/v1/users/orders/cancel/{id}/");
    app.post(&path).as_(&ann).json(json!({"reason": "too_late"})).await.refused(409, "order.state");
}
