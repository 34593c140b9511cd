use serde_json::json;

use crate::support::app::TestApp;

#[actix_web::test]
async fn reasons_are_listed_in_order_without_sign_in() {
    let app = TestApp::start().await;
    let reasons = app.get("/api/v1/users/report-reasons/").send().await;
    let list = reasons.data().as_array().unwrap();
    assert_eq!((reasons.status, &list[0]["key"]), (200, &json!("spam")));
    assert_eq!(list.last().unwrap(), &json!({"key": "other", "label": "Something else"}));
}
