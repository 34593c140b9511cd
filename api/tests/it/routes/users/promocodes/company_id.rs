use serde_json::json;
use store::{cart::promo_code::PromoKind, testing::market};

use crate::support::{app::TestApp, order};

#[actix_web::test]
async fn open_promo_codes_of_a_company_are_listed() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let path = format!("/api/v1/users/promocodes/{}/", shop.company);
    assert_eq!(app.get(&path).as_(&ann).send().await.data(), &json!([]));
    market::promo_code(&app.state().db, 9, shop.company, "BREAD50", PromoKind::Percent, 50).await;
    assert_eq!(app.get(&path).as_(&ann).send().await.data()[0]["code"], "BREAD50");
    shop.fill(&app, &ann, shop.bread, 2).await;
    let cart = app.call("PUT", &shop.details(2)).as_(&ann).json(json!({"promo_code": "bread50"})).await;
    assert_eq!((&cart.data()["discount"], &cart.data()["total"]), (&json!(250), &json!(250)));
}
