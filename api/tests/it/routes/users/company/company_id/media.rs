use crate::support::{app::TestApp, market::restaurant};

#[actix_web::test]
async fn company_pictures_are_a_page() {
    let app = TestApp::start().await;
    restaurant(&app).await;
    let page = app.get("/api/v1/users/company/casa-azul/media/").send().await;
    assert_eq!((page.status, &page.json["total"]), (200, &0.into()));
    app.get("/api/v1/users/company/nobody/media/").send().await.refused(404, "not_found");
}
