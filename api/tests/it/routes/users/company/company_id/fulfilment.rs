use serde_json::{Value, json};

use crate::support::{app::TestApp, order};

#[actix_web::test]
async fn ways_are_listed_with_fee_minimum_and_promise() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let path = format!("/api/v1/users/company/{}/fulfilment/", shop.company);
    let shown = app.get(&path).send().await;
    assert_eq!((shown.status, &shown.data()["currency"]), (200, &json!("EUR")), "{:#}", shown.json);
    let [collect, delivery] = &shown.data()["options"].as_array().unwrap()[..] else { panic!("{:#}", shown.json) };
    assert_eq!((&collect["kind"], &collect["fee_from"]), (&json!("collect"), &Value::Null));
    assert_eq!((&delivery["fee_from"], &delivery["free_from"]), (&json!(300), &json!(3_000)));
    assert_eq!(delivery["up_to_metres"], 5_000);
    assert!(collect["promised_at"].is_string(), "{collect}");
    let put = app.call("PUT", "/api/v1/userprofessional/fulfilment/").as_(&shop.owner);
    put.json(json!({"options": [{"kind": "express", "minutes": 121, "zones": [{"up_to_metres": 900, "fee": 0}]}]}))
        .await
        .refused_fields(&["options.0.minutes"]);
    let put = app.call("PUT", "/api/v1/userprofessional/fulfilment/").as_(&shop.owner);
    put.json(json!({"options": [{"kind": "collect", "minutes": 1440}]})).await;
    let shown = app.get(&path).send().await;
    assert_eq!(shown.data()["options"].as_array().unwrap().len(), 1);
    assert_eq!(shown.data()["options"][0]["minutes"], 1_440);
    app.get("/api/v1/users/company/nobody/fulfilment/").send().await.refused(404, "not_found");
}

#[actix_web::test]
async fn profile_limits_what_is_offered_and_ordered() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let ways = json!({"options": [
        {"kind": "onsite", "minutes": 10},
        {"kind": "collect", "minutes": 10, "minimum_order": 200},
    ]});
    app.call("PUT", "/api/v1/userprofessional/fulfilment/").as_(&shop.owner).json(ways).await;
    let total = shop.fill(&app, &ann, shop.bread, 1).await;
    let profile = json!({"minimum_order": 800, "takes_orders_in_store": false});
    let saved = app.call("PUT", "/api/v1/userprofessional/store/profile/").as_(&shop.owner).json(profile).await;
    assert_eq!(saved.status, 200, "{:#}", saved.json);
    let shown = app.get(&format!("/api/v1/users/company/{}/fulfilment/", shop.company)).send().await;
    let options = shown.data()["options"].as_array().unwrap().clone();
    assert_eq!((options.len(), &options[0]["kind"], &options[0]["minimum_order"]), (1, &json!("collect"), &json!(800)));
    let cart = app.get(&format!("/api/v1/users/cart/company/{}/", shop.company)).as_(&ann).send().await;
    assert_eq!((&cart.data()["problems"], &cart.data()["minimum_missing"]), (&json!(["minimum_order"]), &json!(550)));
    let refused = app.post(&shop.create()).as_(&ann).json(json!({"expected_total": total})).await;
    refused.refused(409, "order.minimum_order");
    let onsite = app.call("PUT", &shop.details(1)).as_(&ann).json(json!({})).await;
    assert_eq!(onsite.data()["problems"][0], "fulfilment_unavailable");
}
