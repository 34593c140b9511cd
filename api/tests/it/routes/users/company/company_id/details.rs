use crate::support::{app::TestApp, market::restaurant};

#[actix_web::test]
async fn company_page_is_found_by_id_and_handle() {
    let app = TestApp::start().await;
    let company = restaurant(&app).await;
    let ann = app.person("ann").await;
    app.post(&format!("/api/v1/users/company/follow-toggle/?company_id={company}")).as_(&ann).send().await;
    for key in ["70", "casa-azul"] {
        let path = format!("/api/v1/users/company/{key}/details/");
        let page = app.get(&path).as_(&ann).send().await;
        assert_eq!((&page.data()["followed"], &page.data()["tabs"]["products"]), (&true.into(), &1.into()));
        assert_eq!(app.get(&path).send().await.data()["followed"], false);
    }
    app.get("/api/v1/users/company/71/details/").send().await.refused(404, "not_found");
}
