use serde_json::{Value, json};

use crate::support::{
    app::TestApp,
    policies::{FACILITY, owner},
};

#[actix_web::test]
async fn facility_update_keeps_omitted_fields() {
    FACILITY.updates_sent_fields(&TestApp::start().await).await;
}

#[actix_web::test]
async fn facility_is_deleted_once() {
    FACILITY.deletes_once(&TestApp::start().await).await;
}

#[actix_web::test]
async fn facilities_of_others_return_404() {
    FACILITY.hides_entries_of_others(&TestApp::start().await).await;
}

#[actix_web::test]
async fn listed_facility_and_own_title_replace_each_other() {
    let app = TestApp::start().await;
    let chef = owner(&app, "chef").await;
    FACILITY.added(&app, &chef, json!({"facility": "parking"})).await;
    let wifi = FACILITY.added(&app, &chef, json!({"facility": "wifi"})).await;
    let patch = async |body: Value| app.call("PATCH", &FACILITY.entry_to_update(&wifi)).as_(&chef).json(body).await;
    let own = patch(json!({"title": "Fast Wi-Fi"})).await;
    assert_eq!((&own.data()["title"], &own.data()["facility"]), (&json!("Fast Wi-Fi"), &Value::Null));
    patch(json!({"facility": "parking"})).await.refused_fields(&["facility"]);
    let listed = patch(json!({"facility": "lift"})).await;
    assert_eq!((&listed.data()["title"], &listed.data()["facility"]), (&json!(""), &json!("lift")));
    let text = patch(json!({"text": "To all floors"})).await;
    assert_eq!((&text.data()["text"], &text.data()["facility"]), (&json!("To all floors"), &json!("lift")));
}
