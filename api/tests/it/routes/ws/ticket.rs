use hub::Authenticate as _;

use crate::app::TestApp;

#[actix_web::test]
async fn a_ticket_stands_for_its_holder_once() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let answer = app.post("/api/v1/ws/ticket/").as_(&ann).send().await;
    assert_eq!((answer.status, &answer.data()["expires_in"]), (200, &30.into()));
    let ticket = answer.data()["ticket"].as_str().unwrap();
    let tokens = &app.state().tokens;
    assert_eq!(tokens.ticket(ticket).map(|holder| holder.user), Some(ann.id));
    assert_eq!(tokens.ticket(ticket), None);
}

#[actix_web::test]
async fn nobody_gets_one_without_a_token() {
    let app = TestApp::start().await;
    app.post("/api/v1/ws/ticket/").send().await.refused(401, "unauthenticated");
}
