use crate::support::{app::TestApp, market::restaurant};

#[actix_web::test]
async fn about_contains_hours_and_address() {
    let app = TestApp::start().await;
    restaurant(&app).await;
    let about = app.get("/api/v1/users/company-about-user/casa-azul/").send().await;
    assert_eq!((&about.data()["city"], &about.data()["opening"]["state"]), (&"Madrid".into(), &"open".into()));
    assert_eq!(about.data()["hours"]["weekly"].as_array().unwrap().len(), 7);
    app.get("/api/v1/users/company-about-user/nobody/").send().await.refused(404, "not_found");
}
