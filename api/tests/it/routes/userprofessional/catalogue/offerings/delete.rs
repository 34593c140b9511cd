use serde_json::json;

use crate::{
    routes::userprofessional::catalogue::{create, facial, owners, path},
    support::app::TestApp,
};

#[actix_web::test]
async fn deleted_offerings_are_gone() {
    let app = TestApp::start().await;
    let (owner, other) = owners(&app).await;
    let ids = json!({"ids": [create(&app, &owner, facial()).await, create(&app, &owner, facial()).await]});
    let delete = path("offerings/delete/");
    app.post(&delete).as_(&other).json(ids.clone()).await.refused(404, "not_found");
    assert_eq!(app.post(&delete).as_(&owner).json(ids.clone()).await.status, 200);
    assert_eq!(app.get(&path("offerings/")).as_(&owner).send().await.json["total"], 0);
    app.post(&delete).as_(&owner).json(ids).await.refused(404, "not_found");
    app.post(&delete).as_(&owner).json(json!({"ids": []})).await.refused_fields(&["ids"]);
}
