use serde_json::json;

use crate::support::{app::TestApp, order};

mod company_id;

pub const PATH: &str = "/api/v1/users/loyalty-points/";

#[actix_web::test]
async fn card_shows_coins_total_and_last_transaction() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let rules = json!({"is_active": true, "coins_per_unit": 10, "coin_value": 2, "minimum_coins": 0});
    app.call("PUT", "/api/v1/userprofessional/loyalty/").as_(&shop.owner).json(rules).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    shop.fulfilled(&app, &ann).await;
    let shown = app.get(PATH).as_(&ann).send().await;
    let card = &shown.data()[0];
    assert_eq!((&card["coins"], &card["total_coins"], &card["value"]), (&json!(25), &json!(25), &json!(50)));
    assert_eq!(card["company"]["name"], "Bakery");
    let last = &card["last_transaction"];
    assert_eq!((&last["kind"], &last["coins"]), (&json!("earned"), &json!(25)));
    assert_eq!(app.get(PATH).as_(&ben).send().await.json["total"], 0);
}
