use serde_json::json;

use crate::{routes::users::add_new_address::address, support::app::TestApp};

#[actix_web::test]
async fn addresses_are_listed_with_the_default_first() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    for city in ["Madrid", "Toledo"] {
        let mut body = address();
        body["city"] = json!(city);
        assert_eq!(app.post("/api/v1/users/add-new-address/").as_(&ann).json(body).await.status, 201);
    }
    let listed = app.get("/api/v1/users/address/list/").as_(&ann).send().await;
    let cities: Vec<_> = listed.data().as_array().unwrap().iter().map(|one| one["city"].clone()).collect();
    assert_eq!(json!(cities), json!(["Madrid", "Toledo"]));
    assert_eq!(listed.data()[0]["is_default"], true);
    assert_eq!(app.get("/api/v1/users/address/list/").as_(&ben).send().await.data(), &json!([]));
}
