mod offering_id {
    mod availability;
    mod slots;
}

use crate::support::{app::TestApp, market::restaurant};

const PATH: &str = "/api/v1/users/offerings/";

#[actix_web::test]
async fn offerings_are_found_by_words_and_price() {
    let app = TestApp::start().await;
    let company = restaurant(&app).await;
    let found = app.get(&format!("{PATH}?q=sou&price_max=900&company_id={company}&kind=product")).send().await;
    let card = &found.data()[0];
    assert_eq!((&card["name"], &card["price"], &card["currency"]), (&"Soup".into(), &900.into(), &"EUR".into()));
    assert_eq!((&card["company"]["handle"], &card["unit"]), (&"casa-azul".into(), &"item".into()));
    let dear = app.get(&format!("{PATH}?price_min=901")).send().await;
    assert_eq!(dear.json["total"], 0);
}

#[actix_web::test]
async fn offerings_refuse_unknown_kind() {
    let app = TestApp::start().await;
    app.get(&format!("{PATH}?kind=gold")).send().await.refused_fields(&["kind"]);
}
