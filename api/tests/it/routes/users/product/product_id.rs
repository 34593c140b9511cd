use crate::support::{app::TestApp, market::restaurant};

const PATH: &str = "/api/v1/users/product/";

#[actix_web::test]
async fn offering_page_contains_variants() {
    let app = TestApp::start().await;
    restaurant(&app).await;
    let page = app.get(&format!("{PATH}1/?key=search")).send().await;
    assert_eq!((&page.data()["name"], &page.data()["variants"][0]["price"]), (&"Soup".into(), &900.into()));
    assert_eq!(page.data()["reviews_summary"]["count"], 0);
    app.get(&format!("{PATH}2/")).send().await.refused(404, "not_found");
    app.get(&format!("{PATH}1/?key={}", "a".repeat(41))).send().await.refused_fields(&["key"]);
}
