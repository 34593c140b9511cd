use serde_json::json;
use store::{
    account::{AccountKind, credentials},
    security::password,
};

use crate::support::app::TestApp;

const PATH: &str = "/api/v1/userprofessional/reset-password/";

#[actix_web::test]
async fn business_resets_its_password() {
    let app = TestApp::with(&["--demo", "small"]).await;
    let proof = app.proof("userprofessional", "chef@plaza.example").await;
    let form = |password: &str| json!({"email": "chef@plaza.example", "otp": proof, "new_password": password, "confirm_password": password});
    app.post("/api/v1/users/reset-password/").json(form("Another-horse-2")).await.refused(422, "auth.code_expired");
    app.post(PATH).json(form(api::cli::demo::PASSWORD)).await.refused_fields(&["new_password"]);
    assert_eq!(app.post(PATH).json(form("Another-horse-2")).await.status, 200);
    let (db, email) = (&app.state().db, "chef@plaza.example".parse().unwrap());
    let (chef, ..) = credentials::find_by_email(db, AccountKind::Professional, &email).await.unwrap().unwrap();
    let hash = credentials::password_hash(db, chef).await.unwrap().unwrap();
    assert!(password::verify(&hash, "Another-horse-2").unwrap());
    app.post(PATH).json(form("Another-horse-3")).await.refused(422, "auth.code_expired");
    app.post(PATH).json(json!({})).await.refused_fields(&["email", "new_password", "otp"]);
}
