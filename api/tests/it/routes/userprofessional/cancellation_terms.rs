use serde_json::{Value, json};

use crate::support::{
    app::TestApp,
    policies::{CANCELLATION, owner, place},
};

#[actix_web::test]
async fn terms_change_without_an_entry() {
    let app = TestApp::start().await;
    let (chef, hotel) = (owner(&app, "chef").await, owner(&app, "hotel").await);
    let put = async |body: Value| app.call("PUT", &place("cancellation-terms/")).as_(&chef).json(body).await;
    let hours = put(json!({"free_cancel_hours": 0})).await;
    assert_eq!((hours.status, hours.data()), (200, &json!({"free_cancel_hours": 0, "cancel_fee_percent": 0})));
    let fee = put(json!({"cancel_fee_percent": 100})).await;
    assert_eq!(fee.data(), &json!({"free_cancel_hours": 0, "cancel_fee_percent": 100}));
    let both = json!({"free_cancel_hours": 721, "cancel_fee_percent": -1});
    put(both).await.refused_fields(&["cancel_fee_percent", "free_cancel_hours"]);
    put(json!({"title": "Late"})).await.refused_fields(&["title"]);
    let terms = async |by| app.get(&place(CANCELLATION.list)).as_(by).send().await.json["terms"].clone();
    assert_eq!(terms(&chef).await, json!({"free_cancel_hours": 0, "cancel_fee_percent": 100}));
    assert_eq!(terms(&hotel).await, json!({"free_cancel_hours": 24, "cancel_fee_percent": 0}));
}

#[actix_web::test]
async fn terms_are_open_to_businesses_with_a_company() {
    let app = TestApp::start().await;
    let (ann, alone) = (app.person("ann").await, app.business("alone").await);
    let put = || app.call("PUT", &place("cancellation-terms/"));
    put().as_(&ann).json(json!({})).await.refused(403, "not_allowed");
    put().as_(&alone).json(json!({})).await.refused(404, "not_found");
    put().json(json!({})).await.refused(401, "unauthenticated");
}
