use serde_json::json;

use super::{PATH, invite, token};
use crate::support::{app::TestApp, order::bakery};

#[actix_web::test]
async fn link_names_its_team_before_a_sign_in() {
    let app = TestApp::start().await;
    let owner = bakery(&app).await.owner;
    invite(&app, &owner, "nora@plaza.example", "manager").await;
    let show = format!("{PATH}show/");
    let shown = app.post(&show).json(json!({"token": token(&app, 1).await})).await;
    assert_eq!(shown.data(), &json!({"company": "Bakery", "role": "manager"}));
    app.post(&show).json(json!({"token": "0".repeat(32)})).await.refused(409, "invitation.ended");
}
