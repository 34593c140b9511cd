use crate::support::{app::TestApp, market};

const PATH: &str = "/api/v1/users/book-slot/";

#[actix_web::test]
async fn slot_is_booked_at_once_for_the_price_seen() {
    let app = TestApp::start().await;
    let (shop, _) = market::salon(&app, "tours").await;
    market::books_at_once(&app, PATH, &shop, market::at_ten(), 4_500).await;
}

#[actix_web::test]
async fn impossible_numbers_are_refused_and_hold_nothing() {
    let app = TestApp::start().await;
    let (shop, _) = market::salon(&app, "tours").await;
    let chosen = market::at_ten();
    market::refuses_impossible_numbers(&app, PATH, &shop, chosen).await;
}
