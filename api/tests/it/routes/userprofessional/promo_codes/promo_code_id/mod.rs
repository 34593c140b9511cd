use serde_json::json;

use super::{PATH, form};
use crate::support::{app::TestApp, order};

mod end;

#[actix_web::test]
async fn promo_code_is_changed_by_its_company() {
    let app = TestApp::start().await;
    let (shop, rival) = (order::bakery(&app).await, order::bakery_of(&app, "rival").await);
    let created = app.post(PATH).as_(&shop.owner).json(form()).await;
    let path = format!("{PATH}{}/", created.data()["id"]);
    let mut body = form();
    (body["value"], body["code"]) = (json!(25), json!("OTHER"));
    app.call("PUT", &path).as_(&rival.owner).json(body.clone()).await.refused(404, "not_found");
    let changed = app.call("PUT", &path).as_(&shop.owner).json(body).await;
    assert_eq!((&changed.data()["value"], &changed.data()["code"]), (&json!(25), &json!("TEN")));
}
