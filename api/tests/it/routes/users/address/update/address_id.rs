use serde_json::json;

use crate::{routes::users::add_new_address::address, support::app::TestApp};

#[actix_web::test]
async fn address_is_replaced_by_its_owner_only() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let added = app.post("/api/v1/users/add-new-address/").as_(&ann).json(address()).await;
    let path = format!("/api/v1/users/address/update/{}/", added.data()["id"]);
    let mut body = address();
    body["road"] = json!("High Street");
    app.call("PUT", &path).as_(&ben).json(body.clone()).await.refused(404, "not_found");
    assert_eq!(app.call("PUT", &path).as_(&ann).json(body).await.status, 200);
    let listed = app.get("/api/v1/users/address/list/").as_(&ann).send().await;
    assert_eq!((&listed.data()[0]["road"], &listed.data()[0]["is_default"]), (&json!("High Street"), &json!(true)));
}
