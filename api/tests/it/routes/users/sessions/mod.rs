mod session_id;

use serde_json::json;
use store::{
    security::session::{self, NewSession},
    types::{ids::SessionId, timestamp::Timestamp},
};

use crate::support::{
    app::{PASSWORD, Person, TestApp},
    socket::Socket,
};

const PATH: &str = "/api/v1/users/sessions/";

/// Signs a user in on one more device.
pub async fn another_device(app: &TestApp, person: &Person) -> Person {
    let login = json!({"email": person.user_name, "password": PASSWORD});
    let call = app.post("/api/v1/users/login/").header("user-agent", "Another device");
    Person::of(&call.json(login).await)
}

#[actix_web::test]
async fn caller_sees_their_own_devices() {
    let app = TestApp::start().await;
    let (phone, ben) = (app.person("ann").await, app.person("ben").await);
    let laptop = another_device(&app, &phone).await;
    let answer = app.get(PATH).as_(&laptop).send().await;
    let devices = answer.data().as_array().unwrap();
    assert_eq!((answer.status, devices.len()), (200, 2));
    let current: Vec<_> = devices.iter().filter(|device| device["current"] == true).collect();
    assert_eq!((current.len(), &current[0]["user_agent"]), (1, &json!("Another device")));
    assert_eq!(current[0]["address"], "127.0.0.1");
    assert_eq!(app.get(PATH).as_(&ben).send().await.data().as_array().unwrap().len(), 1);
    app.get(PATH).send().await.refused(401, "unauthenticated");
}

#[actix_web::test]
async fn all_other_devices_are_signed_out_and_their_sockets_closed() {
    let app = TestApp::start().await;
    let (phone, ben) = (app.person("ann").await, app.person("ben").await);
    let laptop = another_device(&app, &phone).await;
    let list = format!("/ws/group-list/?type=users&id={}&token={}", phone.id, phone.access);
    let mut socket = Socket::open(app.running.address.port(), &list).await.unwrap();
    socket.wait_for("snapshot").await;

    assert_eq!(app.call("DELETE", PATH).as_(&laptop).send().await.status, 200);
    assert_eq!(socket.closed().await, hub::protocol::close::UNAUTHENTICATED);
    app.get(PATH).as_(&phone).send().await.refused(401, "auth.session_revoked");
    let refresh = json!({"refresh_token": phone.refresh});
    app.post("/api/v1/users/token/refresh/").json(refresh).await.refused(401, "auth.session_revoked");
    assert_eq!(app.get(PATH).as_(&laptop).send().await.data().as_array().unwrap().len(), 1);
    assert_eq!(app.get(PATH).as_(&ben).send().await.status, 200);
}

#[actix_web::test]
async fn excess_device_signs_out_the_least_recently_used() {
    let app = TestApp::start().await;
    let phone = app.person("ann").await;
    let list = format!("/ws/group-list/?type=users&id={}&token={}", phone.id, phone.access);
    let mut socket = Socket::open(app.running.address.port(), &list).await.unwrap();
    socket.wait_for("snapshot").await;
    let state = app.state();
    for _ in 1..session::PER_ACCOUNT {
        let now = Timestamp::now();
        let new = NewSession {
            id: SessionId(state.ids.next(now)),
            account: phone.id,
            user_agent: String::new(),
            address: String::new(),
            now,
            lifetime: Timestamp::DAY,
        };
        session::create(&state.db, &new).await.unwrap();
    }
    assert_eq!(app.get(PATH).as_(&phone).send().await.data().as_array().unwrap().len(), 100);
    let laptop = another_device(&app, &phone).await;
    assert_eq!(socket.closed().await, hub::protocol::close::UNAUTHENTICATED);
    app.get(PATH).as_(&phone).send().await.refused(401, "auth.session_revoked");
    assert_eq!(app.get(PATH).as_(&laptop).send().await.data().as_array().unwrap().len(), 100);
}
