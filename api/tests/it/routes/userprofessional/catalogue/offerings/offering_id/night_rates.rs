use serde_json::{Value, json};

use crate::{
    routes::userprofessional::catalogue::{create, owners, path},
    support::app::TestApp,
};

#[actix_web::test]
async fn night_rates_are_replaced_and_checked() {
    let app = TestApp::start().await;
    let (owner, other) = owners(&app).await;
    let room = json!({
        "category": "hotels", "kind": "service", "name": "Double", "variants": [{"price": 9000, "capacity": 2}],
    });
    let id = create(&app, &owner, room).await;
    let shown = app.get(&path(&format!("offerings/{id}/"))).as_(&owner).send().await;
    let rates = path(&format!("offerings/{id}/night-rates/"));
    let put = |body: Value| app.call("PUT", &rates).as_(&owner).json(body);
    let mut rate = json!({
        "variant_id": shown.data()["variants"][0]["id"], "from_date": "2026-12-20", "to_date": "2026-12-31",
        "weekdays": [5, 6], "price": 12_000, "min_nights": 2,
    });
    let saved = put(json!({"rates": [rate]})).await;
    assert_eq!((saved.status, &saved.data()["night_rates"][0]["price"]), (200, &json!(12_000)));
    app.call("PUT", &rates).as_(&other).json(json!({"rates": []})).await.refused(404, "not_found");
    rate["to_date"] = json!("2026-12-01");
    put(json!({"rates": [rate]})).await.refused_fields(&["rates.0.to_date"]);
    put(json!({})).await.refused_fields(&["rates"]);
}
