use crate::support::app::TestApp;

const PATH: &str = "/api/v1/users/countries/";

#[actix_web::test]
async fn countries_are_named_in_the_requested_language() {
    let app = TestApp::start().await;
    for (query, germany) in
        [("", "Germany"), ("?lang=FR", "Allemagne"), ("?lang=se", "Tyskland"), ("?lang=", "Germany")]
    {
        let list = app.get(&format!("{PATH}{query}")).send().await;
        let countries = list.data().as_array().unwrap();
        assert_eq!(countries.len(), 250);
        let found = countries.iter().find(|country| country["code"] == "DE").unwrap();
        assert_eq!(found["name"], germany, "{query}");
    }
}

#[actix_web::test]
async fn unknown_language_is_refused() {
    let app = TestApp::start().await;
    app.get(&format!("{PATH}?lang=EN")).send().await.refused_fields(&["lang"]);
    app.get(&format!("{PATH}?sort=name")).send().await.refused_fields(&["sort"]);
}
