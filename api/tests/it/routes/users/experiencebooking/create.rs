use serde_json::json;

use crate::support::{app::TestApp, market};

const PATH: &str = "/api/v1/users/experiencebooking/create/";

#[actix_web::test]
async fn places_are_booked_at_once_for_the_price_seen() {
    let app = TestApp::start().await;
    let (shop, occurrence) = market::event(&app, "experiences").await;
    let chosen = json!({"occurrence_id": occurrence, "members": 2});
    market::books_at_once(&app, PATH, &shop, chosen, 9_000).await;
}

#[actix_web::test]
async fn date_of_another_offer_is_refused() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let (shop, _) = market::event(&app, "experiences").await;
    let body = market::booking(&shop, json!({"occurrence_id": 7}));
    app.post(PATH).as_(&ann).json(body).await.refused_fields(&["occurrence_id"]);
}

#[actix_web::test]
async fn impossible_numbers_are_refused_and_hold_nothing() {
    let app = TestApp::start().await;
    let (shop, occurrence) = market::event(&app, "experiences").await;
    let chosen = json!({"occurrence_id": occurrence});
    market::refuses_impossible_numbers(&app, PATH, &shop, chosen).await;
}
