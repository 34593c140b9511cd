use hub::Authenticate as _;
use store::{
    account::AccountKind,
    types::{ids::SessionId, timestamp::Timestamp},
};

use crate::support::{app::TestApp, socket::Socket};

#[actix_web::test]
async fn ticket_identifies_its_holder_once() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let answer = app.post("/api/v1/ws/ticket/").as_(&ann).send().await;
    assert_eq!((answer.status, &answer.data()["expires_in"]), (200, &30.into()));
    let ticket = answer.data()["ticket"].as_str().unwrap();
    let tokens = &app.state().tokens;
    assert_eq!(tokens.ticket(ticket).await.unwrap().user, ann.id);
    assert_eq!(tokens.ticket(ticket).await.unwrap_err().code, "unauthenticated");
}

#[actix_web::test]
async fn guest_needs_an_account_and_is_refused_by_sockets() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let token = app.state().tokens.access(ann.id, SessionId(1), AccountKind::Guest, Timestamp::now()).unwrap();
    app.post("/api/v1/ws/ticket/").bearer(&token).send().await.refused(403, "auth.guest");
    let path = format!("/ws/group-list/?type=users&id={}&token={token}", ann.id);
    let mut socket = Socket::open(app.running.address.port(), &path).await.unwrap();
    assert_eq!(socket.closed().await, hub::protocol::close::NOT_ALLOWED);
}

#[actix_web::test]
async fn ticket_requires_a_token() {
    let app = TestApp::start().await;
    app.post("/api/v1/ws/ticket/").send().await.refused(401, "unauthenticated");
}
