use serde_json::json;

use crate::support::{app::TestApp, outbox::other_than};

const PATH: &str = "/api/v1/userprofessional/verify-otp/";

#[actix_web::test]
async fn business_verifies_its_code_in_its_own_realm() {
    let app = TestApp::start().await;
    app.business("chef").await;
    let email = json!({"email": "chef@plaza.example"});
    assert_eq!(app.post("/api/v1/userprofessional/forgot-password/").json(email).await.status, 200);
    let code = app.code(1).await;
    let typed = |otp: &str| json!({"email": "chef@plaza.example", "otp": otp});
    app.post("/api/v1/users/verify-otp/").json(typed(&code)).await.refused(422, "auth.code_expired");
    app.post(PATH).json(typed(&other_than(&code))).await.refused_fields(&["otp"]);
    let right = app.post(PATH).json(typed(&code)).await;
    assert!(right.status == 200 && right.data()["proof"].is_string(), "{}", right.json);
    app.post(PATH).json(typed(&code)).await.refused(422, "auth.code_expired");
    app.post(PATH).json(typed("12")).await.refused_fields(&["otp"]);
}
