use serde_json::json;

use super::PATH;
use crate::{routes::users::friends::ask, support::app::TestApp};

#[actix_web::test]
async fn count_is_that_of_the_caller() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    ask(&app, &ann, &ben).await;
    let path = format!("{PATH}unread-count/");
    assert_eq!(app.get(&path).as_(&ben).send().await.data(), &json!({"unread": 1}));
    assert_eq!(app.get(&path).as_(&ann).send().await.data(), &json!({"unread": 0}));
}
