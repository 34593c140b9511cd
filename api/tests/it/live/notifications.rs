//! Notifications, live on every device of an account.

use serde_json::{Value, json};

use super::is_event;
use crate::{
    routes::users::friends::ask,
    support::{
        app::{Person, TestApp},
        socket::Socket,
    },
};

const PATH: &str = "/api/v1/users/notifications/";

async fn open(app: &TestApp, person: &Person) -> (Socket, Value) {
    let path = format!("/ws/notifications/?id={}&token={}", person.id, person.access);
    let mut socket = Socket::open(app.running.address.port(), &path).await.expect("the server listens");
    let snapshot = socket.wait_for("snapshot").await;
    (socket, snapshot)
}

#[actix_web::test]
async fn notification_is_read_and_deleted_on_every_device() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (mut phone, snapshot) = open(&app, &ann).await;
    assert_eq!(snapshot["data"], json!({"unread": 0, "notifications": [], "company": null}));
    let (mut laptop, _) = open(&app, &ann).await;

    ask(&app, &ben, &ann).await;
    for device in [&mut phone, &mut laptop] {
        let event = device.wait(is_event("notification")).await;
        assert_eq!(event["data"]["unread"], 1);
        assert_eq!(event["data"]["notification"]["actor"]["id"], json!(ben.id));
    }
    app.call("PUT", &format!("{PATH}read/")).as_(&ann).json(json!({"ids": [1]})).await;
    for device in [&mut phone, &mut laptop] {
        let event = device.wait(is_event("read")).await;
        assert_eq!((&event["data"]["ids"], &event["data"]["unread"]), (&json!([1]), &json!(0)));
    }
    let (_, snapshot) = open(&app, &ann).await;
    assert_eq!(snapshot["data"]["notifications"][0]["read"], true);
    app.call("DELETE", PATH).as_(&ann).send().await;
    for device in [&mut phone, &mut laptop] {
        assert_eq!(device.wait(is_event("deleted")).await["data"]["ids"], Value::Null);
    }
}

#[actix_web::test]
async fn notifications_of_another_user_are_refused() {
    let app = TestApp::start().await;
    let (ann, eve) = (app.person("ann").await, app.person("eve").await);
    let path = format!("/ws/notifications/?id={}&token={}", ann.id, eve.access);
    let mut socket = Socket::open(app.running.address.port(), &path).await.unwrap();
    assert_eq!(socket.closed().await, hub::protocol::close::NO_SUCH_STREAM);
}
