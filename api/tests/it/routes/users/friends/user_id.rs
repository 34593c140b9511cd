use serde_json::json;

use super::befriend;
use crate::support::app::TestApp;

#[actix_web::test]
async fn either_friend_may_unfriend_and_no_other_user() {
    let app = TestApp::start().await;
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    befriend(&app, &ann, &ben).await;
    let path = |of: &crate::support::app::Person| format!("/api/v1/users/friends/{}/", of.id);
    app.call("DELETE", &path(&ann)).as_(&eve).send().await.refused(404, "not_found");
    app.call("DELETE", &path(&ann)).send().await.refused(401, "unauthenticated");
    assert_eq!(app.call("DELETE", &path(&ann)).as_(&ben).send().await.status, 200);
    app.call("DELETE", &path(&ben)).as_(&ann).send().await.refused(404, "not_found");
    assert_eq!(app.get("/api/v1/users/friends/").as_(&ann).send().await.data(), &json!([]));
}
