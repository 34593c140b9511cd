use serde_json::json;
use store::{
    catalogue::detail::Availability,
    testing::market::{OfferingRow, VariantRow},
};

use crate::support::{
    app::TestApp,
    market::{date, restaurant},
};

const PATH: &str = "/api/v1/users/hotel-products/";

#[actix_web::test]
async fn rooms_have_the_price_of_the_stay() {
    let app = TestApp::start().await;
    let company = restaurant(&app).await;
    let room = OfferingRow {
        category: "hotels",
        availability: Availability::Nights,
        details: json!({"adults": 2}),
        members: 1..2,
        variants: vec![VariantRow::new("", 8_000, Some(3))],
        ..OfferingRow::new(2, company, "Double room")
    };
    room.insert(&app.state().db).await;
    let stay = format!("check_in={}&check_out={}", date(10), date(13));
    let page = app.get(&format!("{PATH}?{stay}&rooms=2&adults=4")).send().await;
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
    let stay = |from, to| format!("check_in={}&check_out={}", date(from), date(to));
    for (query, field) in [
        (format!("check_in={}", date(1)), "check_out"),
        (format!("check_out={}", date(1)), "check_in"),
        (stay(10, 10), "check_out"),
        (stay(10, 9), "check_out"),
        (stay(10, 41), "check_out"),
        (stay(-3, 1), "check_in"),
        (stay(800, 801), "check_in"),
        ("check_in=1900-01-01&check_out=9999-12-31".to_owned(), "check_in"),
        ("adults=0".to_owned(), "adults"),
        ("rooms=21".to_owned(), "rooms"),
        ("filters=gold".to_owned(), "filters"),
    ] {
        app.get(&format!("{PATH}?{query}")).send().await.refused_fields(&[field]);
    }
    let reversed = app.get(&format!("{PATH}?{}", stay(10, 9))).send().await;
    let expected = format!("Choose a date from {} to {}.", date(11), date(40));
    assert!(reversed.json.to_string().contains(&expected), "{}", reversed.json);
    let today = app.get(&format!("{PATH}?{}", stay(0, 30))).send().await;
    assert_eq!(today.status, 200);
}
