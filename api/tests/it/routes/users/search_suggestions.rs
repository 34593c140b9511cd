//! Suggestions while a query is typed.

use serde_json::json;
use store::types::timestamp::Timestamp;

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
}

#[actix_web::test]
async fn suggestions_refuse_bad_input_by_field() {
    let app = TestApp::start().await;
    app.get(&format!("{PATH}?q={}", "a".repeat(201))).send().await.refused_fields(&["q"]);
    app.get(&format!("{PATH}?q=a&latitude=91&longitude=0")).send().await.refused_fields(&["latitude"]);
    app.get(&format!("{PATH}?q=a&lang=XX")).send().await.refused_fields(&["lang"]);
}
