use serde_json::json;

use super::{PATH, invite, token};
use crate::support::{app::TestApp, order::bakery};

#[actix_web::test]
async fn business_account_joins_and_works_within_the_role() {
    let app = TestApp::start().await;
    let owner = bakery(&app).await.owner;
    let (nora, ann) = (app.business("nora").await, app.person("ann").await);
    assert_eq!(invite(&app, &owner, "nora@plaza.example", "staff").await.status, 201);
    let accept = format!("{PATH}accept/");
    let link = json!({"token": token(&app, 1).await});
    // A personal account works for no business.
    app.post(&accept).as_(&ann).json(link.clone()).await.refused(403, "not_allowed");
    app.post(&accept).as_(&owner).json(link.clone()).await.refused(409, "invitation.member");
    let joined = app.post(&accept).as_(&nora).json(link.clone()).await;
    assert_eq!((joined.status, &joined.data()["role"]), (200, &json!("staff")), "{:#}", joined.json);
    assert_eq!(joined.data()["company"]["name"], "Bakery");
    assert_eq!(app.letters(2).await[0].recipient, "baker@plaza.example");
    app.post(&accept).as_(&nora).json(link).await.refused(409, "invitation.ended");

    let orders = "/api/v1/userprofessional/orders/";
    let employees = "/api/v1/userprofessional/employees/";
    assert_eq!(app.get(orders).as_(&nora).send().await.status, 200);
    assert_eq!(app.get(employees).as_(&nora).send().await.status, 403);
    let member = format!("{employees}{}/", nora.id);
    let shown = app.get(&member).as_(&owner).send().await;
    assert_eq!((&shown.data()["keeps_account"], &shown.data()["role"]), (&json!(true), &json!("staff")));
    assert!(app.get(PATH).as_(&owner).send().await.data().as_array().unwrap().is_empty());

    // Removal ends the work and leaves the account.
    assert_eq!(app.call("DELETE", &member).as_(&owner).send().await.status, 200);
    app.get(orders).as_(&nora).send().await.refused(404, "not_found");
    assert_eq!(app.get("/api/v1/users/get-user-profile/").as_(&nora).send().await.status, 200);
}
