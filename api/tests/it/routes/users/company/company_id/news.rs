use crate::support::{app::TestApp, market::restaurant};

#[actix_web::test]
async fn company_news_is_a_page() {
    let app = TestApp::start().await;
    restaurant(&app).await;
    let page = app.get("/api/v1/users/company/casa-azul/news/?per_page=5").send().await;
    assert_eq!((page.status, &page.json["total"]), (200, &0.into()));
    app.get("/api/v1/users/company/nobody/news/").send().await.refused(404, "not_found");
    app.get("/api/v1/users/company/casa-azul/news/?page=0").send().await.refused_fields(&["page"]);
}
