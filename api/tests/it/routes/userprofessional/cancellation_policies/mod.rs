mod id;

use serde_json::{Value, json};

use crate::support::{
    app::TestApp,
    policies::{CANCELLATION, RULE, owner, place},
};

#[actix_web::test]
async fn cancellation_policy_is_added_in_any_body_format() {
    CANCELLATION.adds_in_any_format(&TestApp::start().await).await;
}

#[actix_web::test]
async fn invalid_cancellation_policy_fields_are_named() {
    CANCELLATION.refuses_invalid_entries(&TestApp::start().await).await;
}

#[actix_web::test]
async fn cancellation_policies_are_filtered_and_paged() {
    CANCELLATION.filters_and_pages(&TestApp::start().await).await;
}

#[actix_web::test]
async fn terms_are_saved_with_an_entry_and_listed() {
    let app = TestApp::start().await;
    let chef = owner(&app, "chef").await;
    let terms = async || app.get(&place(CANCELLATION.list)).as_(&chef).send().await.json["terms"].clone();
    assert_eq!(terms().await, json!({"free_cancel_hours": 24, "cancel_fee_percent": 0}));
    let form = "title=Late&free_cancel_hours=48&cancel_fee_percent=50";
    assert_eq!(app.post(&place(CANCELLATION.add)).as_(&chef).form(form).await.status, 201);
    assert_eq!(terms().await, json!({"free_cancel_hours": 48, "cancel_fee_percent": 50}));
    for (field, value) in [
        ("free_cancel_hours", json!(721)),
        ("free_cancel_hours", json!(-1)),
        ("cancel_fee_percent", json!(101)),
        ("cancel_fee_percent", json!(0.5)),
    ] {
        let mut body = json!({"title": "Late"});
        body[field] = value;
        app.post(&place(CANCELLATION.add)).as_(&chef).json(body).await.refused_fields(&[field]);
    }
    assert_eq!(terms().await, json!({"free_cancel_hours": 48, "cancel_fee_percent": 50}));
    assert_eq!(app.get(&place(RULE.list)).as_(&chef).send().await.json.get("terms"), None::<&Value>);
}

#[actix_web::test]
async fn entry_beyond_the_limit_is_refused_with_409() {
    let app = TestApp::start().await;
    let chef = owner(&app, "chef").await;
    for _ in 0..50 {
        CANCELLATION.added(&app, &chef, json!({"title": "Late"})).await;
    }
    let one_more = json!({"title": "Late", "cancel_fee_percent": 50});
    let refused = app.post(&place(CANCELLATION.add)).as_(&chef).json(one_more).await;
    refused.refused(409, "policy.too_many");
    let list = app.get(&place(CANCELLATION.list)).as_(&chef).send().await;
    assert_eq!((&list.json["total"], &list.json["terms"]["cancel_fee_percent"]), (&json!(50), &json!(0)));
    RULE.added(&app, &chef, json!({"title": "Quiet hours"})).await;
}
