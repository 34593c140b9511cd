use std::time::Duration;

use serde_json::{Value, json};

use crate::support::{app::TestApp, outbox::code_in};

const PATH: &str = "/api/v1/demo/outbox/";
const ALICE: &str = "alice@plaza.example";

/// Returns the listed messages to Alice. The demo also reminds others of their bookings.
async fn listed(app: &TestApp) -> Vec<Value> {
    let shown = app.get(PATH).send().await;
    shown.data().as_array().unwrap().iter().filter(|letter| letter["recipient"] == ALICE).cloned().collect()
}

#[actix_web::test]
async fn demo_server_lists_unsent_messages() {
    let app = TestApp::with(&["--demo", "small"]).await;
    assert_eq!(listed(&app).await, [] as [Value; 0]);
    let forgot = app.post("/api/v1/users/forgot-password/").json(json!({"email": ALICE})).await;
    assert_eq!(forgot.status, 200);
    let mut shown = Vec::new();
    while shown.is_empty() {
        actix_web::rt::time::sleep(Duration::from_millis(10)).await;
        shown = listed(&app).await;
    }
    let code = code_in(app.letters(1).await.iter().find(|letter| letter.recipient == ALICE).unwrap());
    let letter = &shown[0];
    assert_eq!((&letter["channel"], &letter["recipient"]), (&json!("mail"), &json!(ALICE)));
    assert!(letter["body"].as_str().unwrap().contains(&code));
    assert_eq!(letter["subject"], json!(format!("{code} is your Plaza code")));
}

#[actix_web::test]
async fn outbox_is_absent_outside_the_demo() {
    let app = TestApp::start().await;
    app.get(PATH).send().await.refused(404, "not_found");
}
