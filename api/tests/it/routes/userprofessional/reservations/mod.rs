mod booking_id;
mod export;

use api::server::booking_sweeper::sweep;
use serde_json::{Value, json};
use store::{notify::outbox, testing::sqlx, types::timestamp::Timestamp};

use crate::support::{
    app::{Person, TestApp},
    market::{self, Shop},
    socket::Socket,
};

const PATH: &str = "/api/v1/userprofessional/reservations/";

#[actix_web::test]
async fn company_lists_its_reservations_by_state_and_text() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let (shop, _) = market::salon(&app, "beauty").await;
    let (other, _) = market::salon(&app, "tours").await;
    market::book(&app, &ann, &shop).await;
    let total =
        async |who, query: &str| app.get(&format!("{PATH}?{query}")).as_(who).send().await.json["total"].clone();
    assert_eq!(total(&shop.owner, "").await, 1);
    assert_eq!(total(&shop.owner, "state=confirmed,no_show&query=zoe").await, 1);
    assert_eq!(total(&shop.owner, "state=no_show").await, 0);
    assert_eq!(total(&shop.owner, "query=nobody").await, 0);
    assert_eq!(total(&other.owner, "").await, 0);
    app.get(&format!("{PATH}?state=gold")).as_(&shop.owner).send().await.refused_fields(&["state"]);
    let reversed = "from=2026-11-30T00:00:00Z&to=2026-11-29T00:00:00Z";
    app.get(&format!("{PATH}?{reversed}")).as_(&shop.owner).send().await.refused_fields(&["to"]);
    app.get(PATH).as_(&ann).send().await.refused(403, "not_allowed");
}

#[actix_web::test]
async fn walk_in_needs_a_name_only_and_reaches_the_team() {
    let app = TestApp::start().await;
    let (shop, _) = market::salon(&app, "beauty").await;
    let (other, _) = market::salon(&app, "tours").await;
    let path = format!("/ws/orders/{}/?token={}", shop.company, shop.owner.access);
    let mut board = Socket::open(app.running.address.port(), &path).await.unwrap();
    board.wait_for("snapshot").await;
    let mut body = market::at_ten();
    body["product_id"] = json!(shop.offering);
    app.post(PATH).as_(&shop.owner).json(body.clone()).await.refused_fields(&["customer_name"]);
    body["customer_name"] = json!("Walk In");
    app.post(PATH).as_(&other.owner).json(body.clone()).await.refused(404, "not_found");
    let added = app.post(PATH).as_(&shop.owner).json(body).await;
    assert_eq!(
        (added.status, &added.data()["state"], &added.data()["customer_id"]),
        (201, &json!("confirmed"), &json!(null))
    );
    let news = board.wait(|frame| frame["data"]["type"] == "reservation").await;
    assert_eq!(news["data"]["reservation"]["id"], added.data()["id"]);
}

#[actix_web::test]
async fn reservations_stream_is_closed_to_others() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let (shop, _) = market::salon(&app, "beauty").await;
    let path = format!("/ws/orders/{}/?token={}", shop.company, ann.access);
    let mut board = Socket::open(app.running.address.port(), &path).await.unwrap();
    assert_eq!(board.closed().await, 4404);
}

/// Kinds of a person's notifications, newest first.
async fn kinds(app: &TestApp, who: &Person) -> Vec<Value> {
    let list = app.get("/api/v1/users/notifications/").as_(who).send().await;
    list.data().as_array().unwrap().iter().map(|entry| entry["kind"].clone()).collect()
}

/// Subjects and texts of the mails to an address, oldest first.
async fn mails(app: &TestApp, address: &str) -> Vec<(String, String)> {
    let all = outbox::latest(&app.state().db, 50).await.unwrap().into_iter().rev();
    all.filter(|mail| mail.recipient == address).map(|mail| (mail.subject.unwrap_or_default(), mail.body)).collect()
}

/// Lets the company answer requests itself.
async fn approve(app: &TestApp) {
    store::on!(app.state().db.write(), at => sqlx::query("UPDATE company SET approves_bookings = TRUE")
        .execute(at).await.map(drop))
    .unwrap();
    app.state().db.everything_changed();
}

#[actix_web::test]
async fn unanswered_request_ends_and_tells_both_sides() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let (shop, _) = market::salon(&app, "beauty").await;
    approve(&app).await;
    let path = market::book(&app, &ann, &shop).await;
    let start: Timestamp = app.get(&path).as_(&ann).send().await.data()["starts_at"].as_str().unwrap().parse().unwrap();
    for _ in 0..2 {
        sweep(app.state(), start.plus(-Timestamp::HOUR)).await.unwrap();
    }
    assert_eq!(kinds(&app, &shop.owner).await, ["reservation_unanswered", "reservation_new"]);
    for _ in 0..2 {
        sweep(app.state(), start).await.unwrap();
    }
    let ended = app.get(&path).as_(&ann).send().await;
    assert_eq!((&ended.data()["state"], &ended.data()["can"]["cancel"]), (&json!("declined"), &json!(false)));
    assert_eq!(kinds(&app, &ann).await, ["booking_unanswered"]);
    let of_owner = ["reservation_lapsed", "reservation_unanswered", "reservation_new"];
    assert_eq!(kinds(&app, &shop.owner).await, of_owner);
    let subjects: Vec<_> = mails(&app, "zoe@plaza.example").await.into_iter().map(|(subject, _)| subject).collect();
    assert_eq!(subjects.len(), 2, "{subjects:?}");
    assert_eq!(subjects[1], "beauty did not answer your request");
}

/// Books for an address of its own. Returns the path for the company.
async fn book_by_mail(app: &TestApp, who: &Person, shop: &Shop, email: &str) -> String {
    let mut body = market::booking(shop, market::at_ten());
    body["email"] = json!(email);
    let booked = app.post("/api/v1/users/book-slot/").as_(who).json(body).await;
    assert_eq!(booked.status, 201, "{:#}", booked.json);
    format!("{PATH}{}/", booked.data()["id"])
}

#[actix_web::test]
async fn guest_is_mailed_each_step_once() {
    let app = TestApp::start().await;
    let guest = app.guest().await;
    let (shop, _) = market::salon(&app, "beauty").await;
    let path = book_by_mail(&app, &guest, &shop, "guest@plaza.example").await;
    let shown = app.get(&path).as_(&shop.owner).send().await;
    let code = shown.data()["code"].as_str().unwrap().to_owned();
    let to = json!({"date": market::date(11), "time": "09:00"});
    assert_eq!(app.call("PUT", &format!("{path}move/")).as_(&shop.owner).json(to).await.status, 200);
    let cancel = json!({"state": "cancelled_by_company", "note": "Ill http://evil.example"});
    for _ in 0..2 {
        let state = app.call("PUT", &format!("{path}state/")).as_(&shop.owner).json(cancel.clone()).await;
        assert_eq!(state.status, 200);
        sweep(app.state(), Timestamp::now().plus(Timestamp::HOUR)).await.unwrap();
    }
    let mails = mails(&app, "guest@plaza.example").await;
    let starts = [
        "Your booking at beauty is confirmed: ",
        "Your booking at beauty has moved: ",
        "Your booking at beauty is canceled",
    ];
    assert_eq!(mails.len(), 3, "{mails:?}");
    for ((subject, body), start) in mails.iter().zip(starts) {
        assert!(subject.starts_with(start), "{subject}");
        for part in ["Offer", "beauty", "Madrid", "local time", code.as_str(), "€45.00", "/reservations/"] {
            assert!(body.contains(part), "{part}: {body}");
        }
        assert!(!body.contains(['{', '}']) && !body.contains("evil"), "{body}");
    }
}

#[actix_web::test]
async fn account_with_the_same_address_gets_one_mail() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let (shop, _) = market::salon(&app, "beauty").await;
    let path = book_by_mail(&app, &ann, &shop, "ANN@plaza.example").await;
    let cancel = json!({"state": "cancelled_by_company"});
    assert_eq!(app.call("PUT", &format!("{path}state/")).as_(&shop.owner).json(cancel).await.status, 200);
    sweep(app.state(), Timestamp::now().plus(Timestamp::HOUR)).await.unwrap();
    assert_eq!(mails(&app, "ANN@plaza.example").await, []);
    app.letters(2).await;
    let mails = mails(&app, "ann@plaza.example").await;
    let booked: Vec<_> = mails.iter().filter(|(subject, _)| subject.starts_with("Your booking")).collect();
    assert_eq!(booked.len(), 2, "{mails:?}");
    assert!(booked.iter().all(|(_, body)| body.contains("\nOffer\nbeauty\n")), "{booked:?}");
}

#[actix_web::test]
async fn walk_in_with_an_address_is_mailed() {
    let app = TestApp::start().await;
    let (shop, _) = market::salon(&app, "beauty").await;
    let mut body = market::at_ten();
    (body["product_id"], body["customer_name"]) = (json!(shop.offering), json!("Walk In"));
    body["email"] = json!("walk@plaza.example");
    assert_eq!(app.post(PATH).as_(&shop.owner).json(body).await.status, 201);
    let mails = mails(&app, "walk@plaza.example").await;
    assert_eq!(mails.len(), 1);
    assert!(mails[0].1.contains("/companies/") && !mails[0].1.contains("/reservations/"), "{}", mails[0].1);
}
