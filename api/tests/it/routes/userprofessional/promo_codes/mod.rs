use serde_json::{Value, json};

use crate::support::{app::TestApp, order};

mod promo_code_id;

pub const PATH: &str = "/api/v1/userprofessional/promo-codes/";

/// Body of a code for 10 %.
pub fn form() -> Value {
    json!({
        "code": "ten", "kind": "percent", "value": 10, "limit_total": 5, "limit_each": null,
        "starts_at": "2026-01-01T00:00:00.000Z", "ends_at": "2099-01-01T00:00:00.000Z",
    })
}

#[actix_web::test]
async fn company_creates_promo_codes() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let post = |body: Value| app.post(PATH).as_(&shop.owner).json(body);
    for (field, value) in [
        ("code", json!("a b c")),
        ("code", json!("ab")),
        ("value", json!(101)),
        ("minimum_order", json!(-1)),
        ("ends_at", json!("2025-01-01T00:00:00.000Z")),
        ("limit_each", json!(0)),
    ] {
        let mut body = form();
        body[field] = value;
        post(body).await.refused_fields(&[field]);
    }
    let created = post(form()).await;
    assert_eq!((created.status, &created.data()["code"], &created.data()["used"]), (201, &json!("TEN"), &json!(0)));
    post(form()).await.refused_fields(&["code"]);
    let shown = app.get(PATH).as_(&shop.owner).send().await;
    assert_eq!(shown.json["total"], 1);

    // A customer uses it, and the use is counted.
    let ann = app.person("ann").await;
    shop.fill(&app, &ann, shop.mug, 1).await;
    let details = json!({"promo_code": "TEN"});
    let cart = app.call("PUT", &shop.details(2)).as_(&ann).json(details).await;
    assert_eq!(cart.data()["total"], 1_080);
    let placed = app.post(&shop.create()).as_(&ann).json(json!({"expected_total": 1_080})).await;
    assert_eq!(placed.status, 201);
    let shown = app.get(PATH).as_(&shop.owner).send().await;
    assert_eq!(shown.data()[0]["used"], 1);
}
