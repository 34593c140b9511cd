mod book;

use serde_json::json;
use store::{
    catalogue::detail::Availability,
    testing::market::{self, OfferingRow, VariantRow},
    types::timestamp::Timestamp,
};

use crate::support::{app::TestApp, market::restaurant};

#[actix_web::test]
async fn cabins_are_listed_by_sailing() {
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
    let list = app.get("/api/v1/users/cruise-rooms/?product_id=2").send().await;
    let cabin = &list.data()[0]["cabins"][0];
    assert_eq!((&cabin["name"], &cabin["left"], &cabin["price"]), (&"Balcony".into(), &4.into(), &90_000.into()));
    app.get("/api/v1/users/cruise-rooms/?product_id=1").send().await.refused(404, "not_found");
    app.get("/api/v1/users/cruise-rooms/").send().await.refused_fields(&["product_id"]);
}
