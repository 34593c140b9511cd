use serde_json::json;

use crate::support::{app::TestApp, market};

#[actix_web::test]
async fn removed_booking_is_given_back() {
    let app = TestApp::start().await;
    let (salon, _) = market::salon(&app, "beauty").await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let held = market::hold(&app, &ann, &salon).await.data()["id"].clone();
    app.post("/api/v1/users/cart/bookings/").as_(&ann).json(json!({"booking_id": held})).await;
    let path = format!("/api/v1/users/cart/bookings/{held}/");
    app.call("DELETE", &path).as_(&ben).send().await.refused(404, "not_found");
    for _ in 0..2 {
        let carts = app.call("DELETE", &path).as_(&ann).send().await;
        assert_eq!((carts.status, carts.data()), (200, &json!([])));
    }
    assert_eq!(market::hold(&app, &ben, &salon).await.status, 201);
}

#[actix_web::test]
async fn emptied_cart_gives_its_bookings_back() {
    let app = TestApp::start().await;
    let (salon, _) = market::salon(&app, "beauty").await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let held = market::hold(&app, &ann, &salon).await.data()["id"].clone();
    app.post("/api/v1/users/cart/bookings/").as_(&ann).json(json!({"booking_id": held})).await;
    let path = format!("/api/v1/users/cart/company/{}/", salon.company);
    assert_eq!(app.call("DELETE", &path).as_(&ann).send().await.status, 200);
    assert_eq!(market::hold(&app, &ben, &salon).await.status, 201);
}
