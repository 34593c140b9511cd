use serde_json::json;

use crate::{
    routes::{userprofessional::catalogue::path, users::notifications},
    support::{app::TestApp, market, socket::Socket},
};

#[actix_web::test]
async fn date_is_called_off_and_its_customers_are_told() {
    let app = TestApp::start().await;
    let (shop, occurrence) = market::event(&app, "music").await;
    let (other, _) = market::salon(&app, "tours").await;
    let ann = app.person("ann").await;
    let chosen = json!({"occurrence_id": occurrence, "members": 2});
    let booking = market::booking(&shop, chosen);
    let book = "/api/v1/users/musicbooking/create/";
    assert_eq!(app.post(book).as_(&ann).json(booking.clone()).await.status, 201);

    let one = path(&format!("occurrences/{occurrence}/cancellation/"));
    app.get(&one).as_(&other.owner).send().await.refused(404, "not_found");
    app.post(&one).as_(&other.owner).json(json!({})).await.refused(404, "not_found");
    let ending = app.get(&one).as_(&shop.owner).send().await;
    assert_eq!((&ending.data()["bookings"], &ending.data()["people"]), (&json!(1), &json!(2)));
    let long = json!({"reason": "a".repeat(301)});
    app.post(&one).as_(&shop.owner).json(long).await.refused_fields(&["reason"]);

    let board = format!("/ws/orders/{}/?token={}", shop.company, shop.owner.access);
    let mut board = Socket::open(app.running.address.port(), &board).await.unwrap();
    board.wait_for("snapshot").await;
    let called_off = app.post(&one).as_(&shop.owner).json(json!({"reason": "The band is ill"})).await;
    assert_eq!((called_off.status, &called_off.data()["bookings"]), (200, &json!(1)));
    let news = board.wait(|frame| frame["data"]["type"] == "reservation").await;
    let ended = &news["data"]["reservation"];
    assert_eq!((&ended["state"], &ended["cancel_reason"]), (&json!("cancelled_by_company"), &json!("The band is ill")));
    let is_told = async || notifications::listed(&app, &ann).await.iter().any(|one| one["kind"] == "booking_cancelled");
    while !is_told().await {
        actix_web::rt::task::yield_now().await;
    }
    app.post(book).as_(&ann).json(booking).await.refused_fields(&["occurrence_id"]);
    app.post(&one).as_(&shop.owner).json(json!({})).await.refused(404, "not_found");
}
