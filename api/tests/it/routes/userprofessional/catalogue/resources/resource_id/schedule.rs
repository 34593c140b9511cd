use serde_json::json;

use crate::{
    routes::userprofessional::catalogue::{owners, path},
    support::app::TestApp,
};

#[actix_web::test]
async fn working_time_of_staff_is_replaced() {
    let app = TestApp::start().await;
    let (owner, other) = owners(&app).await;
    let created = app.post(&path("resources/")).as_(&owner).json(json!({"kind": "staff", "name": "Ana"})).await;
    let times = path(&format!("resources/{}/schedule/", created.data()[0]["id"]));
    let rules = json!({"rules": [{"weekdays": [1], "starts": "09:00", "ends": "12:00"}], "exceptions": []});
    app.call("PUT", &times).as_(&other).json(rules.clone()).await.refused(404, "not_found");
    app.get(&times).as_(&other).send().await.refused(404, "not_found");
    assert_eq!(app.call("PUT", &times).as_(&owner).json(rules).await.status, 200);
    let shown = app.get(&times).as_(&owner).send().await;
    assert_eq!(shown.data()["rules"][0]["starts"], "09:00");
}
