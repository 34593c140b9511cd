use serde_json::json;

use crate::support::{app::TestApp, order};

#[actix_web::test]
async fn carts_of_others_are_not_listed() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    shop.fill(&app, &ann, shop.bread, 2).await;
    let carts = app.get("/api/v1/users/cart/my-carts/").as_(&ann).send().await;
    assert_eq!((carts.data().as_array().unwrap().len(), &carts.data()[0]["item_count"]), (1, &json!(2)));
    assert_eq!(app.get("/api/v1/users/cart/my-carts/").as_(&ben).send().await.data(), &json!([]));
}
