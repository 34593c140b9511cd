use serde_json::json;

use crate::support::{app::TestApp, market};

#[actix_web::test]
async fn released_hold_frees_its_slot_and_cannot_be_confirmed() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (shop, _) = market::salon(&app, "beauty").await;
    let id = market::hold(&app, &ann, &shop).await.data()["id"].clone();
    let path = format!("/api/v1/users/bookings/{id}/hold/");
    app.call("DELETE", &path).as_(&ben).send().await.refused(404, "not_found");
    for _ in 0..2 {
        assert_eq!(app.call("DELETE", &path).as_(&ann).send().await.status, 200);
    }
    let contact = json!({"customer_name": "Zoe Lind", "contact_number": "+34600000000", "email": "a@b.co",
        "expected_total": 4_500});
    let late = app.call("PUT", &path.replace("/hold/", "/confirm/")).as_(&ann).json(contact).await;
    late.refused(409, "booking.hold_expired");
    assert_eq!(market::hold(&app, &ben, &shop).await.status, 201);
}
