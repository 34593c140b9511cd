use super::another_device;
use crate::support::app::{Person, TestApp};

const PATH: &str = "/api/v1/users/sessions/";

async fn own_session(app: &TestApp, person: &Person) -> i64 {
    let devices = app.get(PATH).as_(person).send().await;
    let devices = devices.data().as_array().unwrap();
    devices.iter().find(|device| device["current"] == true).unwrap()["id"].as_i64().unwrap()
}

#[actix_web::test]
async fn single_device_is_signed_out() {
    let app = TestApp::start().await;
    let phone = app.person("ann").await;
    let (laptop, tablet) = (another_device(&app, &phone).await, another_device(&app, &phone).await);
    let path = format!("{PATH}{}/", own_session(&app, &phone).await);
    assert_eq!(app.call("DELETE", &path).as_(&laptop).send().await.status, 200);
    app.get(PATH).as_(&phone).send().await.refused(401, "auth.session_revoked");
    assert_eq!(app.get(PATH).as_(&tablet).send().await.status, 200);
    app.call("DELETE", &path).as_(&laptop).send().await.refused(404, "not_found");
}

#[actix_web::test]
async fn foreign_device_is_not_found() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let path = format!("{PATH}{}/", own_session(&app, &ann).await);
    app.call("DELETE", &path).as_(&ben).send().await.refused(404, "not_found");
    app.call("DELETE", &format!("{PATH}999/")).as_(&ben).send().await.refused(404, "not_found");
    app.call("DELETE", &format!("{PATH}x/")).as_(&ben).send().await.refused(404, "not_found");
    assert_eq!(app.get(PATH).as_(&ann).send().await.status, 200);
}
