use serde_json::json;

use crate::{routes::users::add_new_address::address, support::app::TestApp};

#[actix_web::test]
async fn address_is_deleted_by_its_owner_only() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let added = app.post("/api/v1/users/add-new-address/").as_(&ann).json(address()).await;
    let path = format!("/api/v1/users/address/delete/{}/", added.data()["id"]);
    app.call("DELETE", &path).as_(&ben).send().await.refused(404, "not_found");
    assert_eq!(app.call("DELETE", &path).as_(&ann).send().await.status, 200);
    app.call("DELETE", &path).as_(&ann).send().await.refused(404, "not_found");
    assert_eq!(app.get("/api/v1/users/address/list/").as_(&ann).send().await.data(), &json!([]));
}
