//! Companies with offers on a test server, and bookings of them.

use serde_json::{Value, json};
use store::{
    catalogue::detail::{Availability, OfferingKind},
    testing::{
        count,
        market::{self, CompanyRow, OfferingRow, VariantRow},
        sqlx,
    },
    types::{
        ids::{CompanyId, OfferingId, ResourceId},
        local_time::TimeZone,
        timestamp::{Date, Timestamp},
    },
};

use super::app::{Answer, Person, TestApp};

/// Company with one offering and the business that owns it.
pub struct Shop {
    pub company: CompanyId,
    pub offering: OfferingId,
    pub owner: Person,
}

/// Local date in Madrid, some days from now.
pub fn date(days: i64) -> Date {
    let zone: TimeZone = "Europe/Madrid".parse().unwrap();
    zone.date_at(Timestamp::now()).plus_days(days)
}

/// Opens a company of this category that is open from 9 to 12.
async fn open(app: &TestApp, category: &'static str, change: impl FnOnce(OfferingRow) -> OfferingRow) -> Shop {
    let db = &app.state().db;
    let id = app.state().ids.next(Timestamp::now());
    let owner = app.business(&format!("owner_{category}")).await;
    let row = CompanyRow {
        owner: Some(owner.id),
        hours: Some(540..720),
        categories: vec![category],
        ..CompanyRow::new(id, category)
    };
    let company = row.insert(db).await;
    let row = OfferingRow {
        category,
        kind: OfferingKind::Service,
        price: 4_500,
        ..OfferingRow::new(id / 10, company, "Offer")
    };
    let offering = change(row).insert(db).await;
    Shop { company, offering, owner }
}

/// Company that serves one customer at a time, for an hour.
pub async fn salon(app: &TestApp, category: &'static str) -> (Shop, ResourceId) {
    let row = |row| OfferingRow { availability: Availability::Appointment, duration_minutes: 60, ..row };
    let shop = open(app, category, row).await;
    let id = app.state().ids.next(Timestamp::now());
    let staff = market::staff(&app.state().db, id, shop.company, "Ana", &[shop.offering]).await;
    (shop, staff)
}

/// Hotel with two rooms for two.
pub async fn hotel(app: &TestApp) -> Shop {
    let row = |row| OfferingRow {
        availability: Availability::Nights,
        members: 1..2,
        variants: vec![VariantRow::new("Double", 9_000, Some(2))],
        ..row
    };
    open(app, "hotels", row).await
}

/// Company with entries at 45.00 for twelve persons at each start, for an hour.
pub async fn entries(app: &TestApp, category: &'static str) -> Shop {
    let row = |row| OfferingRow {
        availability: Availability::TimedEntry,
        duration_minutes: 60,
        variants: vec![VariantRow::new("", 4_500, Some(12))],
        ..row
    };
    open(app, category, row).await
}

/// Company whose offer takes place in ten days, with 20 places at 45.00. Returns the id of the occurrence.
pub async fn event(app: &TestApp, category: &'static str) -> (Shop, i64) {
    let row = |row| OfferingRow {
        availability: Availability::Occurrence,
        kind: OfferingKind::Ticket,
        variants: vec![VariantRow::new("Standard", 4_500, Some(20))],
        ..row
    };
    let shop = open(app, category, row).await;
    let (now, id) = (Timestamp::now(), app.state().ids.next(Timestamp::now()));
    let starts_at = now.plus(10 * Timestamp::DAY);
    market::occurrence(&app.state().db, id, shop.offering, starts_at..starts_at.plus(2 * Timestamp::HOUR)).await;
    (shop, id)
}

/// Takes every offering off sale.
pub async fn archive(app: &TestApp) {
    store::on!(app.state().db.write(), at => sqlx::query("UPDATE offering SET state = 'archived'")
        .execute(at).await.map(drop))
    .unwrap();
    app.state().db.everything_changed();
}

/// Body of a booking with a contact.
pub fn booking(shop: &Shop, chosen: Value) -> Value {
    let mut body = json!({
        "product_id": shop.offering, "customer_name": "Zoe Lind", "contact_number": "+34600000000",
        "email": "zoe@plaza.example",
    });
    body.as_object_mut().unwrap().extend(chosen.as_object().unwrap().clone());
    body
}

/// Choice of the slot at ten o'clock, in ten days.
pub fn at_ten() -> Value {
    json!({"date": date(10), "time": "10:00"})
}

/// Holds the slot at ten o'clock.
pub async fn hold(app: &TestApp, who: &Person, shop: &Shop) -> Answer {
    let mut body = at_ten();
    body["product_id"] = json!(shop.offering);
    app.post("/api/v1/users/bookings/hold/").as_(who).json(body).await
}

/// Books the slot at ten o'clock. Returns the path of the booking.
pub async fn book(app: &TestApp, who: &Person, shop: &Shop) -> String {
    let booked = app.post("/api/v1/users/book-slot/").as_(who).json(booking(shop, at_ten())).await;
    assert_eq!(booked.status, 201, "{:#}", booked.json);
    format!("/api/v1/users/bookings/{}/", booked.data()["id"])
}

/// Checks an operation of the specification that books offers of one category.
pub async fn books_at_once(app: &TestApp, path: &str, shop: &Shop, chosen: Value, total: i64) {
    let ann = app.person("ann").await;
    let post = || app.post(path);
    post().json(booking(shop, chosen.clone())).await.refused(401, "unauthenticated");
    let mut body = booking(shop, chosen);
    for name in ["product_id", "customer_name", "contact_number", "email"] {
        let mut without = body.clone();
        without.as_object_mut().unwrap().remove(name);
        post().as_(&ann).json(without).await.refused_fields(&[name]);
    }
    body["expected_total"] = json!(total + 1);
    let changed = post().as_(&ann).json(body.clone()).await;
    changed.refused(409, "booking.price_changed");
    assert_eq!(changed.json["amount"], total);
    (body["expected_total"], body["client_id"]) = (json!(total), json!("key"));
    let booked = post().as_(&ann).json(body.clone()).await;
    assert_eq!(
        (booked.status, &booked.data()["state"], &booked.data()["total"]),
        (201, &json!("confirmed"), &json!(total))
    );
    let repeat = post().as_(&ann).json(body.clone()).await;
    assert_eq!((repeat.status, &repeat.data()["id"]), (201, &booked.data()["id"]));
    body["seats"] = json!(1);
    post().as_(&ann).json(body).await.refused_fields(&["seats"]);
}

/// Checks that an operation of the specification refuses impossible numbers, and that nothing is held.
pub async fn refuses_impossible_numbers(app: &TestApp, path: &str, shop: &Shop, chosen: Value) {
    let ann = app.person("ann").await;
    let variant = OfferingRow::variant(shop.offering, 0);
    for number in [json!(0), json!(-1), json!(1_u64 << 63)] {
        for (field, value) in [
            ("rooms", number.clone()),
            ("members", number.clone()),
            ("items", json!([{"variant_id": variant, "quantity": number}])),
        ] {
            let mut body = booking(shop, chosen.clone());
            body[field] = value;
            app.post(path).as_(&ann).json(body).await.refused_fields(&[field]);
        }
    }
    for table in ["booking", "booking_item", "capacity_bucket", "occupancy"] {
        assert_eq!(count(&app.state().db, table).await, 0, "{table}");
    }
}

/// Checks that an operation that lists the slots of one category refuses an offer of another.
pub async fn lists_own_category_only(app: &TestApp, path: &str) {
    let (shop, _) = salon(app, "tours").await;
    let slots = app.get(&format!("{path}?product_id={}&date={}", shop.offering, date(10))).send().await;
    slots.refused_fields(&["product_id"]);
}

/// Checks an operation of the specification that lists the slots of one day.
pub async fn lists_slots(app: &TestApp, path: &str, category: &'static str) {
    let (shop, staff) = salon(app, category).await;
    let slots = app.get(&format!("{path}?product_id={}&date={}", shop.offering, date(10))).send().await;
    let times: Vec<_> = slots.data()["slots"].as_array().unwrap().iter().map(|slot| slot["time"].clone()).collect();
    assert_eq!((slots.status, json!(times)), (200, json!(["09:00", "09:30", "10:00", "10:30", "11:00"])));
    assert_eq!(slots.data()["slots"][0]["resources"], json!([staff]));
    app.get(&format!("{path}?product_id={}", shop.offering)).send().await.refused_fields(&["date"]);
    app.get(&format!("{path}?product_id={}&date=tomorrow", shop.offering)).send().await.refused_fields(&["date"]);
    app.get(&format!("{path}?product_id=1&date={}", date(10))).send().await.refused(404, "not_found");
}

/// Creates the restaurant `casa-azul` (70) in Madrid, open day and night, with a soup (1) of 9.00.
pub async fn restaurant(app: &TestApp) -> CompanyId {
    let company = CompanyRow {
        features: vec!["halal"],
        position: Some((40.4168, -3.7038)),
        hours: Some(0..24 * 60),
        ..CompanyRow::new(70, "Casa Azul")
    };
    let company = company.insert(&app.state().db).await;
    OfferingRow { price: 900, ..OfferingRow::new(1, company, "Soup") }.insert(&app.state().db).await;
    company
}
