use serde_json::{Value, json};

use crate::{
    routes::userprofessional::advertisements,
    support::app::{Person, TestApp},
};

async fn counts(app: &TestApp, owner: &Person) -> (Value, Value) {
    let listed = app.get(advertisements::PATH).as_(owner).send().await;
    (listed.data()[0]["views"].clone(), listed.data()[0]["clicks"].clone())
}

#[actix_web::test]
async fn account_counts_once_for_a_view_and_once_for_a_click() {
    let app = TestApp::start().await;
    let (chef, id) = advertisements::running(&app).await;
    let path = format!("/api/v1/users/advertisements/count/{id}/");
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    for _ in 0..2 {
        assert_eq!(app.post(&path).as_(&ann).send().await.status, 200);
    }
    assert_eq!(counts(&app, &chef).await, (json!(1), json!(0)));
    for _ in 0..2 {
        assert_eq!(app.post(&path).as_(&ann).json(json!({"event": "click"})).await.status, 200);
    }
    assert_eq!(counts(&app, &chef).await, (json!(1), json!(1)));
    // A click without a view counts as both.
    assert_eq!(app.post(&path).as_(&ben).json(json!({"event": "click"})).await.status, 200);
    assert_eq!(counts(&app, &chef).await, (json!(2), json!(2)));
}

#[actix_web::test]
async fn advertisement_that_does_not_run_is_not_counted() {
    let app = TestApp::start().await;
    let (chef, id) = advertisements::running(&app).await;
    let own = format!("{}{id}/", advertisements::PATH);
    assert_eq!(app.call("PUT", &own).as_(&chef).json(json!({"paused": true})).await.status, 200);
    let path = format!("/api/v1/users/advertisements/count/{id}/");
    app.post(&path).send().await.refused(404, "not_found");
    app.post(&path).json(json!({"event": "gold"})).await.refused(422, "validation");
    assert_eq!(counts(&app, &chef).await, (json!(0), json!(0)));
}
