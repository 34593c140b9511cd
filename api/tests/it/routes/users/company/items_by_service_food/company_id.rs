use serde_json::json;
use store::testing::market::OfferingRow;

use crate::support::{app::TestApp, market::restaurant};

const PATH: &str = "/api/v1/users/company/items-by-service-food/";

#[actix_web::test]
async fn food_items_are_grouped_and_filtered() {
    let app = TestApp::start().await;
    let company = restaurant(&app).await;
    OfferingRow { category: "art", ..OfferingRow::new(2, company, "Print") }.insert(&app.state().db).await;
    let body = json!({"service": "product", "filters": {"q": "soup", "price_max": 900}});
    let menu = app.post(&format!("{PATH}casa-azul/")).json(body).await;
    assert_eq!((&menu.data()["total"], &menu.data()["sections"][0]["items"][0]["id"]), (&1.into(), &1.into()));
    let all = app.post(&format!("{PATH}70/")).json(json!({})).await;
    assert_eq!(all.data()["total"], 1);
    let services = app.post(&format!("{PATH}70/")).json(json!({"service": "service"})).await;
    assert_eq!(services.data()["sections"], json!([]));
}

#[actix_web::test]
async fn food_items_refuse_unknown_service() {
    let app = TestApp::start().await;
    restaurant(&app).await;
    app.post(&format!("{PATH}70/")).json(json!({"service": "gold"})).await.refused_fields(&["service"]);
    app.post(&format!("{PATH}71/")).json(json!({})).await.refused(404, "not_found");
}
