use serde_json::json;

use crate::support::{
    app::TestApp,
    order::{self, PAY},
};

#[actix_web::test]
async fn refused_card_leaves_the_order_open_for_another() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let id = shop.order(&app, &ann).await["id"].clone();
    let pay = |who, method: &str| app.post(PAY).as_(who).json(json!({"order_id": id, "payment_method": method}));
    pay(&ben, "sandbox_success").await.refused(404, "not_found");
    for method in ["4242424242424242", "gold", "sandbox_authenticated"] {
        pay(&ann, method).await.refused_fields(&["payment_method"]);
    }
    app.post(PAY).as_(&ann).json(json!({"order_id": id})).await.refused_fields(&["payment_method"]);
    let state = |answer: &crate::support::app::Answer| answer.data()["payment"]["state"].clone();
    let declined = pay(&ann, "sandbox_declined").await;
    assert_eq!(
        (state(&declined), &declined.data()["payment"]["failure"]),
        (json!("requires_method"), &json!("card_declined"))
    );
    assert_eq!(state(&pay(&ann, "sandbox_authentication").await), "requires_action");
    assert_eq!(state(&pay(&ann, "sandbox_refused").await), "requires_method");
    assert_eq!(state(&pay(&ann, "sandbox_authentication").await), "requires_action");
    for _ in 0..2 {
        let paid = pay(&ann, "sandbox_authenticated").await;
        assert_eq!((state(&paid), &paid.data()["orders"][0]["state"]), (json!("paid"), &json!("new")));
    }
}

#[actix_web::test]
async fn late_payment_arrives_by_the_sweep() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let order = shop.order(&app, &ann).await;
    let body = json!({"order_id": order["id"], "payment_method": "sandbox_late"});
    let late = app.post(PAY).as_(&ann).json(body.clone()).await;
    assert_eq!(late.data()["payment"]["state"], "processing");
    app.post(PAY).as_(&ann).json(body).await.refused(409, "order.state");
    let path = format!("/api/v1/users/orders/{}/", order["id"]);
    loop {
        let state = app.get(&path).as_(&ann).send().await.data()["state"].clone();
        if state == "new" {
            break;
        }
        assert_eq!(state, "pending_payment");
        actix_web::rt::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

#[actix_web::test]
async fn saved_card_pays() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let save = |who| app.post("/api/v1/payment/add-card/").as_(who).json(json!({"payment_method": "sandbox_success"}));
    let (own, other) = (save(&ann).await, save(&ben).await);
    let id = shop.order(&app, &ann).await["id"].clone();
    let pay = |card: &serde_json::Value| app.post(PAY).as_(&ann).json(json!({"order_id": id, "card_id": card}));
    pay(&other.data()[0]["id"]).await.refused(404, "not_found");
    assert_eq!(pay(&own.data()[0]["id"]).await.data()["payment"]["card_last4"], "4242");
}
