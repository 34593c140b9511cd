use crate::support::app::TestApp;

const PATH: &str = "/api/v1/admin/subcategories/filter/";

#[actix_web::test]
async fn subcategories_come_with_fields() {
    let app = TestApp::start().await;
    let list = app.post(&format!("{PATH}?lang=FR")).form("category_id=music").await;
    assert_eq!(list.data()["subcategories"][1]["label"], "Boîtes de nuit");
    assert_eq!(list.data()["fields"][0]["key"], "artists");
    app.post(PATH).form("category_id=gold").await.refused_fields(&["category_id"]);
    app.post(PATH).form("category_id=").await.refused_fields(&["category_id"]);
}
