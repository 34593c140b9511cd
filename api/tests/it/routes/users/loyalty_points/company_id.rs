use serde_json::json;

use crate::support::{app::TestApp, order};

#[actix_web::test]
async fn transactions_of_a_card_are_its_owners() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let rules = json!({"is_active": true, "coins_per_unit": 10, "coin_value": 2, "minimum_coins": 0});
    app.call("PUT", "/api/v1/userprofessional/loyalty/").as_(&shop.owner).json(rules).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let first = shop.fulfilled(&app, &ann).await;
    let second = shop.fulfilled(&app, &ann).await;
    let path = format!("{}{}/", super::PATH, shop.company);
    let shown = app.get(&path).as_(&ann).send().await;
    let list = shown.data().as_array().unwrap();
    assert_eq!(list.iter().map(|it| &it["order_id"]).collect::<Vec<_>>(), [&json!(second), &json!(first)]);
    assert!(list.iter().all(|it| it["kind"] == "earned" && it["coins"] == 25));
    let page = app.get(&format!("{path}?page=2&per_page=1")).as_(&ann).send().await;
    assert_eq!((&page.json["total"], &page.data()[0]["order_id"]), (&json!(2), &json!(first)));
    app.get(&path).as_(&ben).send().await.refused(404, "not_found");
}
