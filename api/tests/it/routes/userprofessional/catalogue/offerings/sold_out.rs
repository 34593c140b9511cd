use serde_json::json;

use crate::{
    routes::userprofessional::catalogue::{create, facial, owners, path},
    support::app::TestApp,
};

#[actix_web::test]
async fn several_offerings_are_sold_out_together() {
    let app = TestApp::start().await;
    let (owner, other) = owners(&app).await;
    let ids = [create(&app, &owner, facial()).await, create(&app, &owner, facial()).await];
    let body = json!({"ids": ids, "sold_out": true});
    assert_eq!(app.call("PUT", &path("offerings/sold-out/")).as_(&owner).json(body.clone()).await.status, 200);
    let sold_out = app.get(&path("offerings/?sold_out=true")).as_(&owner).send().await;
    assert_eq!(sold_out.json["total"], 2);
    app.call("PUT", &path("offerings/sold-out/")).as_(&other).json(body).await.refused(404, "not_found");
    let none = json!({"ids": [], "sold_out": true});
    app.call("PUT", &path("offerings/sold-out/")).as_(&owner).json(none).await.refused_fields(&["ids"]);
}
