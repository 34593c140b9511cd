use serde_json::{Value, json};

use crate::{
    routes::userProfessionalRoutes::company_profiles::sign_up,
    support::app::{Person, TestApp},
};

const PATH: &str = "/api/v1/userprofessional/profile/";

#[actix_web::test]
async fn demo_business_shows_its_company() {
    let app = TestApp::with(&["--demo", "small"]).await;
    let login = json!({"email": "chef@plaza.example", "password": "Plaza-demo-1"});
    let entered = app.post("/api/v1/userProfessionalRoutes/login").json(login).await;
    let token = entered.data()["access_token"].as_str().unwrap().to_owned();
    let profile = app.get(PATH).bearer(&token).send().await;
    assert_eq!(profile.data()["user"]["userName"], "chef");
    let company = &profile.data()["company"];
    assert_eq!((&company["name"], &company["city"]), (&json!("Casa Azul"), &json!("Barcelona")));
    assert_eq!(company["categories"], json!(["food", "experiences"]));
}

#[actix_web::test]
async fn profile_is_open_to_businesses_only() {
    let app = TestApp::start().await;
    let (ann, guest) = (app.person("ann").await, app.guest().await);
    app.get(PATH).as_(&ann).send().await.refused(403, "not_allowed");
    app.get(PATH).as_(&guest).send().await.refused(403, "not_allowed");
    app.get(PATH).send().await.refused(401, "unauthenticated");
}

async fn chef(app: &TestApp) -> Person {
    let made = app.post("/api/v1/userProfessionalRoutes/company-profiles").json(sign_up("chef")).await;
    assert_eq!(made.status, 201, "{}", made.json);
    let data = made.data();
    let text = |field: &str| data[field].as_str().unwrap().to_owned();
    Person {
        id: store::types::ids::UserId(data["user"]["id"].as_i64().unwrap()),
        user_name: "chef".to_owned(),
        access: text("access_token"),
        refresh: text("refresh_token"),
    }
}

#[actix_web::test]
async fn company_change_keeps_omitted_fields_in_any_body_format() {
    let app = TestApp::start().await;
    let chef = chef(&app).await;
    let put = || app.call("PUT", PATH).as_(&chef);
    let first = put().json(json!({"company_name": "Casa Verde", "website": null, "categories": ["music"]})).await;
    assert_eq!((first.status, &first.data()["name"]), (200, &json!("Casa Verde")));
    assert_eq!((&first.data()["website"], &first.data()["categories"]), (&Value::Null, &json!(["music"])));
    let second = put().form("city=Girona&vat_number=ESB1&categories=food&categories=experiences").await;
    let third = put().multipart(&[("company_phone", None, b"+34 932 000 000"), ("postalCode", None, b"17001")]).await;
    assert_eq!((second.status, third.status), (200, 200));
    let shown = app.get(PATH).as_(&chef).send().await;
    assert_eq!(&shown.data()["company"], third.data());
    for (field, value) in [
        ("name", json!("Casa Verde")),
        ("city", json!("Girona")),
        ("postal_code", json!("17001")),
        ("phone", json!("+34932000000")),
        ("vat_number", json!("ESB1")),
        ("registration_number", json!("B-12345678")),
        ("email", json!("hello@casa-azul.example")),
        ("categories", json!(["food", "experiences"])),
    ] {
        assert_eq!(shown.data()["company"][field], value, "{field}");
    }
}

#[actix_web::test]
async fn invalid_company_fields_are_named_and_change_nothing() {
    let app = TestApp::start().await;
    let chef = chef(&app).await;
    let before = app.get(PATH).as_(&chef).send().await;
    let wrong = json!({
        "company_name": "", "company_email": "none", "company_phone": "12", "address": null, "city": " ",
        "postalCode": "", "country": "XX", "website": "javascript:alert(1)", "categories": [], "vat_number": "ESB2",
    });
    let fields = [
        "address",
        "categories",
        "city",
        "company_email",
        "company_name",
        "company_phone",
        "country",
        "postalCode",
        "website",
    ];
    app.call("PUT", PATH).as_(&chef).json(wrong).await.refused_fields(&fields);
    for (body, field) in [
        (json!({"categories": ["weapons"]}), "categories"),
        (json!({"owner_id": 1}), "owner_id"),
        (json!({"company_name": "x".repeat(201)}), "company_name"),
    ] {
        app.call("PUT", PATH).as_(&chef).json(body).await.refused_fields(&[field]);
    }
    assert_eq!(app.get(PATH).as_(&chef).send().await.json, before.json);
}

#[actix_web::test]
async fn company_is_changed_by_its_owner_only() {
    let app = TestApp::start().await;
    let (ann, other) = (app.person("ann").await, app.business("hotel").await);
    let change = || json!({"company_name": "Mine"});
    app.call("PUT", PATH).as_(&ann).json(change()).await.refused(403, "not_allowed");
    app.call("PUT", PATH).as_(&other).json(change()).await.refused(404, "not_found");
    app.call("PUT", PATH).json(change()).await.refused(401, "unauthenticated");
}
