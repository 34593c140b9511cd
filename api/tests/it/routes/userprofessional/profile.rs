use serde_json::json;

use crate::app::TestApp;

const PATH: &str = "/api/v1/userprofessional/profile/";

#[actix_web::test]
async fn the_demo_business_stands_for_its_company() {
    let app = TestApp::with(&["--demo", "small"]).await;
    let login = json!({"email": "chef@plaza.example", "password": "Plaza-demo-1"});
    let entered = app.post("/api/v1/userProfessionalRoutes/login").json(login).await;
    let token = entered.data()["access_token"].as_str().unwrap().to_owned();
    let profile = app.get(PATH).bearer(&token).send().await;
    assert_eq!(profile.data()["user"]["userName"], "chef");
    let company = &profile.data()["company"];
    assert_eq!((&company["name"], &company["city"]), (&json!("Casa Azul"), &json!("Barcelona")));
    assert_eq!(company["categories"], json!(["food", "events"]));
}

#[actix_web::test]
async fn it_is_open_to_professionals_only() {
    let app = TestApp::start().await;
    let (ann, guest) = (app.person("ann").await, app.guest().await);
    app.get(PATH).as_(&ann).send().await.refused(403, "not_allowed");
    app.get(PATH).as_(&guest).send().await.refused(403, "not_allowed");
    app.get(PATH).send().await.refused(401, "unauthenticated");
}
