use serde_json::json;

use crate::support::{app::TestApp, order};

const PATH: &str = "/api/v1/userprofessional/return-window/";

#[actix_web::test]
async fn company_sets_the_days_for_returns() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let shown = app.get(PATH).as_(&shop.owner).send().await;
    assert_eq!(shown.data(), &json!({"days": 14}));
    let ann = app.person("ann").await;
    let id = shop.fulfilled(&app, &ann).await;
    let put = |days: i64| app.call("PUT", PATH).as_(&shop.owner).json(json!({"days": days}));
    put(366).await.refused_fields(&["days"]);
    assert_eq!(put(0).await.status, 200);
    let order = app.get(&format!("/api/v1/users/orders/{id}/")).as_(&ann).send().await;
    assert_eq!((&order.data()["can"]["request_return"], &order.data()["return_until"]), (&json!(false), &json!(null)));
}
