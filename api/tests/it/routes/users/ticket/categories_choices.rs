use serde_json::json;

use crate::support::app::TestApp;

#[actix_web::test]
async fn category_names_are_listed_in_order() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let names = app.get("/api/v1/users/ticket/categories-choices/").as_(&ann).send().await;
    let list = names.data().as_array().unwrap();
    assert_eq!((list.len(), &list[0]), (6, &json!({"key": "refund_request", "label": "Refund request"})));
}
