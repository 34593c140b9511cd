use serde_json::json;

use crate::support::{
    app::{PASSWORD, TestApp},
    authenticator::Authenticator,
};

const PATH: &str = "/api/v1/users/two-factor/recovery-codes/";

#[actix_web::test]
async fn new_codes_replace_the_earlier_codes() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    app.post(PATH).as_(&ann).json(json!({"password": PASSWORD})).await.refused(409, "auth.two_factor_off");
    let (_, earlier) = Authenticator::of(&app, &ann).await;
    app.post(PATH).as_(&ann).json(json!({"password": "nope"})).await.refused_fields(&["password"]);
    let answer = app.post(PATH).as_(&ann).json(json!({"password": PASSWORD})).await;
    let codes = answer.data()["recovery_codes"].as_array().unwrap();
    assert_eq!((answer.status, codes.len()), (200, 10));
    let asked = app.post("/api/v1/users/login/").json(json!({"email": "ann", "password": PASSWORD})).await;
    let give = async |code: &str| {
        let body = json!({"challenge": asked.data()["challenge"], "recovery_code": code});
        app.post("/api/v1/users/login/two-factor/").json(body).await
    };
    give(&earlier[0]).await.refused_fields(&["recovery_code"]);
    assert_eq!(give(codes[0].as_str().unwrap()).await.status, 200);
}
