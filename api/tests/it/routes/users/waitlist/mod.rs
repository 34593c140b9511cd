mod entry_id;

use serde_json::{Value, json};
use store::{notify::outbox, types::ids::CompanyId};

use crate::{
    media::until,
    support::{
        app::{Person, TestApp},
        market::{self, Shop},
    },
};

pub const PATH: &str = "/api/v1/users/waitlist/";

/// Joins the waitlist of the slot at ten o'clock, which is taken. Returns the entry.
pub async fn join(app: &TestApp, who: &Person, shop: &Shop) -> Value {
    let joined = app.post(PATH).as_(who).json(market::booking(shop, market::at_ten())).await;
    assert_eq!(joined.status, 201, "{:#}", joined.json);
    joined.data().clone()
}

/// Waits until the first entry of a customer is offered. Returns it.
pub async fn offer(app: &TestApp, who: &Person) -> Value {
    until(async || app.get(PATH).as_(who).send().await.data()[0]["state"] == "offered").await;
    app.get(PATH).as_(who).send().await.data()[0].clone()
}

#[actix_web::test]
async fn freed_slot_is_offered_mailed_and_confirmed() {
    let app = TestApp::start().await;
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    let (shop, _) = market::salon(&app, "beauty").await;
    let booking = market::book(&app, &ann, &shop).await;
    let entry = join(&app, &ben, &shop).await;
    assert_eq!((&entry["state"], &entry["ahead"], &entry["booking_id"]), (&json!("waiting"), &json!(0), &json!(null)));
    assert_eq!(join(&app, &ben, &shop).await["id"], entry["id"]);
    assert_eq!(join(&app, &eve, &shop).await["ahead"], 1);

    let cancelled = app.post(&format!("{booking}cancel/")).as_(&ann).json(json!({"expected_fee": 0})).await;
    assert_eq!(cancelled.status, 200, "{:#}", cancelled.json);
    // Another customer who is fast meets the line.
    market::hold(&app, &ann, &shop).await.refused(409, "booking.sold_out");
    let offered = offer(&app, &ben).await;
    assert!(offered["offer_expires_at"].is_string());
    // Confirmations of bookings are mailed too.
    let link = format!("/reservations/{}/accept", offered["booking_id"]);
    let offers = async || {
        let mails = outbox::latest(&app.state().db, 10).await.unwrap();
        mails.into_iter().filter(|mail| mail.body.contains(&link)).map(|mail| mail.recipient).collect::<Vec<_>>()
    };
    until(async || !offers().await.is_empty()).await;
    assert_eq!(offers().await, ["zoe@plaza.example"]);

    let path = format!("/api/v1/users/bookings/{}/confirm/", offered["booking_id"]);
    let contact = json!({"customer_name": "Ben Lind", "contact_number": "+34600000000", "email": "b@plaza.example",
        "expected_total": 4_500});
    assert_eq!(app.call("PUT", &path).as_(&ben).json(contact).await.data()["state"], "confirmed");
    assert_eq!(app.get(PATH).as_(&ben).send().await.data(), &json!([]));
    assert_eq!(app.get(PATH).as_(&eve).send().await.data()[0]["state"], "waiting");
}

#[actix_web::test]
async fn day_without_time_waits_for_any_start() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (shop, _) = market::salon(&app, "beauty").await;
    let any = market::booking(&shop, json!({"date": market::date(10)}));
    app.post(PATH).as_(&ben).json(any.clone()).await.refused(409, "booking.still_free");
    for time in ["09:00", "10:00", "11:00"] {
        let body = market::booking(&shop, json!({"date": market::date(10), "time": time}));
        assert_eq!(app.post("/api/v1/users/book-slot/").as_(&ann).json(body).await.status, 201);
    }
    let joined = app.post(PATH).as_(&ben).json(any).await;
    assert_eq!((joined.status, &joined.data()["starts_at"]), (201, &json!(null)));
    assert_eq!(joined.data()["date"], json!(market::date(10)));
}

#[actix_web::test]
async fn raised_capacity_is_offered_to_the_line() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (shop, _) = market::salon(&app, "beauty").await;
    market::book(&app, &ann, &shop).await;
    join(&app, &ben, &shop).await;
    let (id, db) = (app.state().ids.next(store::types::timestamp::Timestamp::now()), &app.state().db);
    store::testing::market::staff(db, id, shop.company, "Eva", &[shop.offering]).await;
    app.state().waitlists.rules_changed(CompanyId(shop.company.0), None);
    offer(&app, &ben).await;
}

#[actix_web::test]
async fn wrong_fields_and_visitors_are_refused() {
    let app = TestApp::start().await;
    let (ann, guest) = (app.person("ann").await, app.guest().await);
    let (shop, _) = market::salon(&app, "beauty").await;
    market::book(&app, &ann, &shop).await;
    let body = market::booking(&shop, market::at_ten());
    app.post(PATH).json(body.clone()).await.refused(401, "unauthenticated");
    app.post(PATH).as_(&guest).json(body.clone()).await.refused(403, "auth.guest");
    for name in ["product_id", "customer_name", "contact_number", "email"] {
        let mut without = body.clone();
        without.as_object_mut().unwrap().remove(name);
        app.post(PATH).as_(&ann).json(without).await.refused_fields(&[name]);
    }
    app.post(PATH).as_(&ann).json(market::booking(&shop, json!({}))).await.refused_fields(&["starts_at"]);
    let past = market::booking(&shop, json!({"date": market::date(-1)}));
    app.post(PATH).as_(&ann).json(past).await.refused_fields(&["date"]);
    let items = json!([{"variant_id": 1, "quantity": 1}, {"variant_id": 2, "quantity": 1}]);
    let two = market::booking(&shop, json!({"items": items}));
    app.post(PATH).as_(&ann).json(two).await.refused_fields(&["items"]);
}
