//! Support tickets, live for both sides.

use serde_json::json;

use super::is_event;
use crate::support::{
    app::{Person, TestApp},
    order,
    socket::Socket,
    ticket::{self, COMPANY_PATH, PATH},
};

async fn join(app: &TestApp, who: &Person, ticket: &serde_json::Value) -> Socket {
    let path = format!("/ws/tickets/{}/?token={}", ticket["id"], who.access);
    Socket::open(app.running.address.port(), &path).await.expect("the server listens")
}

#[actix_web::test]
async fn message_and_state_reach_both_sides() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let (ann, eve) = (app.person("ann").await, app.person("eve").await);
    let order = shop.paid(&app, &ann).await;
    let opened = ticket::open(&app, &ann, Some(order)).await;
    let mut sides = [join(&app, &ann, &opened).await, join(&app, &shop.owner, &opened).await];
    for side in &mut sides {
        assert_eq!(side.wait_for("snapshot").await["data"]["ticket"]["id"], opened["id"]);
    }
    ticket::write(&app, COMPANY_PATH, &shop.owner, &opened, "We are sorry.").await;
    for side in &mut sides {
        let event = side.wait(is_event("message")).await;
        assert_eq!(event["data"]["message"]["text"], "We are sorry.");
        assert_eq!(event["data"]["ticket"]["state"], json!("waiting_customer"));
    }
    ticket::set_state(&app, PATH, &ann, &opened, "resolved").await;
    for side in &mut sides {
        assert_eq!(side.wait(is_event("message")).await["data"]["message"]["kind"], "state");
    }
    let mut stranger = join(&app, &eve, &opened).await;
    assert_eq!(stranger.closed().await, hub::protocol::close::NO_SUCH_STREAM);
}
