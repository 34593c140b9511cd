use super::super::completed;
use crate::support::{app::TestApp, market};

#[actix_web::test]
async fn invoice_is_a_file_for_its_customer_only() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (shop, _) = market::salon(&app, "beauty").await;
    let path = completed(&app, &ann, &shop).await;
    let invoices = app.get(&path).as_(&ann).send().await;
    let file = format!("{path}{}/pdf/", invoices.data()[0]["number"].as_str().unwrap());
    assert!(app.get(&file).as_(&ann).send().await.bytes.starts_with(b"%PDF-"));
    app.get(&format!("{path}2020-000001/pdf/")).as_(&ann).send().await.refused(404, "not_found");
    app.get(&file).as_(&ben).send().await.refused(404, "not_found");
}
