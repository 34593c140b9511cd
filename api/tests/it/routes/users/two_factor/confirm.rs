use std::collections::HashSet;

use serde_json::json;

use crate::support::{
    app::{PASSWORD, TestApp},
    authenticator::Authenticator,
};

const PATH: &str = "/api/v1/users/two-factor/confirm/";

#[actix_web::test]
async fn the_right_code_turns_it_on_and_brings_ten_recovery_codes() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let (mut phone, codes) = Authenticator::of(&app, &ann).await;
    assert_eq!(codes.iter().collect::<HashSet<_>>().len(), 10);
    let again = json!({"code": phone.code()});
    app.post(PATH).as_(&ann).json(again).await.refused(409, "auth.two_factor_on");
}

#[actix_web::test]
async fn a_wrong_code_a_code_of_an_earlier_secret_and_none_to_confirm_are_refused() {
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
