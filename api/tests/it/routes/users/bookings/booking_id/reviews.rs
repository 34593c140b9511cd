use serde_json::{Value, json};
use store::testing::sqlx;

use crate::support::{app::TestApp, market};

const COMPANY: &str = "/api/v1/userprofessional/company/review/";

#[actix_web::test]
async fn reviews_of_a_booking_are_shown_to_their_author() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (shop, _) = market::salon(&app, "beauty").await;
    let booking = market::book(&app, &ann, &shop).await;
    let path = format!("{booking}reviews/");
    let id = app.get(&booking).as_(&ann).send().await.data()["id"].clone();
    let form = |rating: i64, subject: Value| {
        let mut form = json!({
            "rating": rating, "service_fast": true, "as_described": true, "meets_expectations": true,
            "product_quality": "good", "comments": "Kind hands",
        });
        form.as_object_mut().unwrap().extend(subject.as_object().unwrap().clone());
        form
    };
    let of_booking = json!({"booking_id": id});
    app.post(COMPANY).as_(&ann).json(form(4, of_booking.clone())).await.refused(409, "order.state");
    store::on!(app.state().db.write(), at => sqlx::query("UPDATE booking SET state = 'completed'").execute(at).await.map(drop))
        .unwrap();
    assert_eq!(app.get(&booking).as_(&ann).send().await.data()["can"]["review"], true);
    app.post(COMPANY).as_(&ben).json(form(4, of_booking.clone())).await.refused(404, "not_found");
    app.post(COMPANY)
        .as_(&ann)
        .json(form(4, json!({"booking_id": id, "order_id": 1})))
        .await
        .refused_fields(&["order_id"]);
    assert_eq!(app.post(COMPANY).as_(&ann).json(form(4, of_booking)).await.status, 200);
    let of_offering = form(5, json!({"booking_id": id, "product_id": shop.offering}));
    assert_eq!(app.post("/api/v1/users/product/review/").as_(&ann).json(of_offering).await.status, 200);
    let shown = app.get(&path).as_(&ann).send().await;
    let stars: Vec<_> = shown.data().as_array().unwrap().iter().map(|one| &one["rating"]).collect();
    assert_eq!(stars, [&json!(4), &json!(5)]);
    app.get(&path).as_(&ben).send().await.refused(404, "not_found");
}
