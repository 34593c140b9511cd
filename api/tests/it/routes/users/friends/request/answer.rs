use serde_json::json;

use crate::{routes::users::friends::ask, support::app::TestApp};

const PATH: &str = "/api/v1/users/friends/request/answer/";

#[actix_web::test]
async fn only_the_recipient_answers_and_only_once() {
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

#[actix_web::test]
async fn concurrent_accept_decline_and_withdraw_apply_once() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    ask(&app, &ann, &ben).await;
    let answer = |accept: bool| app.call("PUT", PATH).as_(&ben).json(json!({"user_id": ann.id, "accept": accept}));
    let path = format!("/api/v1/users/friends/request/{}/", ben.id);
    let back = app.call("DELETE", &path).as_(&ann).send();
    let (yes, no, back) = futures_util::future::join3(answer(true), answer(false), back).await;
    let mut statuses = [yes.status, no.status, back.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 404, 404]);
    let friends = store::testing::count(&app.state().db, "friendship").await;
    assert_eq!(friends, i64::from(yes.status == 200));
    let waiting = app.get("/api/v1/users/friends/requests/").as_(&ben).send().await;
    assert_eq!(waiting.data(), &json!({"incoming": [], "outgoing": []}));
}
