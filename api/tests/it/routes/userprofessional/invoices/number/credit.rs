use serde_json::json;

use super::super::{PATH, form};
use crate::support::{app::TestApp, order};

#[actix_web::test]
async fn credit_note_takes_an_own_invoice_back() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let issued = app.post(PATH).as_(&shop.owner).json(form()).await;
    let path = format!("{PATH}{}/credit/", issued.data()["number"].as_str().unwrap());
    for _ in 0..2 {
        let note = app.post(&path).as_(&shop.owner).json(json!({"note": "Wrong name"})).await;
        assert_eq!(
            (note.status, &note.data()["total"], &note.data()["note"]),
            (201, &json!(-1_210), &json!("Wrong name"))
        );
    }
    let ann = app.person("ann").await;
    let id = shop.paid(&app, &ann).await;
    let of_order = app.get(&format!("/api/v1/users/orders/{id}/invoices/")).as_(&ann).send().await;
    let path = format!("{PATH}{}/credit/", of_order.data()[0]["number"].as_str().unwrap());
    app.post(&path).as_(&shop.owner).json(json!({})).await.refused(409, "invoice.not_own");
}
