mod delete;
mod folder;
mod offering_id;
mod order;
mod sold_out;
mod state;

use serde_json::json;

use super::{create, facial, owners, path};
use crate::support::app::TestApp;

#[actix_web::test]
async fn offering_is_created_and_listed_for_its_company_only() {
    let app = TestApp::start().await;
    let (owner, other) = owners(&app).await;
    let id = create(&app, &owner, facial()).await;
    let list = app.get(&path("offerings/?kind=service&query=fac")).as_(&owner).send().await;
    assert_eq!((&list.json["total"], &list.data()[0]["id"]), (&json!(1), &json!(id)));
    assert_eq!(list.data()[0]["price"], 4500);
    let foreign = app.get(&path("offerings/")).as_(&other).send().await;
    assert_eq!(foreign.data(), &json!([]));
    let ann = app.person("ann").await;
    app.get(&path("offerings/")).as_(&ann).send().await.refused(403, "not_allowed");
}

#[actix_web::test]
async fn invalid_fields_are_named_together() {
    let app = TestApp::start().await;
    let (owner, _) = owners(&app).await;
    let post = || app.post(&path("offerings/")).as_(&owner);
    post().json(json!({})).await.refused_fields(&["category", "kind", "name", "variants"]);
    let mut wrong = facial();
    wrong["name"] = json!("");
    wrong["category"] = json!("food");
    wrong["vat_rate"] = json!(10_001);
    wrong["duration_minutes"] = json!(3);
    wrong["variants"] = json!([{"price": -1, "capacity": i64::MAX}]);
    let fields = ["category", "duration_minutes", "name", "variants.0.capacity", "variants.0.price", "vat_rate"];
    post().json(wrong).await.refused_fields(&fields);
    let mut wrong = facial();
    wrong["wings"] = json!(2);
    post().json(wrong).await.refused_fields(&["wings"]);
    let mut wrong = facial();
    wrong["variants"] = json!([{"price": "much"}]);
    post().json(wrong).await.refused_fields(&["variants"]);
    app.get(&path("offerings/?state=gone")).as_(&owner).send().await.refused_fields(&["state"]);
    app.get(&path("offerings/?per_page=101")).as_(&owner).send().await.refused_fields(&["per_page"]);
}
