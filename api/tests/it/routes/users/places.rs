use serde_json::Value;

use crate::support::app::TestApp;

const PATH: &str = "/api/v1/users/places/";

fn labels(places: &Value) -> Vec<&str> {
    places.as_array().unwrap().iter().map(|place| place["label"].as_str().unwrap()).collect()
}

#[actix_web::test]
async fn search_text_finds_towns_without_sign_in() {
    let app = TestApp::start().await;
    let found = app.get(&format!("{PATH}?query=lyo")).send().await;
    assert_eq!(labels(found.data())[0], "Lyon, Auvergne-Rhône-Alpes, France");
    let lyon = &found.data()[0];
    assert_eq!((&lyon["city"], &lyon["country"]), (&"Lyon".into(), &"FR".into()));
    assert_eq!((&lyon["postal_codes"][0], &lyon["postal_codes"][8]), (&"69001".into(), &"69009".into()));
    assert!((lyon["latitude"].as_f64().unwrap() - 45.75).abs() < 0.1);
    assert!((lyon["longitude"].as_f64().unwrap() - 4.85).abs() < 0.1);

    let german = app.get(&format!("{PATH}?query=ZURICH&country=ch&lang=DE")).send().await;
    assert_eq!(labels(german.data())[0], "Zürich, Zurich, Schweiz");
    let many = app.get(&format!("{PATH}?query=san")).send().await;
    assert_eq!(many.data().as_array().unwrap().len(), 8);
    let none = app.get(&format!("{PATH}?query=xqzw%27%3B--")).send().await;
    assert_eq!((none.status, none.data().as_array().unwrap().len()), (200, 0));
    assert_eq!(app.get(&format!("{PATH}?query=")).send().await.data().as_array().unwrap().len(), 0);
}

#[actix_web::test]
async fn unknown_country_or_language_and_overlong_text_are_named() {
    let app = TestApp::start().await;
    let long = "a".repeat(101);
    let refused = app.get(&format!("{PATH}?query={long}&country=XX")).send().await;
    refused.refused_fields(&["country", "query"]);
    app.get(&format!("{PATH}?query=a&lang=EN")).send().await.refused_fields(&["lang"]);
    app.get(PATH).send().await.refused_fields(&["query"]);
}
