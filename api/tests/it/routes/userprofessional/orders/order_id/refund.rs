use serde_json::{Value, json};

use crate::support::{
    app::{Person, TestApp},
    order,
};

fn path(order: i64) -> String {
    format!("/api/v1/userprofessional/orders/{order}/refund/")
}

async fn kinds(app: &TestApp, who: &Person) -> Vec<Value> {
    let inbox = app.get("/api/v1/users/notifications/").as_(who).send().await;
    inbox.data().as_array().unwrap().iter().map(|it| it["kind"].clone()).collect()
}

#[actix_web::test]
async fn company_refunds_a_part_and_the_customer_is_told() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let id = shop.paid(&app, &ann).await;
    let post = |body| app.post(&path(id)).as_(&shop.owner).json(body);
    let form = json!({"amount": 100, "reason": "Burnt", "expected_left": 250, "client_id": "one"});
    for _ in 0..2 {
        let refunded = post(form.clone()).await;
        let order = refunded.data();
        assert_eq!((refunded.status, &order["refunded"], &order["refundable"]), (201, &json!(100), &json!(150)));
        assert_eq!(order["refunds"].as_array().unwrap().len(), 1);
    }
    let shown = app.get(&format!("/api/v1/users/orders/{id}/")).as_(&ann).send().await;
    let refund = &shown.data()["refunds"][0];
    assert_eq!((&refund["amount"], &refund["reason"]), (&json!(100), &json!("Burnt")));
    assert_eq!(shown.data()["payment"]["state"], "partially_refunded");
    assert!(kinds(&app, &ann).await.contains(&json!("order_refunded")));
    let notes = app.get(&format!("/api/v1/users/orders/{id}/invoices/")).as_(&ann).send().await;
    assert_eq!((&notes.data()[1]["kind"], &notes.data()[1]["total"]), (&json!("credit_note"), &json!(-100)));

    // A colleague has seen the order as it was.
    let late = post(json!({"amount": 100, "reason": "Burnt", "expected_left": 250})).await;
    late.refused(409, "order.left_changed");
    assert_eq!(late.json["amount"], 150);
    let units = json!({"items": [{"line": 0, "quantity": 1}], "reason": "Burnt", "expected_left": 150});
    post(units).await.refused_fields(&["amount"]);
}

#[actix_web::test]
async fn wrong_refund_is_refused_by_field() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let rival = order::bakery_of(&app, "rival").await;
    let ann = app.person("ann").await;
    let id = shop.paid(&app, &ann).await;
    let post = |who, body| app.post(&path(id)).as_(who).json(body);
    let whole = json!({"amount": 251, "reason": "Burnt", "expected_left": 250});
    post(&shop.owner, whole.clone()).await.refused_fields(&["amount"]);
    post(&rival.owner, whole).await.refused(404, "not_found");
    let both = json!({"amount": 1, "items": [{"line": 0, "quantity": 1}], "reason": "", "expected_left": 250});
    post(&shop.owner, both).await.refused_fields(&["amount", "reason"]);
    post(&shop.owner, json!({"reason": "Burnt", "expected_left": 250})).await.refused_fields(&["amount"]);
    let units = json!({"items": [{"line": 0, "quantity": 2}], "reason": "Burnt", "expected_left": 250});
    post(&shop.owner, units).await.refused_fields(&["items"]);
    shop.step(&app, id, "cancelled").await;
    let late = json!({"amount": 1, "reason": "Burnt", "expected_left": 0});
    post(&shop.owner, late).await.refused(409, "order.state");
}
