use serde_json::json;

use crate::support::{app::TestApp, order};

mod number;

#[actix_web::test]
async fn paid_order_has_an_invoice_and_a_refund_its_credit_note() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let unpaid = shop.order(&app, &ann).await["id"].clone();
    let list = async |id: &str, who| app.get(&format!("/api/v1/users/orders/{id}/invoices/")).as_(who).send().await;
    assert_eq!(list(&unpaid.to_string(), &ann).await.data(), &json!([]));
    let id = shop.paid(&app, &ann).await.to_string();
    // The cart kept the loaf of the unpaid order.
    let invoice = list(&id, &ann).await.data()[0].clone();
    assert_eq!((&invoice["total"], &invoice["lines"][0]["name"]), (&json!(500), &json!("Bread")));
    app.post(&format!("/api/v1/users/orders/cancel/{id}/")).as_(&ann).json(json!({"reason": "Ill"})).await;
    let documents = list(&id, &ann).await;
    let note = &documents.data()[1];
    assert_eq!((&note["kind"], &note["total"]), (&json!("credit_note"), &json!(-500)));
    assert_eq!(note["corrects"], invoice["number"]);
    list(&id, &ben).await.refused(404, "not_found");
}
