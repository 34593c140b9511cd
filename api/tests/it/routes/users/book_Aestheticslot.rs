use crate::support::{app::TestApp, market};

const PATH: &str = "/api/v1/users/book-Aestheticslot/";

#[actix_web::test]
async fn slot_is_booked_at_once_for_the_price_seen() {
    let app = TestApp::start().await;
    let (shop, _) = market::salon(&app, "beauty").await;
    market::books_at_once(&app, PATH, &shop, market::at_ten(), 4_500).await;
}

#[actix_web::test]
async fn offer_of_another_category_is_refused() {
    let app = TestApp::start().await;
    let (ann, (shop, _)) = (app.person("ann").await, market::salon(&app, "tours").await);
    let refused = app.post(PATH).as_(&ann).json(market::booking(&shop, market::at_ten())).await;
    refused.refused_fields(&["product_id"]);
}

#[actix_web::test]
async fn impossible_numbers_are_refused_and_hold_nothing() {
    let app = TestApp::start().await;
    let (shop, _) = market::salon(&app, "beauty").await;
    let chosen = market::at_ten();
    market::refuses_impossible_numbers(&app, PATH, &shop, chosen).await;
}
