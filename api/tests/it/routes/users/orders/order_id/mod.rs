use crate::support::{app::TestApp, order};

mod calendar;
mod invoices;
pub mod returns;
mod reviews;

#[actix_web::test]
async fn order_is_shown_to_its_customer_only() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let order = shop.order(&app, &ann).await;
    let path = format!("/api/v1/users/orders/{}/", order["id"]);
    let shown = app.get(&path).as_(&ann).send().await;
    assert_eq!((shown.status, &shown.data()["code"]), (200, &order["code"]));
    assert_eq!(shown.data()["lines"][0]["name"], "Bread");
    app.get(&path).as_(&ben).send().await.refused(404, "not_found");
    app.get(&path).as_(&shop.owner).send().await.refused(404, "not_found");
}
