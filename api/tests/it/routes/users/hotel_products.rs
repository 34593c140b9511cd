use serde_json::json;
use store::{
    catalogue::detail::Availability,
    testing::market::{OfferingRow, VariantRow},
};

use crate::support::{app::TestApp, market::restaurant};

const PATH: &str = "/api/v1/users/hotel-products/";

#[actix_web::test]
async fn rooms_have_the_price_of_the_stay() {
    let app = TestApp::start().await;
    let company = restaurant(&app).await;
    let room = OfferingRow {
        category: "hotels",
        availability: Availability::Nights,
        details: json!({"adults": 2}),
        variants: vec![VariantRow::new("", 8_000, Some(3))],
        ..OfferingRow::new(2, company, "Double room")
    };
    room.insert(&app.state().db).await;
    let page = app.get(&format!("{PATH}?check_in=2050-05-01&check_out=2050-05-04&rooms=2&adults=4")).send().await;
    let offer = &page.data()[0];
    assert_eq!((&offer["nights"], &offer["total"], &offer["left"]), (&3.into(), &48_000.into(), &3.into()));
    let many = app.get(&format!("{PATH}?adults=3")).send().await;
    assert_eq!(many.json["total"], 0);
    assert_eq!(app.get(PATH).send().await.data()[0]["total"], json!(null));
    for (filters, found) in [("halal", 1), ("halal,vegan", 0), ("", 1)] {
        assert_eq!(app.get(&format!("{PATH}?filters={filters}")).send().await.json["total"], found, "{filters}");
    }
}

#[actix_web::test]
async fn rooms_refuse_invalid_stay() {
    let app = TestApp::start().await;
    for (query, field) in [
        ("check_in=2050-05-01", "check_out"),
        ("check_out=2050-05-01", "check_in"),
        ("check_in=2050-05-01&check_out=2050-05-01", "check_out"),
        ("check_in=2050-05-01&check_out=2050-07-01", "check_out"),
        ("adults=0", "adults"),
        ("rooms=21", "rooms"),
        ("filters=gold", "filters"),
    ] {
        app.get(&format!("{PATH}?{query}")).send().await.refused_fields(&[field]);
    }
}
