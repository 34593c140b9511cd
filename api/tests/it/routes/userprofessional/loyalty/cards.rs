use serde_json::json;

use crate::support::{app::TestApp, order};

#[actix_web::test]
async fn company_lists_its_cards() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let rules = json!({"is_active": true, "coins_per_unit": 10, "coin_value": 1, "minimum_coins": 0});
    app.call("PUT", super::PATH).as_(&shop.owner).json(rules).await;
    let ann = app.person("ann").await;
    shop.fulfilled(&app, &ann).await;
    let path = format!("{}cards/", super::PATH);
    let shown = app.get(&path).as_(&shop.owner).send().await;
    let card = &shown.data()[0];
    assert_eq!(shown.json["total"], 1);
    assert_eq!((&card["name"], &card["coins"], &card["total_coins"]), (&json!("Zoe Lind"), &json!(25), &json!(25)));
    let rival = order::bakery_of(&app, "rival").await;
    assert_eq!(app.get(&path).as_(&rival.owner).send().await.data(), &json!([]));
    app.get(&format!("{path}?per_page=101")).as_(&shop.owner).send().await.refused_fields(&["per_page"]);
}
