use serde_json::{Value, json};

use crate::{
    routes::userprofessional::catalogue::{create, facial, owners, path},
    support::app::TestApp,
};

#[actix_web::test]
async fn times_are_replaced_and_errors_name_their_row() {
    let app = TestApp::start().await;
    let (owner, other) = owners(&app).await;
    let id = create(&app, &owner, facial()).await;
    let schedule = path(&format!("offerings/{id}/schedule/"));
    let put = |body: Value| app.call("PUT", &schedule).as_(&owner).json(body);
    let rule = json!({"weekdays": [1, 2], "starts": "09:00", "ends": "18:00"});
    let saved = put(json!({"rules": [rule], "exceptions": [{"date": "2026-12-24", "available": false}]})).await;
    assert_eq!((saved.status, &saved.data()["rules"][0]["ends"]), (200, &json!("18:00")));
    let reversed = json!({"weekdays": [1], "starts": "19:00", "ends": "18:00"});
    put(json!({"rules": [rule, reversed], "exceptions": []})).await.refused_fields(&["rules.1"]);
    put(json!({"rules": []})).await.refused_fields(&["exceptions"]);
    let empty = json!({"rules": [], "exceptions": []});
    app.call("PUT", &schedule).as_(&other).json(empty).await.refused(404, "not_found");
}
