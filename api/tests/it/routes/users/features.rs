use crate::support::app::TestApp;

#[actix_web::test]
async fn twenty_three_features_are_listed() {
    let app = TestApp::start().await;
    let list = app.get("/api/v1/users/features/").send().await;
    assert_eq!(list.data().as_array().unwrap().len(), 23);
    assert_eq!(list.data()[2], serde_json::json!({"key": "halal", "kind": "flag"}));
}
