use serde_json::json;

use crate::support::{app::TestApp, order};

#[actix_web::test]
async fn orders_at_one_company_are_listed() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let id = shop.paid(&app, &ann).await;
    let path = format!("/api/v1/users/order-detail/{}/?category_id=food", shop.company);
    assert_eq!(app.get(&path).as_(&ann).send().await.data()[0]["id"], id);
    for nobody in [0, 1] {
        let path = format!("/api/v1/users/order-detail/{nobody}/");
        app.get(&path).as_(&ann).send().await.refused(404, "not_found");
    }
    let ben = app.person("ben").await;
    assert_eq!(app.get(&path).as_(&ben).send().await.data(), &json!([]));
}
