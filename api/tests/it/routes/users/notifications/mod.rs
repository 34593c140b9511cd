mod notification_id;
mod preferences;
mod read;
mod unread_count;

use serde_json::{Value, json};
use store::notification::{Kind, Notice};

use crate::{
    live::give,
    routes::users::friends::{ask, befriend},
    support::{
        app::{Person, TestApp},
        market, order,
        socket::Socket,
    },
};

pub const PATH: &str = "/api/v1/users/notifications/";

/// Returns the notifications of a user, newest first.
pub async fn listed(app: &TestApp, person: &Person) -> Vec<Value> {
    app.get(PATH).as_(person).send().await.data().as_array().unwrap().clone()
}

async fn kinds(app: &TestApp, person: &Person) -> Vec<String> {
    listed(app, person).await.iter().map(|one| one["kind"].as_str().unwrap().to_owned()).collect()
}

#[actix_web::test]
async fn friend_requests_are_grouped_until_answered() {
    let app = TestApp::start().await;
    let (ann, ben, cem) = (app.person("ann").await, app.person("ben").await, app.person("cem").await);
    ask(&app, &ben, &ann).await;
    ask(&app, &cem, &ann).await;
    ask(&app, &cem, &ann).await;
    let [entry] = &listed(&app, &ann).await[..] else { panic!("one entry") };
    assert_eq!((&entry["kind"], &entry["target"]), (&json!("friend_request"), &json!("person")));
    assert_eq!((&entry["actor"]["id"], &entry["others"], &entry["count"]), (&json!(cem.id), &json!(1), &json!(2)));

    let answer = "/api/v1/users/friends/request/answer/";
    app.call("PUT", answer).as_(&ann).json(json!({"user_id": cem.id, "accept": true})).await;
    assert_eq!(listed(&app, &ann).await[0]["actor"]["id"], json!(ben.id));
    assert_eq!(kinds(&app, &cem).await, ["friend_accepted"]);
    let path = format!("/api/v1/users/friends/request/{}/", ann.id);
    assert_eq!(app.call("DELETE", &path).as_(&ben).send().await.status, 200);
    assert!(listed(&app, &ann).await.is_empty());
}

#[actix_web::test]
async fn blocked_user_leaves_the_list() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    befriend(&app, &ann, &ben).await;
    assert_eq!(kinds(&app, &ann).await, ["friend_accepted"]);
    app.call("PUT", &format!("/api/v1/users/{}/block/", ben.id)).as_(&ann).json(json!({"block": true})).await;
    assert!(listed(&app, &ann).await.is_empty());
}

#[actix_web::test]
async fn mention_notifies_members_without_the_chat_open() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let chat = app.chat(&ann, &ben).await;
    let list = format!("/ws/notifications/?id={}&token={}", ben.id, ben.access);
    let mut inbox = Socket::open(app.running.address.port(), &list).await.unwrap();
    inbox.wait_for("snapshot").await;
    let path = format!("/ws/chat/users/{chat}/?token={}", ann.access);
    let mut socket = Socket::open(app.running.address.port(), &path).await.unwrap();
    socket.wait_for("snapshot").await;
    give(&mut socket, 1, json!({"type": "send", "text": "@ben come", "mentions": [ben.id]})).await;
    inbox.wait_for("event").await;
    let entry = &listed(&app, &ben).await[0];
    assert_eq!((&entry["kind"], &entry["subject"]["id"]), (&json!("mention"), &json!(chat)));
    assert!(listed(&app, &ann).await.is_empty());
}

#[actix_web::test]
async fn booking_notifies_customer_and_company() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let (shop, _) = market::salon(&app, "beauty").await;
    let path = market::book(&app, &ann, &shop).await;
    assert_eq!(kinds(&app, &ann).await, ["booking_confirmed"]);
    let entry = &listed(&app, &shop.owner).await[0];
    assert_eq!((&entry["kind"], &entry["actor"]["id"]), (&json!("reservation_new"), &json!(ann.id)));
    let subject = (&entry["subject"]["offering"], &entry["subject"]["time_zone"]);
    assert_eq!(subject, (&json!("Offer"), &json!("Europe/Madrid")));
    let mail = &app.letters(1).await[0];
    assert_eq!(mail.subject.as_deref(), Some("Your booking is confirmed"));
    assert!(mail.body.contains("10:00 (Europe/Madrid)") && mail.body.contains("/reservations/"), "{}", mail.body);

    let id = path.trim_end_matches('/').rsplit('/').next().unwrap();
    let cancelled = json!({"state": "cancelled_by_company", "note": "Closed"});
    for _ in 0..2 {
        let state = format!("/api/v1/userprofessional/reservations/{id}/state/");
        let done = app.call("PUT", &state).as_(&shop.owner).json(cancelled.clone()).await;
        assert_eq!(done.status, 200, "{}", done.json);
    }
    assert_eq!(kinds(&app, &ann).await, ["booking_cancelled", "booking_confirmed"]);
    assert_eq!(kinds(&app, &shop.owner).await, ["reservation_new"]);
}

#[actix_web::test]
async fn order_notifies_customer_and_company_of_each_step() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let id = shop.paid(&app, &ann).await;
    let entry = &listed(&app, &shop.owner).await[0];
    assert_eq!((&entry["kind"], &entry["actor"]["id"]), (&json!("company_order_new"), &json!(ann.id)));
    assert_eq!((&entry["target"], &entry["subject"]["id"]), (&json!("company_order"), &json!(id)));
    let receipt = app.letter_with("ending in 4242").await;
    assert_eq!(receipt.recipient, "zoe@plaza.example");
    assert!(receipt.subject.as_ref().unwrap().ends_with("at Bakery"), "{:?}", receipt.subject);
    assert!(receipt.body.contains("1 × Bread: €2.50"), "{}", receipt.body);
    assert!(receipt.body.contains(&format!("/orders/{id}")), "{}", receipt.body);

    for state in ["accepted", "processing", "ready", "fulfilled"] {
        shop.step(&app, id, state).await;
        shop.step(&app, id, state).await;
    }
    assert_eq!(kinds(&app, &ann).await, ["order_fulfilled", "order_ready", "order_accepted"]);
    let subject = listed(&app, &ann).await[0]["subject"].clone();
    assert_eq!((&subject["name"], &subject["time_zone"]), (&json!("Bakery"), &json!("Europe/Madrid")));
    assert!(receipt.body.contains(subject["order_code"].as_str().unwrap()));
}

#[actix_web::test]
async fn cancelled_order_notifies_the_other_side_and_of_the_refund() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let id = shop.paid(&app, &ann).await;
    let path = format!("/api/v1/users/orders/cancel/{id}/");
    for _ in 0..2 {
        app.post(&path).as_(&ann).json(json!({"reason": "changed_mind"})).await;
    }
    assert_eq!(kinds(&app, &ann).await, ["order_refunded"]);
    assert_eq!(kinds(&app, &shop.owner).await, ["company_order_cancelled", "company_order_new"]);
    let id = shop.paid(&app, &ann).await;
    shop.step(&app, id, "cancelled").await;
    assert_eq!(kinds(&app, &ann).await, ["order_cancelled", "order_refunded"]);
    // Receipts are not counted.
    let mails = app.letters(2).await;
    let mail = mails.iter().find(|mail| mail.subject.as_deref() == Some("Your order was canceled")).unwrap();
    assert!(mail.body.contains("Order: ") && mail.body.contains(&format!("/orders/{id}")), "{}", mail.body);
}

#[actix_web::test]
async fn booking_cancelled_before_it_is_paid_on_site_is_no_refund() {
    let app = TestApp::start().await;
    let (salon, _) = market::salon(&app, "beauty").await;
    let ann = app.person("ann").await;
    let held = market::hold(&app, &ann, &salon).await.data()["id"].clone();
    app.post("/api/v1/users/cart/bookings/").as_(&ann).json(json!({"booking_id": held})).await;
    let contact = json!({"customer_name": "Zoe Lind", "contact_number": "+34600000000", "email": "zoe@plaza.example"});
    let details = format!("/api/v1/users/cart/update-meta/{}/1/", salon.company);
    app.call("PUT", &details).as_(&ann).json(contact).await;
    let form = json!({"company_ids": [salon.company], "expected_total": 4_500, "payment": "on_site"});
    let placed = app.post("/api/v1/users/checkout/").as_(&ann).json(form).await;
    assert_eq!(placed.status, 201, "{:#}", placed.json);
    let receipt = app.letter_with("You pay when you receive it.").await;
    let line = receipt.body.lines().find(|line| line.contains("Offer, ")).unwrap();
    assert!(line.ends_with(": €45.00"), "{}", receipt.body);

    let cancel = format!("/api/v1/users/bookings/{held}/cancel/");
    app.post(&cancel).as_(&ann).json(json!({"expected_fee": 0})).await;
    let path = format!("/api/v1/users/orders/{}/", placed.data()["orders"][0]["id"]);
    let order = app.get(&path).as_(&ann).send().await;
    assert_eq!((&order.data()["refunded"], &order.data()["waived"]), (&json!(4_500), &json!(4_500)));
    assert_eq!(order.data()["payment"]["amount"], 0);
    assert!(!kinds(&app, &ann).await.iter().any(|kind| kind == "order_refunded"));
}

#[actix_web::test]
async fn sign_in_from_another_device_is_notified() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let input = json!({"email": "ann", "password": crate::support::app::PASSWORD});
    let sign_in = async |agent: &str| {
        let answer = app.post("/api/v1/users/login/").header("user-agent", agent).json(input.clone()).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
    };
    sign_in("Phone").await;
    sign_in("Phone").await;
    assert_eq!(kinds(&app, &ann).await, ["new_sign_in"]);
}

#[actix_web::test]
async fn pages_hold_new_or_old_notifications() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    for event in 1..=3 {
        app.state().notifier.notify(&[ann.id], Notice::new(Kind::NewSignIn, event)).await;
    }
    let page = app.get(&format!("{PATH}?per_page=2")).as_(&ann).send().await;
    assert_eq!((page.data().as_array().unwrap().len(), &page.json["next"]), (2, &json!(2)));
    let last = app.get(&format!("{PATH}?per_page=2&before=2")).as_(&ann).send().await;
    assert_eq!((&last.data()[0]["position"], &last.json["next"]), (&json!(1), &Value::Null));
    app.call("PUT", &format!("{PATH}read/")).as_(&ann).json(json!({"ids": [3]})).await;
    let count = async |state: &str| {
        let page = app.get(&format!("{PATH}?state={state}")).as_(&ann).send().await;
        page.data().as_array().unwrap().len()
    };
    assert_eq!((count("unread").await, count("read").await), (2, 1));
    let refused = async |query: &str, field: &str| {
        app.get(&format!("{PATH}?{query}")).as_(&ann).send().await.refused_fields(&[field]);
    };
    refused("per_page=0", "per_page").await;
    refused("before=0", "before").await;
}

#[actix_web::test]
async fn all_notifications_are_deleted() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    for event in 1..=2 {
        app.state().notifier.notify(&[ann.id], Notice::new(Kind::NewSignIn, event)).await;
    }
    for _ in 0..2 {
        let gone = app.call("DELETE", PATH).as_(&ann).send().await;
        assert_eq!((gone.status, gone.data()), (200, &json!({"unread": 0})));
    }
    assert!(listed(&app, &ann).await.is_empty());
    app.call("DELETE", PATH).send().await.refused(401, "unauthenticated");
}
