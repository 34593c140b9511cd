use serde_json::json;
use store::{
    catalogue::detail::Availability,
    testing::market::{self, OfferingRow, VariantRow},
    types::timestamp::Timestamp,
};

use crate::support::{app::TestApp, market::restaurant};

const PATH: &str = "/api/v1/users/cruise-products/";

#[actix_web::test]
async fn cruises_are_found_by_port() {
    let app = TestApp::start().await;
    let company = restaurant(&app).await;
    let cruise = OfferingRow {
        category: "cruises",
        availability: Availability::Occurrence,
        details: json!({"departure_port": "ESBCN", "destination_port": "ITGOA"}),
        variants: vec![VariantRow::new("Balcony", 90_000, Some(4))],
        ..OfferingRow::new(2, company, "Cruise")
    };
    let cruise = cruise.insert(&app.state().db).await;
    let at = Timestamp::now().plus(Timestamp::DAY);
    market::occurrence(&app.state().db, 5, cruise, at..at.plus(Timestamp::DAY)).await;
    let page = app.get(&format!("{PATH}?departure=ESBCN&destination=ITGOA&product_id=2")).send().await;
    let offer = &page.data()[0];
    assert_eq!((&offer["departure_port"]["name"], &offer["sailings"][0]["id"]), (&"Barcelona".into(), &5.into()));
    let other = app.get(&format!("{PATH}?departure=ITGOA")).send().await;
    assert_eq!(other.json["total"], 0);
    let date = app.get(&format!("{PATH}?date=2050-01-01")).send().await;
    assert_eq!(date.json["total"], 0);
    app.get(&format!("{PATH}?departure=XX")).send().await.refused_fields(&["departure"]);
}
