use crate::support::{app::TestApp, order};

#[actix_web::test]
async fn cart_is_shown_and_emptied() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    shop.fill(&app, &ann, shop.bread, 2).await;
    let path = format!("/api/v1/users/cart/company/{}/", shop.company);
    app.get(&path).as_(&ben).send().await.refused(404, "not_found");
    let cart = app.get(&format!("{path}?category_id=food")).as_(&ann).send().await;
    assert_eq!((cart.status, cart.data()["total"].as_i64()), (200, Some(500)));
    assert_eq!(app.call("DELETE", &path).as_(&ben).send().await.status, 200);
    assert_eq!(app.get(&path).as_(&ann).send().await.status, 200);
    for _ in 0..2 {
        assert_eq!(app.call("DELETE", &path).as_(&ann).send().await.status, 200);
    }
    app.get(&path).as_(&ann).send().await.refused(404, "not_found");
}
