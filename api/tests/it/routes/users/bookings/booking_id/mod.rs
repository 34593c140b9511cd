mod calendar;
mod cancel;
mod confirm;
mod hold;
mod invoices;
mod offering;
mod reschedule;
mod reviews;

use crate::support::{app::TestApp, market};

#[actix_web::test]
async fn booking_is_shown_to_its_customer_only() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (shop, _) = market::salon(&app, "beauty").await;
    let path = market::book(&app, &ann, &shop).await;
    let shown = app.get(&path).as_(&ann).send().await;
    assert_eq!((shown.status, &shown.data()["can"]["cancel"]), (200, &true.into()));
    app.get(&path).as_(&ben).send().await.refused(404, "not_found");
    app.get(&path).as_(&shop.owner).send().await.refused(404, "not_found");
    app.get(&path).send().await.refused(401, "unauthenticated");
}
