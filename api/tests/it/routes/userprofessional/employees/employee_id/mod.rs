mod id_card;
mod invite;

use serde_json::json;

use super::{PATH, add, join};
use crate::support::{app::TestApp, order::bakery};

#[actix_web::test]
async fn role_changes_and_removal_ends_the_sessions() {
    let app = TestApp::start().await;
    let shop = bakery(&app).await;
    let id = add(&app, &shop.owner).await;
    let path = format!("{PATH}{id}/");
    let token = join(&app, 3).await.data()["access_token"].as_str().unwrap().to_owned();
    let folder = json!({"name": "Menu"});
    let folders = "/api/v1/userprofessional/catalogue/folders/";
    assert_eq!(app.post(folders).bearer(&token).json(folder.clone()).await.status, 403);
    let changed = app.call("PUT", &path).as_(&shop.owner).json(json!({"role": "manager"})).await;
    assert_eq!((changed.status, &changed.data()["role"]), (200, &json!("manager")));
    assert_eq!(app.post(folders).bearer(&token).json(folder).await.status, 201);
    app.call("PUT", &path).as_(&shop.owner).json(json!({"role": "owner"})).await.refused(422, "validation");

    // A manager cannot change the team, and the owner stays.
    assert_eq!(app.call("DELETE", &path).bearer(&token).send().await.status, 403);
    let own = format!("{PATH}{}/", shop.owner.id);
    assert_eq!(app.call("DELETE", &own).as_(&shop.owner).send().await.status, 404);
    assert_eq!(app.call("PUT", &own).as_(&shop.owner).json(json!({"role": "staff"})).await.status, 404);

    assert_eq!(app.call("DELETE", &path).as_(&shop.owner).send().await.status, 200);
    assert_eq!(app.get(&path).as_(&shop.owner).send().await.status, 404);
    app.get("/api/v1/userprofessional/orders/").bearer(&token).send().await.refused(401, "auth.session_revoked");
    // The address is free again.
    add(&app, &shop.owner).await;
}

#[actix_web::test]
async fn employee_of_another_company_does_not_exist() {
    let app = TestApp::start().await;
    let shop = bakery(&app).await;
    let path = format!("{PATH}{}/", add(&app, &shop.owner).await);
    let other = crate::support::market::salon(&app, "beauty").await.0.owner;
    for (method, tail) in [("GET", ""), ("DELETE", ""), ("GET", "id-card/"), ("POST", "invite/")] {
        let answer = app.call(method, &format!("{path}{tail}")).as_(&other).send().await;
        assert_eq!(answer.status, 404, "{method} {tail}");
    }
    let answer = app.call("PUT", &path).as_(&other).json(json!({"role": "manager"})).await;
    assert_eq!(answer.status, 404);
}
