use std::collections::HashSet;

use serde_json::json;

use crate::support::{
    app::{PASSWORD, TestApp},
    authenticator::Authenticator,
};

const PATH: &str = "/api/v1/users/two-factor/confirm/";

#[actix_web::test]
async fn correct_code_enables_two_factor_with_ten_recovery_codes() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let (mut phone, codes) = Authenticator::of(&app, &ann).await;
    assert_eq!(codes.iter().collect::<HashSet<_>>().len(), 10);
    let again = json!({"code": phone.code()});
    app.post(PATH).as_(&ann).json(again).await.refused(409, "auth.two_factor_on");
}

#[actix_web::test]
async fn wrong_outdated_and_unexpected_codes_are_refused() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    app.post(PATH).as_(&ann).json(json!({"code": "123456"})).await.refused(409, "auth.two_factor_off");
    let start = async || {
        let started = app.post("/api/v1/users/two-factor/start/").as_(&ann).json(json!({"password": PASSWORD})).await;
        Authenticator::new(started.data()["secret"].as_str().unwrap())
    };
    let (mut earlier, mut phone) = (start().await, start().await);
    app.post(PATH).as_(&ann).json(json!({"code": phone.wrong()})).await.refused_fields(&["code"]);
    app.post(PATH).as_(&ann).json(json!({"code": earlier.code()})).await.refused_fields(&["code"]);
    assert_eq!(app.post(PATH).as_(&ann).json(json!({"code": phone.code()})).await.status, 200);
}
