use serde_json::{Value, json};
use store::{
    catalogue::detail::Availability,
    testing::market::{self, OfferingRow, VariantRow},
    types::timestamp::Timestamp,
};

use crate::support::{
    app::{Answer, TestApp},
    market::{date, restaurant},
};

const PATH: &str = "/api/v1/users/cruise-products/";

/// Searches after the index took in what was written.
async fn search(app: &TestApp, query: &str) -> Answer {
    app.state().search.catch_up(&app.state().db, Timestamp::now()).await.unwrap();
    app.get(&format!("{PATH}?{query}")).send().await
}

/// Inserts a cruise of the restaurant that sails in ten days.
async fn cruise(app: &TestApp, id: i64, ports: [&str; 2], nights: i64) {
    let row = OfferingRow {
        category: "cruises",
        availability: Availability::Occurrence,
        members: 1..6,
        details: json!({"departure_port": ports[0], "destination_port": ports[1], "ports": ports, "nights": nights,
            "facilities": ["pool"]}),
        variants: vec![VariantRow::new("Balcony", 90_000, Some(4))],
        ..OfferingRow::new(id, store::types::ids::CompanyId(70), "Cruise")
    };
    let cruise = row.insert(&app.state().db).await;
    let at = Timestamp::now().plus(10 * Timestamp::DAY);
    market::occurrence(&app.state().db, 10 * id, cruise, at..at.plus(Timestamp::DAY)).await;
}

#[actix_web::test]
async fn cruises_are_found_by_port_with_sailings_and_counts() {
    let app = TestApp::start().await;
    restaurant(&app).await;
    cruise(&app, 2, ["ESBCN", "ITGOA"], 3).await;
    cruise(&app, 3, ["ITGOA", "ESBCN"], 7).await;
    let page =
        search(&app, "departure=ESBCN&destination=ITGOA&call=ITGOA&nights_max=3&facilities=pool&product_id=2").await;
    let offer = &page.data()["cruises"][0];
    assert_eq!((&offer["departure_port"]["name"], &offer["sailings"][0]["id"]), (&"Barcelona".into(), &20.into()));
    assert_eq!((&offer["sailings"][0]["left"], &offer["sailings"][0]["price"]), (&4.into(), &90_000.into()));
    let facets = search(&app, "departure=ESBCN").await.data()["facets"]["cruise"].clone();
    let keys: Vec<_> = facets["departures"].as_array().unwrap().iter().map(|port| &port["key"]).collect();
    assert_eq!(keys, ["ESBCN", "ITGOA"]);
    assert_eq!(facets["nights"], json!([{"key": "1-3", "count": 1}]));
    assert_eq!(search(&app, "filters=halal").await.data()["total"], 2);
    assert_eq!(search(&app, "filters=halal,vegan").await.data()["relaxed"], json!(["features"]));
    let other = search(&app, "departure=FRMRS").await;
    assert_eq!((&other.data()["total"], &other.data()["cruises"]), (&json!(0), &json!([])));
    let days = format!("date={}&until={}&adults=2", date(8), date(12));
    assert_eq!(search(&app, &days).await.data()["cruises"].as_array().unwrap().len(), 2);
    let full = search(&app, &format!("date={}&until={}&adults=6", date(8), date(12))).await;
    assert_eq!(full.data()["relaxed"], json!(["when"]));
}

#[actix_web::test]
async fn cruise_pages_follow_a_cursor_of_the_same_query() {
    let app = TestApp::start().await;
    restaurant(&app).await;
    cruise(&app, 2, ["ESBCN", "ITGOA"], 3).await;
    cruise(&app, 3, ["ITGOA", "ESBCN"], 7).await;
    let first = search(&app, "limit=1").await;
    let next = first.data()["next"].as_str().unwrap().to_owned();
    let second = search(&app, &format!("limit=1&cursor={next}")).await;
    assert_ne!(first.data()["cruises"][0]["id"], second.data()["cruises"][0]["id"]);
    assert_eq!(second.data()["next"], Value::Null);
    for foreign in [format!("departure=ESBCN&cursor={next}"), "cursor=made-up".to_owned()] {
        search(&app, &foreign).await.refused_fields(&["cursor"]);
    }
}

#[actix_web::test]
async fn cruise_search_refuses_bad_input_by_field() {
    let app = TestApp::start().await;
    for (query, field) in [
        ("departure=XX", "departure"),
        ("destination=esbcn", "destination"),
        ("call=%3Cb%3E", "call"),
        ("date=1900-01-01", "date"),
        (&format!("date={}", date(800)), "date"),
        (&format!("date={}&until={}", date(10), date(9)), "until"),
        (&format!("date={}&until={}", date(10), date(41)), "until"),
        ("until=2027-01-01", "until"),
        ("nights_min=0", "nights_min"),
        ("nights_max=181", "nights_max"),
        ("nights_min=5&nights_max=4", "nights_max"),
        ("facilities=gold", "facilities"),
        ("filters=gold", "filters"),
        ("adults=0", "adults"),
        ("price_min=2&price_max=1", "price_max"),
        ("currency=GOLD", "currency"),
        ("sort=distance", "sort"),
        ("limit=51", "limit"),
        (&format!("q={}", "a".repeat(201)), "q"),
    ] {
        app.get(&format!("{PATH}?{query}")).send().await.refused_fields(&[field]);
    }
    let many = ["pool"; 500].join(",");
    assert_eq!(search(&app, &format!("facilities={many}")).await.status, 200);
    assert_eq!(app.get(&format!("{PATH}?facets=all")).send().await.status, 422);
}
