use serde_json::json;

use crate::support::{app::TestApp, order};

#[actix_web::test]
async fn quantity_is_changed_and_zero_removes_the_line() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let cart = app.post("/api/v1/users/cart/add/").as_(&ann).json(shop.line(shop.bread, 1)).await;
    let path = format!("/api/v1/users/cart/lines/{}/", cart.data()["lines"][0]["id"]);
    app.call("PUT", &path).as_(&ben).json(json!({"quantity": 5})).await.refused(404, "not_found");
    for quantity in [-1, 100] {
        app.call("PUT", &path).as_(&ann).json(json!({"quantity": quantity})).await.refused_fields(&["quantity"]);
    }
    let changed = app.call("PUT", &path).as_(&ann).json(json!({"quantity": 5})).await;
    assert_eq!(changed.data()[0]["lines"][0]["quantity"], 5);
    assert_eq!(app.call("PUT", &path).as_(&ann).json(json!({"quantity": 0})).await.data(), &json!([]));
    app.call("PUT", &path).as_(&ann).json(json!({"quantity": 0})).await.refused(404, "not_found");
}
