mod booking_id;
mod hold;

use serde_json::json;

use crate::support::{app::TestApp, market};

const PATH: &str = "/api/v1/users/bookings/";

#[actix_web::test]
async fn upcoming_and_past_bookings_are_listed_by_owner() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (shop, _) = market::salon(&app, "beauty").await;
    let booking = market::book(&app, &ann, &shop).await;
    let listed = app.get(PATH).as_(&ann).send().await;
    assert_eq!((listed.json["total"].clone(), &listed.data()[0]["offering"]["name"]), (json!(1), &json!("Offer")));
    assert_eq!(app.get(PATH).as_(&ben).send().await.json["total"], 0);
    let past = || async { app.get(&format!("{PATH}?when=past")).as_(&ann).send().await.json["total"].clone() };
    assert_eq!(past().await, 0);
    app.post(&format!("{booking}cancel/")).as_(&ann).json(json!({"expected_fee": 0})).await;
    assert_eq!(past().await, 1);
}

#[actix_web::test]
async fn wrong_queries_and_visitors_are_refused() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    app.get(PATH).send().await.refused(401, "unauthenticated");
    for (query, field) in [("when=never", "when"), ("page=0", "page"), ("per_page=101", "per_page"), ("all=1", "all")] {
        app.get(&format!("{PATH}?{query}")).as_(&ann).send().await.refused_fields(&[field]);
    }
}
