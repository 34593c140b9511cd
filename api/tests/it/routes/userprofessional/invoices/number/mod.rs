use super::{PATH, form};
use crate::support::{app::TestApp, order};

mod credit;
pub mod mail;
mod pdf;

#[actix_web::test]
async fn invoice_is_shown_to_its_company_only() {
    let app = TestApp::start().await;
    let (shop, rival) = (order::bakery(&app).await, order::bakery_of(&app, "rival").await);
    let issued = app.post(PATH).as_(&shop.owner).json(form()).await;
    let path = format!("{PATH}{}/", issued.data()["number"].as_str().unwrap());
    assert_eq!(app.get(&path).as_(&shop.owner).send().await.data()["buyer"]["name"], "Łukasz Éluard");
    app.get(&path).as_(&rival.owner).send().await.refused(404, "not_found");
}
