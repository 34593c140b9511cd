use serde_json::json;

use crate::support::{app::TestApp, market};

const PATH: &str = "/api/v1/users/hotel-rooms/book/";

#[actix_web::test]
async fn stay_is_booked_at_once_for_the_price_seen() {
    let app = TestApp::start().await;
    let shop = market::hotel(&app).await;
    let chosen = json!({"check_in": market::date(3), "check_out": market::date(5), "members": 2});
    market::books_at_once(&app, PATH, &shop, chosen, 18_000).await;
}

#[actix_web::test]
async fn stay_keeps_its_children_for_both_sides() {
    let app = TestApp::start().await;
    let (ann, shop) = (app.person("ann").await, market::hotel(&app).await);
    let book = async |members: i64, children: i64| {
        let chosen = json!({
            "check_in": market::date(3), "check_out": market::date(5), "members": members, "children": children,
        });
        app.post(PATH).as_(&ann).json(market::booking(&shop, chosen)).await
    };
    book(2, 2).await.refused_fields(&["children"]);
    let booked = book(2, 1).await;
    assert_eq!((booked.status, &booked.data()["children"]), (201, &json!(1)));
    let own = app.get("/api/v1/users/bookings/").as_(&ann).send().await;
    assert_eq!((&own.data()[0]["members"], &own.data()[0]["children"]), (&json!(2), &json!(1)));
}

#[actix_web::test]
async fn reversed_dates_and_too_many_rooms_are_refused() {
    let app = TestApp::start().await;
    let (ann, shop) = (app.person("ann").await, market::hotel(&app).await);
    let book = async |chosen| app.post(PATH).as_(&ann).json(market::booking(&shop, chosen)).await;
    let reversed = json!({"check_in": market::date(5), "check_out": market::date(3)});
    book(reversed).await.refused_fields(&["check_out"]);
    let stay = |rooms: i64| json!({"check_in": market::date(3), "check_out": market::date(5), "rooms": rooms});
    for rooms in [0, -1, i64::MAX] {
        book(stay(rooms)).await.refused_fields(&["rooms"]);
    }
    book(stay(3)).await.refused(409, "booking.sold_out");
    assert_eq!(book(stay(2)).await.status, 201);
}

#[actix_web::test]
async fn impossible_numbers_are_refused_and_hold_nothing() {
    let app = TestApp::start().await;
    let shop = market::hotel(&app).await;
    let chosen = json!({"check_in": market::date(3), "check_out": market::date(5)});
    market::refuses_impossible_numbers(&app, PATH, &shop, chosen).await;
}
