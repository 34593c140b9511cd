use serde_json::json;

use crate::support::{app::TestApp, order};

#[actix_web::test]
async fn customer_is_shown_with_orders_at_this_company() {
    let app = TestApp::start().await;
    let (shop, rival) = (order::bakery(&app).await, order::bakery_of(&app, "rival").await);
    let ann = app.person("ann").await;
    let id = shop.paid(&app, &ann).await;
    let path = format!("/api/v1/userprofessional/customers/{}/", ann.id);
    let shown = app.get(&path).as_(&shop.owner).send().await;
    assert_eq!(shown.data()["customer"]["status"], "new");
    assert_eq!((&shown.data()["orders"][0]["id"], &shown.data()["order_count"]), (&json!(id), &json!(1)));
    assert_eq!((&shown.data()["bookings"], &shown.data()["booking_count"]), (&json!([]), &json!(0)));
    app.get(&path).as_(&rival.owner).send().await.refused(404, "not_found");
}
