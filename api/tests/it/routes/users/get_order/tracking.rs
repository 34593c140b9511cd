use crate::support::{app::TestApp, order};

#[actix_web::test]
async fn order_is_found_by_its_number() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let order = shop.order(&app, &ann).await;
    let code = order["code"].as_str().unwrap().to_lowercase();
    let path = format!("/api/v1/users/get-order/tracking/?tracking_id={code}");
    assert_eq!(app.get(&path).as_(&ann).send().await.data()["id"], order["id"]);
    app.get(&path).as_(&ben).send().await.refused(404, "not_found");
    app.get("/api/v1/users/get-order/tracking/").as_(&ann).send().await.refused_fields(&["tracking_id"]);
}
