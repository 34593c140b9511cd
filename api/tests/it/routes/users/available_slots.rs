use crate::support::{app::TestApp, market};

#[actix_web::test]
async fn slots_of_day_follow_hours_and_staff() {
    let app = TestApp::start().await;
    market::lists_slots(&app, "/api/v1/users/available-slots/", "tours").await;
}
