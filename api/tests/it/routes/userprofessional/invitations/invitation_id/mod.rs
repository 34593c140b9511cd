mod send;

use serde_json::json;

use super::{PATH, invite, token};
use crate::support::{app::TestApp, order::bakery_of};

#[actix_web::test]
async fn withdrawn_invitation_leads_nowhere() {
    let app = TestApp::start().await;
    let (owner, rival) = (bakery_of(&app, "baker").await.owner, bakery_of(&app, "rival").await.owner);
    let nora = app.business("nora").await;
    let id = invite(&app, &owner, "nora@plaza.example", "staff").await.data()["id"].as_i64().unwrap();
    let link = json!({"token": token(&app, 1).await});
    let path = format!("{PATH}{id}/");
    assert_eq!(app.call("DELETE", &path).as_(&rival).send().await.status, 404);
    assert_eq!(app.call("DELETE", &path).as_(&owner).send().await.status, 200);
    assert_eq!(app.call("DELETE", &path).as_(&owner).send().await.status, 404);
    for tail in ["show/", "accept/"] {
        let answer = app.post(&format!("{PATH}{tail}")).as_(&nora).json(link.clone()).await;
        answer.refused(409, "invitation.ended");
    }
}
