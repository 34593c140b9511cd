use serde_json::json;
use store::{
    catalogue::detail::Availability,
    testing::market::{self, OfferingRow, VariantRow},
    types::timestamp::Timestamp,
};

use crate::support::{app::TestApp, market::restaurant};

#[actix_web::test]
async fn destination_ports_are_those_of_cruises() {
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
    let list = app.get("/api/v1/admin/get-Designatios-ports-list/").send().await;
    let codes: Vec<_> = list.data().as_array().unwrap().iter().map(|port| &port["code"]).collect();
    assert_eq!(codes, ["ITGOA"]);
}
