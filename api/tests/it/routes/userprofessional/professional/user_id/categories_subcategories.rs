use store::testing::market::CompanyRow;

use crate::support::app::TestApp;

#[actix_web::test]
async fn business_categories_have_chosen_subcategories() {
    let app = TestApp::start().await;
    let chef = app.business("chef").await;
    let own = CompanyRow {
        owner: Some(chef.id),
        categories: vec!["music", "food"],
        subcategories: vec!["brunches"],
        ..CompanyRow::new(70, "Casa Azul")
    };
    own.insert(&app.state().db).await;
    let path = |id| format!("/api/v1/userprofessional/professional/{id}/categories-subcategories/");
    let list = app.get(&path(chef.id.0)).send().await;
    let keys: Vec<_> = list.data().as_array().unwrap().iter().map(|category| &category["key"]).collect();
    assert_eq!(keys, ["food", "music"]);
    assert_eq!(list.data()[0]["subcategories"].as_array().unwrap().len(), 1);
    app.get(&path(1)).send().await.refused(404, "not_found");
}
