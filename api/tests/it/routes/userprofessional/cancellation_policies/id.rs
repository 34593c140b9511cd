use serde_json::json;

use crate::support::{
    app::TestApp,
    policies::{CANCELLATION, owner, place},
};

#[actix_web::test]
async fn cancellation_policy_update_keeps_omitted_fields() {
    CANCELLATION.updates_sent_fields(&TestApp::start().await).await;
}

#[actix_web::test]
async fn cancellation_policy_is_deleted_once() {
    CANCELLATION.deletes_once(&TestApp::start().await).await;
}

#[actix_web::test]
async fn cancellation_policies_of_others_return_404() {
    CANCELLATION.hides_entries_of_others(&TestApp::start().await).await;
}

#[actix_web::test]
async fn terms_change_with_the_entry_or_not_at_all() {
    let app = TestApp::start().await;
    let chef = owner(&app, "chef").await;
    let entry = CANCELLATION.added(&app, &chef, json!({"title": "Late"})).await;
    let put = async |body| app.call("PUT", &CANCELLATION.entry_to_update(&entry)).as_(&chef).json(body).await;
    assert_eq!(put(json!({"cancel_fee_percent": 30})).await.status, 200);
    put(json!({"cancel_fee_percent": 80, "title": ""})).await.refused_fields(&["title"]);
    let list = app.get(&place(CANCELLATION.list)).as_(&chef).send().await;
    assert_eq!(list.json["terms"], json!({"free_cancel_hours": 24, "cancel_fee_percent": 30}));
}
