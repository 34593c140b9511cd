use serde_json::{Value, json};

use crate::support::{app::TestApp, order};

const PATH: &str = "/api/v1/userprofessional/company/review/";

/// Body of a review with 4 stars.
pub fn form(order: i64) -> Value {
    json!({
        "order_id": order, "rating": 4, "service_fast": true, "as_described": true, "meets_expectations": false,
        "product_quality": "good", "comments": "Crisp bread",
    })
}

#[actix_web::test]
async fn company_of_a_fulfilled_order_is_reviewed() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let id = shop.fulfilled(&app, &ann).await;
    let post = |body: Value| app.post(PATH).as_(&ann).json(body);
    for (field, value) in
        [("rating", json!(0)), ("rating", json!(6)), ("comments", json!(" ")), ("comments", json!("x".repeat(501)))]
    {
        let mut body = form(id);
        body[field] = value;
        post(body).await.refused_fields(&[field]);
    }
    // A form answers in words, with the names of the specification.
    let words = format!(
        "order_id={id}&rating=5&serviceFast=yes&asDescribed=no&meetsExpectations=yes&productQuality=average&comments=Fine"
    );
    let done = app.post(PATH).as_(&ann).form(&words).await;
    assert_eq!(done.status, 200, "{:#}", done.json);
    assert_eq!((&done.data()["as_described"], &done.data()["product_quality"]), (&json!(false), &json!("average")));
    let shown = app.get(&format!("/api/v1/users/company/{}/details/", shop.company)).send().await;
    assert_eq!((&shown.data()["rating"], &shown.data()["rating_count"]), (&json!(5.0), &json!(1)));
}
