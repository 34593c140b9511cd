//! Suggestions while a query is typed.

use serde_json::json;
use store::{testing::market::OfferingRow, types::timestamp::Timestamp};

use crate::support::{app::TestApp, market::restaurant};

const PATH: &str = "/api/v1/users/search-suggestions/";

#[actix_web::test]
async fn suggestions_name_companies_items_categories_and_towns() {
    let app = TestApp::start().await;
    restaurant(&app).await;
    app.state().search.catch_up(&app.state().db, Timestamp::now()).await.unwrap();
    let found = app.get(&format!("{PATH}?q=cas")).send().await;
    assert_eq!(found.data()["companies"][0]["key"], "casa-azul");
    assert_eq!(app.get(&format!("{PATH}?q=sou")).send().await.data()["items"][0]["label"], "Soup");
    let french = app.get(&format!("{PATH}?q=mus%C3%A9e&lang=FR")).send().await;
    assert_eq!(french.data()["categories"][0]["label"], "Art et culture");
    assert_eq!(app.get(&format!("{PATH}?q=barcelon")).send().await.data()["towns"][0]["city"], "Barcelona");
    let markup = app.get(&format!("{PATH}?q=%3Cscript%3Ealert(1)%3C/script%3E")).send().await;
    assert_eq!((markup.status, &markup.data()["items"]), (200, &json!([])));
    let operators = app.get(&format!("{PATH}?q=%2B-%26%26%7C%7C!()%7B%7D%5B%5D%5E%22~*%3F%3A%5C")).send().await;
    assert_eq!((operators.status, &operators.data()["companies"]), (200, &json!([])));
}

#[actix_web::test]
async fn suggestions_return_markup_of_names_as_plain_text() {
    let app = TestApp::start().await;
    let company = restaurant(&app).await;
    let name = "<img src=x onerror=alert(1)> tartlet";
    OfferingRow::new(2, company, name).insert(&app.state().db).await;
    app.state().search.catch_up(&app.state().db, Timestamp::now()).await.unwrap();
    let found = app.get(&format!("{PATH}?q=tartl")).send().await;
    assert_eq!(found.data()["items"][0]["label"], name);
    assert!(found.header("content-type").starts_with("application/json"));
    assert_eq!(found.header("x-content-type-options"), "nosniff");
}

#[actix_web::test]
async fn suggestions_refuse_bad_input_by_field() {
    let app = TestApp::start().await;
    for length in [201, 10_000] {
        app.get(&format!("{PATH}?q={}", "a".repeat(length))).send().await.refused_fields(&["q"]);
    }
    app.get(&format!("{PATH}?q=a&latitude=91&longitude=0")).send().await.refused_fields(&["latitude"]);
    app.get(&format!("{PATH}?q=a&lang=XX")).send().await.refused_fields(&["lang"]);
}
