use crate::support::app::TestApp;

#[actix_web::test]
async fn facilities_are_listed_in_the_language() {
    let app = TestApp::start().await;
    let list = app.get("/api/v1/admin/facility/list/?lang=FR").send().await;
    assert_eq!((&list.data()[0]["key"], &list.data()[0]["label"]), (&"wifi".into(), &"Wi-Fi".into()));
    app.get("/api/v1/admin/facility/list/?lang=xx").send().await.refused_fields(&["lang"]);
}
