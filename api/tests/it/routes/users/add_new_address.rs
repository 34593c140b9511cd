use serde_json::{Value, json};

use crate::support::app::TestApp;

pub fn address() -> Value {
    json!({
        "type": "home", "first_name": "Zoe", "last_name": "Lind", "phone_number": "+34600000000", "house": "7",
        "road": "Main Street", "pincode": "28001", "city": "Madrid", "state": "Madrid", "country": "ES",
        "latitude": 40.4168, "longitude": -3.7038,
    })
}

#[actix_web::test]
async fn all_fields_of_an_address_are_required() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let post = || app.post("/api/v1/users/add-new-address/").as_(&ann);
    for field in
        ["type", "first_name", "last_name", "phone_number", "house", "road", "pincode", "city", "state", "country"]
    {
        let mut body = address();
        body[field] = json!(" ");
        post().json(body).await.refused_fields(&[field]);
    }
    for (field, value) in [("latitude", json!(91)), ("longitude", json!(-181)), ("latitude", json!(null))] {
        let mut body = address();
        body[field] = value;
        post().json(body).await.refused_fields(&["latitude"]);
    }
    let mut body = address();
    body["instructions"] = json!("x".repeat(301));
    post().json(body).await.refused_fields(&["instructions"]);
    let mut body = address();
    body["floor"] = json!(1);
    post().json(body).await.refused_fields(&["floor"]);
}

#[actix_web::test]
async fn account_has_at_most_20_addresses() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let post = || app.post("/api/v1/users/add-new-address/").as_(&ann);
    for _ in 0..20 {
        assert_eq!(post().json(address()).await.status, 201);
    }
    post().json(address()).await.refused(409, "address.too_many");
}
