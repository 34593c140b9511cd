use crate::{routes::users::friends::ask, support::app::TestApp};

#[actix_web::test]
async fn only_the_sender_withdraws_a_request() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    ask(&app, &ann, &ben).await;
    let path = |to: &crate::support::app::Person| format!("/api/v1/users/friends/request/{}/", to.id);
    app.call("DELETE", &path(&ann)).as_(&ben).send().await.refused(404, "not_found");
    app.call("DELETE", &path(&ben)).send().await.refused(401, "unauthenticated");
    assert_eq!(app.call("DELETE", &path(&ben)).as_(&ann).send().await.status, 200);
    app.call("DELETE", &path(&ben)).as_(&ann).send().await.refused(404, "not_found");
    assert_eq!(store::testing::count(&app.state().db, "friend_request").await, 0);
}
