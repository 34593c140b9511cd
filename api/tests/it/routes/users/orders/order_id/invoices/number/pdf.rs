use crate::support::{app::TestApp, order};

#[actix_web::test]
async fn invoice_is_a_pdf_for_its_customer() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let id = shop.paid(&app, &ann).await;
    let list = app.get(&format!("/api/v1/users/orders/{id}/invoices/")).as_(&ann).send().await;
    let number = list.data()[0]["number"].as_str().unwrap().to_owned();
    let path = format!("/api/v1/users/orders/{id}/invoices/{number}/pdf/");
    let file = app.get(&path).as_(&ann).send().await;
    assert_eq!((file.status, file.header("content-type")), (200, "application/pdf"));
    assert!(file.header("content-disposition").contains(&format!("{number}.pdf")));
    assert!(file.bytes.starts_with(b"%PDF-") && file.bytes.len() < 100_000, "{}", file.bytes.len());
    app.get(&path).as_(&ben).send().await.refused(404, "not_found");
    let missing = format!("/api/v1/users/orders/{id}/invoices/2026-999999/pdf/");
    app.get(&missing).as_(&ann).send().await.refused(404, "not_found");
}
