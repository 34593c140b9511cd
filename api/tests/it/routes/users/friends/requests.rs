use serde_json::json;

use super::ask;
use crate::support::app::TestApp;

const PATH: &str = "/api/v1/users/friends/requests/";

#[actix_web::test]
async fn pending_request_is_visible_to_both_sides_only() {
    let app = TestApp::start().await;
    let (ann, ben, cem) = (app.person("ann").await, app.person("ben").await, app.person("cem").await);
    ask(&app, &ann, &ben).await;
    let hers = app.get(PATH).as_(&ann).send().await;
    let his = app.get(PATH).as_(&ben).send().await;
    let theirs = app.get(PATH).as_(&cem).send().await;
    assert_eq!((&hers.data()["incoming"], &hers.data()["outgoing"][0]["user"]["id"]), (&json!([]), &json!(ben.id)));
    assert_eq!((&his.data()["incoming"][0]["user"]["id"], &his.data()["outgoing"]), (&json!(ann.id), &json!([])));
    assert_eq!(theirs.data(), &json!({"incoming": [], "outgoing": []}));
    app.get(PATH).send().await.refused(401, "unauthenticated");
}
