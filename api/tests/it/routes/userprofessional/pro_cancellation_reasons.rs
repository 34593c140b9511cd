use crate::support::app::TestApp;

#[actix_web::test]
async fn reasons_of_a_cancellation_are_listed() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let reasons = app.get("/api/v1/userprofessional/pro-cancellation-reasons/?booking_id=1").as_(&ann).send().await;
    assert_eq!((reasons.status, &reasons.data()[0]["key"]), (200, &serde_json::json!("sold_out")));
}
