use crate::support::{app::TestApp, market};

#[actix_web::test]
async fn slots_of_day_follow_hours_and_staff() {
    let app = TestApp::start().await;
    market::lists_slots(&app, "/api/v1/users/availableartandculture-slots/", "art").await;
}

#[actix_web::test]
async fn offer_of_another_category_is_refused() {
    let app = TestApp::start().await;
    market::lists_own_category_only(&app, "/api/v1/users/availableartandculture-slots/").await;
}
