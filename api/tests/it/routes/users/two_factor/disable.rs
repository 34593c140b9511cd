use serde_json::json;

use crate::support::{
    app::{PASSWORD, TestApp},
    authenticator::Authenticator,
};

const PATH: &str = "/api/v1/users/two-factor/disable/";

#[actix_web::test]
async fn both_factors_disable_it_and_password_alone_signs_in() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let (mut phone, _) = Authenticator::of(&app, &ann).await;
    let wrong_password = json!({"password": "nope", "code": phone.code()});
    app.post(PATH).as_(&ann).json(wrong_password).await.refused_fields(&["password"]);
    let wrong_code = json!({"password": PASSWORD, "code": phone.wrong()});
    app.post(PATH).as_(&ann).json(wrong_code).await.refused_fields(&["code"]);
    app.post(PATH).as_(&ann).json(json!({"password": PASSWORD})).await.refused_fields(&["code"]);
    let off = app.post(PATH).as_(&ann).json(json!({"password": PASSWORD, "code": phone.code()})).await;
    assert_eq!(off.status, 200, "{}", off.json);
    let login = app.post("/api/v1/users/login/").json(json!({"email": "ann", "password": PASSWORD})).await;
    assert!(login.json.get("tokens").is_some());
}

#[actix_web::test]
async fn recovery_code_disables_it_and_a_repeat_returns_409() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let (_, codes) = Authenticator::of(&app, &ann).await;
    let body = json!({"password": PASSWORD, "recovery_code": codes[0]});
    assert_eq!(app.post(PATH).as_(&ann).json(body.clone()).await.status, 200);
    app.post(PATH).as_(&ann).json(body).await.refused(409, "auth.two_factor_off");
}
