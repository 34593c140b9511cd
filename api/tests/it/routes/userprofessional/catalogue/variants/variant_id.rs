use serde_json::{Value, json};

use crate::{
    routes::userprofessional::catalogue::{create, facial, owners, path},
    support::app::TestApp,
};

#[actix_web::test]
async fn price_and_units_of_variant_are_changed() {
    let app = TestApp::start().await;
    let (owner, other) = owners(&app).await;
    let id = create(&app, &owner, facial()).await;
    let list = app.get(&path("offerings/")).as_(&owner).send().await;
    let variant = path(&format!("variants/{}/", list.data()[0]["variant_id"]));
    let put = |body: Value| app.call("PUT", &variant).as_(&owner).json(body);
    assert_eq!(put(json!({"price": 990})).await.status, 200);
    assert_eq!(put(json!({"units": 7})).await.status, 200);
    let shown = async || app.get(&path(&format!("offerings/{id}/"))).as_(&owner).send().await;
    let first = shown().await.data()["variants"][0].clone();
    assert_eq!((&first["price"], &first["capacity"]), (&json!(990), &json!(7)));
    assert_eq!(put(json!({"units": null})).await.status, 200);
    assert_eq!(shown().await.data()["variants"][0]["capacity"], Value::Null);
    put(json!({"price": -1})).await.refused_fields(&["price"]);
    put(json!({"units": -1})).await.refused_fields(&["units"]);
    put(json!({"wings": 2})).await.refused_fields(&["wings"]);
    app.call("PUT", &variant).as_(&other).json(json!({"price": 1})).await.refused(404, "not_found");
}
