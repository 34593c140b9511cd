mod duplicate;
mod night_rates;
mod occurrences;
mod schedule;
mod sold_out;

use serde_json::{Value, json};

use crate::{
    routes::userprofessional::catalogue::{create, facial, owners, path},
    support::app::TestApp,
};

#[actix_web::test]
async fn sent_fields_change_and_null_clears() {
    let app = TestApp::start().await;
    let (owner, _) = owners(&app).await;
    let id = create(&app, &owner, facial()).await;
    let put = |body: Value| app.call("PUT", &path(&format!("offerings/{id}/"))).as_(&owner).json(body);
    let changed = put(json!({"name": "Facial deluxe", "delivery_price": 5000})).await;
    assert_eq!((changed.status, &changed.data()["delivery_price"]), (200, &json!(5000)));
    put(json!({"delivery_price": null})).await;
    let shown = app.get(&path(&format!("offerings/{id}/"))).as_(&owner).send().await;
    assert_eq!((&shown.data()["name"], &shown.data()["delivery_price"]), (&json!("Facial deluxe"), &Value::Null));
    assert_eq!((&shown.data()["vat_rate"], &shown.data()["currency"]), (&json!(2100), &json!("EUR")));
    put(json!({"details": {"beds": 2}})).await.refused_fields(&["details.beds"]);
    put(json!({"pictures": [1]})).await.refused_fields(&["pictures.0"]);
}

#[actix_web::test]
async fn offering_of_another_company_is_not_found() {
    let app = TestApp::start().await;
    let (owner, other) = owners(&app).await;
    let id = create(&app, &owner, facial()).await;
    let path = path(&format!("offerings/{id}/"));
    app.get(&path).as_(&other).send().await.refused(404, "not_found");
    app.call("PUT", &path).as_(&other).json(json!({"name": "Mine"})).await.refused(404, "not_found");
}
