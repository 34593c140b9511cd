use serde_json::json;

use super::super::{PATH, invite, token};
use crate::support::{app::TestApp, order::bakery_of};

#[actix_web::test]
async fn corrected_invitation_goes_out_again_with_another_link() {
    let app = TestApp::start().await;
    let (owner, rival) = (bakery_of(&app, "baker").await.owner, bakery_of(&app, "rival").await.owner);
    let id = invite(&app, &owner, "nroa@plaza.example", "staff").await.data()["id"].as_i64().unwrap();
    let first = token(&app, 1).await;
    let path = format!("{PATH}{id}/send/");
    assert_eq!(app.post(&path).as_(&rival).send().await.status, 404);
    app.post(&path).as_(&owner).json(json!({"email": "nora"})).await.refused_fields(&["email"]);
    app.post(&path).as_(&owner).json(json!({"email": "baker@plaza.example"})).await.refused_fields(&["email"]);
    let sent = app.post(&path).as_(&owner).json(json!({"email": "nora@plaza.example"})).await;
    assert_eq!((sent.status, &sent.data()["email"]), (200, &json!("nora@plaza.example")));
    let second = token(&app, 2).await;
    assert_eq!(app.letters(2).await[0].recipient, "nora@plaza.example");
    let show = format!("{PATH}show/");
    app.post(&show).json(json!({"token": first})).await.refused(409, "invitation.ended");
    assert_eq!(app.post(&show).json(json!({"token": second})).await.status, 200);
    // Without an address the known one gets another mail.
    assert_eq!(app.post(&path).as_(&owner).send().await.status, 200);
    assert_eq!(app.letters(3).await[0].recipient, "nora@plaza.example");
}
