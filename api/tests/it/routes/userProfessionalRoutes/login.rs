use serde_json::json;

use super::company_profiles::sign_up;
use crate::support::app::{PASSWORD, TestApp};

const PATH: &str = "/api/v1/userProfessionalRoutes/login";

#[actix_web::test]
async fn business_signs_in_with_user_name_or_email() {
    let app = TestApp::start().await;
    let made = app.post("/api/v1/userProfessionalRoutes/company-profiles").json(sign_up("chef")).await;
    assert_eq!(made.status, 201, "{}", made.json);
    for login in ["chef", "Chef@Plaza.example"] {
        let entered = app.post(PATH).json(json!({"email": login, "password": PASSWORD})).await;
        assert_eq!(entered.status, 200, "{}", entered.json);
        let data = entered.data();
        assert_eq!((&data["type"], &data["user"]["company"]["name"]), (&json!("professional"), &json!("Casa Azul")));
        assert!(data["message"].is_string() && data["refresh_token"].is_string());
        let token = data["access_token"].as_str().unwrap();
        assert_eq!(app.get("/api/v1/userprofessional/profile/").bearer(token).send().await.status, 200);
    }
}

#[actix_web::test]
async fn realm_accepts_only_its_own_accounts() {
    let app = TestApp::start().await;
    app.person("ann").await;
    app.post("/api/v1/userProfessionalRoutes/company-profiles").json(sign_up("chef")).await;
    let refused = [
        app.post(PATH).json(json!({"email": "ann", "password": PASSWORD})).await,
        app.post(PATH).json(json!({"email": "chef", "password": "nope"})).await,
        app.post(PATH).json(json!({"email": "nobody", "password": "nope"})).await,
        app.post("/api/v1/users/login/").json(json!({"email": "chef", "password": PASSWORD})).await,
    ];
    for answer in &refused {
        answer.refused(401, "auth.invalid_credentials");
        assert_eq!(answer.json, refused[0].json);
    }
    app.post(PATH).json(json!({"email": "chef"})).await.refused_fields(&["password"]);
}
