use super::super::{PATH, form};
use crate::support::{app::TestApp, order};

#[actix_web::test]
async fn invoice_of_the_company_is_a_pdf() {
    let app = TestApp::start().await;
    let (shop, rival) = (order::bakery(&app).await, order::bakery_of(&app, "rival").await);
    let issued = app.post(PATH).as_(&shop.owner).json(form()).await;
    let path = format!("{PATH}{}/pdf/", issued.data()["number"].as_str().unwrap());
    let file = app.get(&path).as_(&shop.owner).send().await;
    assert_eq!((file.status, file.header("content-type")), (200, "application/pdf"));
    assert!(file.bytes.starts_with(b"%PDF-"));
    app.get(&path).as_(&rival.owner).send().await.refused(404, "not_found");
}
