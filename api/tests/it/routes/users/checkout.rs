use serde_json::json;

use crate::support::{app::TestApp, order};

#[actix_web::test]
async fn one_checkout_orders_the_carts_it_names() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let post = || app.post("/api/v1/users/checkout/").as_(&ann);
    post().json(json!({"company_ids": []})).await.refused_fields(&["company_ids"]);
    post().json(json!({"company_ids": [shop.company]})).await.refused(404, "not_found");
    let total = shop.fill(&app, &ann, shop.bread, 3).await;
    let placed = post().json(json!({"company_ids": [shop.company], "expected_total": total})).await;
    assert_eq!((placed.status, &placed.data()["payment"]["amount"]), (201, &json!(total)));
    assert_eq!(placed.data()["orders"].as_array().unwrap().len(), 1);
}
