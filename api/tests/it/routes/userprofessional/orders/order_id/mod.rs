use crate::support::{app::TestApp, order};

mod promise;
mod refund;
mod returns;
mod state;

#[actix_web::test]
async fn company_sees_an_order_after_it_is_paid() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let unpaid = shop.order(&app, &ann).await["id"].clone();
    let show = |id: &str| app.get(&format!("/api/v1/userprofessional/orders/{id}/"));
    show(&unpaid.to_string()).as_(&shop.owner).send().await.refused(404, "not_found");
    let id = shop.paid(&app, &ann).await;
    assert_eq!(show(&id.to_string()).as_(&shop.owner).send().await.data()["customer_name"], "Zoe Lind");
    let other = app.business("other").await;
    show(&id.to_string()).as_(&other).send().await.refused(404, "not_found");
}
