use serde_json::json;
use store::testing::market::OfferingRow;

use crate::support::{app::TestApp, market};

const PATH: &str = "/api/v1/users/book-Relaxationslot/";

#[actix_web::test]
async fn slot_is_booked_at_once_for_the_price_seen() {
    let app = TestApp::start().await;
    let (shop, _) = market::salon(&app, "relaxation").await;
    market::books_at_once(&app, PATH, &shop, market::at_ten(), 4_500).await;
}

#[actix_web::test]
async fn offer_of_another_category_is_refused() {
    let app = TestApp::start().await;
    let (ann, (shop, _)) = (app.person("ann").await, market::salon(&app, "tours").await);
    let refused = app.post(PATH).as_(&ann).json(market::booking(&shop, market::at_ten())).await;
    refused.refused_fields(&["product_id"]);
}

#[actix_web::test]
async fn impossible_numbers_are_refused_and_hold_nothing() {
    let app = TestApp::start().await;
    let shop = market::entries(&app, "relaxation").await;
    let chosen = market::at_ten();
    market::refuses_impossible_numbers(&app, PATH, &shop, chosen).await;
}

#[actix_web::test]
async fn entry_takes_a_place_for_each_person() {
    let app = TestApp::start().await;
    let (ann, shop) = (app.person("ann").await, market::entries(&app, "relaxation").await);
    let book = async |change: serde_json::Value| {
        let mut body = market::booking(&shop, market::at_ten());
        body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        app.post(PATH).as_(&ann).json(body).await
    };
    let one_place = json!([{"variant_id": OfferingRow::variant(shop.offering, 0), "quantity": 1}]);
    book(json!({"members": 10, "items": one_place})).await.refused_fields(&["members"]);
    let booked = book(json!({"members": 10})).await;
    assert_eq!((booked.status, &booked.data()["members"], &booked.data()["total"]), (201, &json!(10), &json!(45_000)));
    assert_eq!(booked.data()["items"][0]["quantity"], 10);
    book(json!({"members": 3})).await.refused(409, "booking.sold_out");
}
