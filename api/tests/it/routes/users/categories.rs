use crate::support::app::TestApp;

const PATH: &str = "/api/v1/users/categories/";

#[actix_web::test]
async fn ten_categories_have_subcategories_in_english_and_french() {
    let app = TestApp::start().await;
    let list = app.get(PATH).send().await;
    let keys: Vec<_> = list.data().as_array().unwrap().iter().map(|it| it["key"].as_str().unwrap()).collect();
    assert_eq!(
        keys,
        ["food", "hotels", "cruises", "beauty", "relaxation", "art", "music", "experiences", "tours", "shops"]
    );
    let food = &list.data()[0];
    assert_eq!((&food["label"], &food["name_key"]), (&"Food and drink".into(), &"category.food".into()));
    assert_eq!(food["subcategories"].as_array().unwrap().len(), 8);
    let french = app.get(&format!("{PATH}?lang=FR")).send().await;
    assert_eq!(french.data()[0]["subcategories"][0]["label"], "Restauration rapide");
}

#[actix_web::test]
async fn unknown_language_is_refused() {
    let app = TestApp::start().await;
    app.get(&format!("{PATH}?lang=xx")).send().await.refused_fields(&["lang"]);
}
