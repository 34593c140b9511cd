use serde_json::{Value, json};

use crate::support::app::{TestApp, registration};

const PATH: &str = "/api/v1/users/register/";

fn with(field: &str, value: Value) -> Value {
    let mut form = registration("ann");
    form[field] = value;
    form
}

#[actix_web::test]
async fn new_account_is_signed_in_and_shown_as_submitted() {
    let app = TestApp::start().await;
    let mut form = registration("Ann.1");
    form["phone"] = json!("+33 6 12 34 56 78");
    form["city"] = json!("Lyon");
    form["addressLine2"] = json!("");
    form["marketing"] = json!(true);
    let made = app.post(PATH).json(form).await;
    assert_eq!((made.status, &made.json["status"]), (201, &json!(true)));
    let user = &made.data()["user"];
    for (field, value) in [
        ("type", json!("regular")),
        ("userName", json!("Ann.1")),
        ("phone", json!("+33612345678")),
        ("city", json!("Lyon")),
        ("addressLine2", json!(null)),
        ("marketing", json!(true)),
        ("language", json!("US")),
        ("picture", json!(null)),
    ] {
        assert_eq!(user[field], value, "{field}");
    }
    assert!(user.get("password_hash").is_none());
}

#[actix_web::test]
async fn all_missing_fields_are_named_together() {
    let app = TestApp::start().await;
    let all = ["address", "dob", "email", "firstName", "gender", "lastName", "password", "terms", "userName"];
    app.post(PATH).json(json!({})).await.refused_fields(&all);
    app.post(PATH).form("email=&terms=false").await.refused_fields(&all);
}

#[actix_web::test]
async fn each_field_is_validated() {
    let app = TestApp::start().await;
    for (field, value) in [
        ("email", json!("ann")),
        ("userName", json!("a b")),
        ("password", json!("short")),
        ("confirm_password", json!("Another-one-1")),
        ("firstName", json!("x".repeat(61))),
        ("lastName", json!(" ")),
        ("dob", json!("1990-02-30")),
        ("dob", json!("2990-01-01")),
        ("gender", json!("robot")),
        ("phone", json!("12")),
        ("terms", json!(false)),
        ("terms", json!("perhaps")),
        ("admin", json!(true)),
        ("type", json!("professional")),
    ] {
        app.post(PATH).json(with(field, value)).await.refused_fields(&[field]);
    }
    assert_eq!(store::testing::count(&app.state().db, "account").await, 0);
}

#[actix_web::test]
async fn used_name_is_refused_by_field() {
    let app = TestApp::start().await;
    app.person("ann").await;
    let same_name = app.post(PATH).json(with("email", json!("b@plaza.example"))).await;
    same_name.refused_fields(&["userName"]);
    assert_eq!(same_name.json["message"], "Username is not available");
    app.post(PATH).json(with("userName", json!("ben"))).await.refused_fields(&["email"]);
    app.post(PATH).json(with("userName", json!("ANN"))).await.refused_fields(&["email", "userName"]);
}

#[actix_web::test]
async fn concurrent_sign_ups_with_one_name_create_one_account() {
    let app = TestApp::start().await;
    let (one, other) =
        futures_util::future::join(app.post(PATH).json(registration("ann")), app.post(PATH).json(registration("ann")))
            .await;
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 422]);
}
