use serde_json::json;

use crate::support::{app::TestApp, order};

mod cards;

pub const PATH: &str = "/api/v1/userprofessional/loyalty/";

#[actix_web::test]
async fn company_runs_a_programme_and_customers_spend_its_coins() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let shown = app.get(PATH).as_(&shop.owner).send().await;
    assert_eq!(shown.data(), &json!({"programme": null, "cards": 0, "coins_outstanding": 0, "currency": "EUR"}));
    let rules = json!({"is_active": true, "coins_per_unit": 100, "coin_value": 1, "minimum_coins": 200});
    let put = |body| app.call("PUT", PATH).as_(&shop.owner).json(body);
    for (field, value) in [("coins_per_unit", 0), ("coins_per_unit", 1_001), ("coin_value", 0), ("minimum_coins", -1)] {
        let mut wrong = rules.clone();
        wrong[field] = json!(value);
        put(wrong).await.refused_fields(&[field]);
    }
    assert_eq!(put(rules.clone()).await.data()["programme"], rules);

    let ann = app.person("ann").await;
    shop.fulfilled(&app, &ann).await;
    assert_eq!(app.get(PATH).as_(&shop.owner).send().await.data()["coins_outstanding"], 250);
    shop.fill(&app, &ann, shop.bread, 2).await;
    let cart = app.call("PUT", &shop.details(2)).as_(&ann).json(json!({"use_coins": true})).await;
    assert_eq!((&cart.data()["total"], &cart.data()["loyalty"]["spent_coins"]), (&json!(250), &json!(250)));
    let placed = app.post(&shop.create()).as_(&ann).json(json!({"expected_total": 250})).await;
    let order = &placed.data()["orders"][0];
    assert_eq!((&order["coins_spent"], &order["discount"]), (&json!(250), &json!(250)));
    assert_eq!(app.get(PATH).as_(&shop.owner).send().await.data()["coins_outstanding"], 0);
}
