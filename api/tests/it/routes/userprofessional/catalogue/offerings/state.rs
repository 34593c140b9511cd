use serde_json::json;

use crate::{
    routes::userprofessional::catalogue::{create, facial, owners, path},
    support::app::TestApp,
};

#[actix_web::test]
async fn archived_offering_leaves_list_and_returns() {
    let app = TestApp::start().await;
    let (owner, other) = owners(&app).await;
    let id = create(&app, &owner, facial()).await;
    let put =
        |state: &str| app.call("PUT", &path("offerings/state/")).as_(&owner).json(json!({"ids": [id], "state": state}));
    let total = async || app.get(&path("offerings/")).as_(&owner).send().await.json["total"].clone();
    assert_eq!((put("archived").await.status, total().await), (200, json!(0)));
    assert_eq!((put("active").await.status, total().await), (200, json!(1)));
    put("gone").await.refused_fields(&["state"]);
    let foreign = json!({"ids": [id], "state": "archived"});
    app.call("PUT", &path("offerings/state/")).as_(&other).json(foreign).await.refused(404, "not_found");
}
