mod id;

use serde_json::json;

use crate::support::{
    app::TestApp,
    policies::{FACILITY, owner, place},
};

#[actix_web::test]
async fn own_facility_is_added_in_any_body_format() {
    FACILITY.adds_in_any_format(&TestApp::start().await).await;
}

#[actix_web::test]
async fn invalid_facility_fields_are_named() {
    FACILITY.refuses_invalid_entries(&TestApp::start().await).await;
}

#[actix_web::test]
async fn listed_facility_is_added_once_per_company() {
    let app = TestApp::start().await;
    let (chef, hotel) = (owner(&app, "chef").await, owner(&app, "hotel").await);
    let wifi = FACILITY.added(&app, &chef, json!({"facility": "wifi", "text": "Free"})).await;
    assert_eq!((&wifi["facility"], &wifi["title"]), (&json!("wifi"), &json!("")));
    let post = async |body| app.post(&place(FACILITY.add)).as_(&chef).json(body).await;
    for body in [json!({"facility": "wifi"}), json!({"facility": "gold"}), json!({"facility": "lift", "title": "Lift"})]
    {
        post(body).await.refused_fields(&["facility"]);
    }
    post(json!({"facility": "", "title": ""})).await.refused_fields(&["title"]);
    // A browser sends the empty field too.
    assert_eq!(app.post(&place(FACILITY.add)).as_(&chef).form("facility=lift&title=").await.status, 201);
    FACILITY.added(&app, &hotel, json!({"facility": "wifi"})).await;
    assert_eq!(FACILITY.listed(&app, &chef).await.as_array().unwrap().len(), 2);
}
