use crate::support::app::TestApp;

#[actix_web::test]
async fn footer_section_is_shown_by_id() {
    let app = TestApp::start().await;
    let get = |id: i64| app.get(&format!("/api/v1/admin/footer-sections/get/{id}/?lang=FR")).send();
    assert_eq!(get(2).await.data()["key"], "legal");
    get(99).await.refused(404, "not_found");
}
