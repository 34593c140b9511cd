use serde_json::json;

use super::reservation;
use crate::support::{app::TestApp, market};

#[actix_web::test]
async fn company_moves_reservation_to_another_time() {
    let app = TestApp::start().await;
    let (ann, shop, path) = reservation(&app).await;
    let path = format!("{path}move/");
    let to = |time: &str| json!({"date": market::date(11), "time": time});
    let moved = app.call("PUT", &path).as_(&shop.owner).json(to("09:00")).await;
    assert_eq!((moved.status, &moved.data()["state"]), (200, &json!("confirmed")));
    app.call("PUT", &path).as_(&shop.owner).json(to("13:00")).await.refused_fields(&["starts_at"]);
    app.call("PUT", &path).as_(&ann).json(to("09:00")).await.refused(403, "not_allowed");
}

#[actix_web::test]
async fn reservation_moves_after_its_offering_went_off_sale() {
    let app = TestApp::start().await;
    let (_, shop, path) = reservation(&app).await;
    market::archive(&app).await;
    let to = json!({"date": market::date(11), "time": "09:00"});
    assert_eq!(app.call("PUT", &format!("{path}move/")).as_(&shop.owner).json(to).await.status, 200);
}
