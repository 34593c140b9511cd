use serde_json::json;

use crate::support::app::{PASSWORD, TestApp};

const PATH: &str = "/api/v1/users/profile-code/";

#[actix_web::test]
async fn code_stays_until_it_is_replaced() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let first = app.get(PATH).as_(&ann).send().await;
    let code = first.data()["code"].as_str().unwrap();
    assert_eq!(code.len(), 12);
    assert!(first.data()["url"].as_str().unwrap().ends_with(&format!("/u/{code}")));
    assert_eq!(app.get(PATH).as_(&ann).send().await.data(), first.data());
    assert_ne!(app.get(PATH).as_(&ben).send().await.data()["code"], json!(code));

    let of = |code: &str| app.get(&format!("/api/v1/users/get-users-profile-by-barcode/{code}/"));
    assert_eq!(of(code).as_(&ben).send().await.status, 200);
    let next = app.post(PATH).as_(&ann).send().await;
    assert_eq!(app.get(PATH).as_(&ann).send().await.data(), next.data());
    of(code).as_(&ben).send().await.refused(404, "not_found");

    // The code goes with its account.
    let next = next.data()["code"].as_str().unwrap().to_owned();
    let left = app.post("/api/v1/users/account/delete/").as_(&ann).json(json!({"password": PASSWORD})).await;
    assert_eq!(left.status, 200, "{:#}", left.json);
    of(&next).as_(&ben).send().await.refused(404, "not_found");
}
