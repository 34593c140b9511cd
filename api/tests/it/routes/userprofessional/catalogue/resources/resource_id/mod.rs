mod schedule;

use serde_json::json;

use crate::{
    routes::userprofessional::catalogue::{owners, path},
    support::app::TestApp,
};

#[actix_web::test]
async fn resource_is_changed_and_deleted_by_its_company() {
    let app = TestApp::start().await;
    let (owner, other) = owners(&app).await;
    let ana = json!({"kind": "staff", "name": "Ana"});
    let created = app.post(&path("resources/")).as_(&owner).json(ana.clone()).await;
    let one = path(&format!("resources/{}/", created.data()[0]["id"]));
    app.call("PUT", &one).as_(&other).json(ana).await.refused(404, "not_found");
    app.call("DELETE", &one).as_(&other).send().await.refused(404, "not_found");
    let changed = app.call("PUT", &one).as_(&owner).json(json!({"kind": "staff", "name": "Anna"})).await;
    assert_eq!(changed.data()[0]["name"], "Anna");
    assert_eq!(app.call("DELETE", &one).as_(&owner).send().await.status, 200);
    assert_eq!(app.get(&path("resources/")).as_(&owner).send().await.data(), &json!([]));
}
