use crate::support::app::TestApp;

#[actix_web::test]
async fn recipient_sees_what_both_have_in_common() {
    let app = TestApp::start().await;
    let (ann, ben, cat) = (app.person("ann").await, app.person("ben").await, app.person("cat").await);
    for friend in [&ann, &ben] {
        crate::routes::users::friends::befriend(&app, friend, &cat).await;
    }
    let path = format!("/api/v1/chat/chats/{}/request/", app.ask(&ann, &ben).await);
    let common = app.get(&path).as_(&ben).send().await;
    assert_eq!((common.status, &common.data()["from"]["userName"]), (200, &"ann".into()));
    assert_eq!(common.data()["mutual_friends"], 1);
    assert_eq!(common.data()["friends"][0]["userName"], "cat");
    for other in [&ann, &cat] {
        app.get(&path).as_(other).send().await.refused(404, "not_found");
    }
    app.get(&path).send().await.refused(401, "unauthenticated");
}
