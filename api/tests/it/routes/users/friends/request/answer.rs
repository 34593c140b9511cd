use serde_json::json;

use crate::{app::TestApp, routes::users::friends::ask};

const PATH: &str = "/api/v1/users/friends/request/answer/";

#[actix_web::test]
async fn only_who_was_asked_answers_and_only_once() {
    let app = TestApp::start().await;
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    ask(&app, &ann, &ben).await;
    let yes = json!({"user_id": ann.id, "accept": true});
    for other in [&ann, &eve] {
        app.call("PUT", PATH).as_(other).json(yes.clone()).await.refused(404, "not_found");
    }
    app.call("PUT", PATH).json(yes.clone()).await.refused(401, "unauthenticated");
    app.call("PUT", PATH).as_(&ben).json(json!({"user_id": ann.id})).await.refused_fields(&["accept"]);
    assert_eq!(app.call("PUT", PATH).as_(&ben).json(yes.clone()).await.status, 200);
    app.call("PUT", PATH).as_(&ben).json(yes).await.refused(404, "not_found");
    assert_eq!(store::testing::count(&app.state().db, "friendship").await, 1);
}
