use serde_json::json;

use crate::support::app::TestApp;

const PATH: &str = "/api/v1/demo/outbox/";

#[actix_web::test]
async fn demo_server_lists_unsent_messages() {
    let app = TestApp::with(&["--demo", "small"]).await;
    assert_eq!(app.get(PATH).send().await.data(), &json!([]));
    let forgot = app.post("/api/v1/users/forgot-password/").json(json!({"email": "alice@plaza.example"})).await;
    assert_eq!(forgot.status, 200);
    let code = app.code(1).await;
    let shown = app.get(PATH).send().await;
    let letter = &shown.data()[0];
    assert_eq!((&letter["channel"], &letter["recipient"]), (&json!("mail"), &json!("alice@plaza.example")));
    assert!(letter["body"].as_str().unwrap().contains(&code));
    assert_eq!(letter["subject"], json!(format!("{code} is your Plaza code")));
}

#[actix_web::test]
async fn outbox_is_absent_outside_the_demo() {
    let app = TestApp::start().await;
    app.get(PATH).send().await.refused(404, "not_found");
}
