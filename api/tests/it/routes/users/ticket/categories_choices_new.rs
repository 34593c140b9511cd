use serde_json::json;

use crate::support::app::TestApp;

#[actix_web::test]
async fn categories_tell_if_they_are_about_an_order() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let categories = app.get("/api/v1/users/ticket/categories-choices-new/").as_(&ann).send().await;
    let account = categories.data().as_array().unwrap().iter().find(|one| one["key"] == "account_problem").unwrap();
    assert_eq!(account, &json!({"key": "account_problem", "label": "Account problem", "about_order": false}));
}
