mod number;

use serde_json::json;
use store::{testing::sqlx, types::timestamp::Timestamp};

use crate::support::{
    app::{Person, TestApp},
    market::{self, Shop},
};

/// Books for `who` at a salon and completes the visit. Returns the path of the booking's invoices.
async fn completed(app: &TestApp, who: &Person, shop: &Shop) -> String {
    let booking = market::book(app, who, shop).await;
    let path = format!("{booking}invoices/");
    assert_eq!(app.get(&path).as_(who).send().await.data(), &json!([]));
    store::on!(app.state().db.write(), at => sqlx::query("UPDATE booking SET starts_at = $1")
        .bind(Timestamp::now()).execute(at).await.map(drop))
    .unwrap();
    let state = booking.replace("/users/bookings/", "/userprofessional/reservations/") + "state/";
    for step in ["checked_in", "completed"] {
        let moved = app.call("PUT", &state).as_(&shop.owner).json(json!({"state": step})).await;
        assert_eq!(moved.status, 200, "{:#}", moved.json);
    }
    path
}

#[actix_web::test]
async fn completed_booking_has_an_invoice_for_its_customer() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (shop, _) = market::salon(&app, "beauty").await;
    let path = completed(&app, &ann, &shop).await;
    let invoices = app.get(&path).as_(&ann).send().await;
    let invoice = &invoices.data()[0];
    assert_eq!((&invoice["kind"], &invoice["lines"][0]["kind"]), (&json!("invoice"), &json!("booking")));
    app.get(&path).as_(&ben).send().await.refused(404, "not_found");
}
