use serde_json::json;

use crate::support::{app::TestApp, market};

#[actix_web::test]
async fn confirmation_checks_contact_and_total() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (shop, _) = market::salon(&app, "beauty").await;
    let id = market::hold(&app, &ann, &shop).await.data()["id"].clone();
    let path = format!("/api/v1/users/bookings/{id}/confirm/");
    let put = || app.call("PUT", &path);
    let contact = json!({"customer_name": "Zoe Lind", "contact_number": "+34600000000", "email": "a@b.co"});
    put().as_(&ann).json(contact.clone()).await.refused_fields(&["expected_total"]);
    let with = |field: &str, value: serde_json::Value| {
        let mut body = contact.clone();
        (body["expected_total"], body[field]) = (json!(4_500), value);
        body
    };
    for (field, wrong) in
        [("customer_name", "Z"), ("customer_name", "R2 D2"), ("contact_number", "12"), ("email", "a@")]
    {
        put().as_(&ann).json(with(field, json!(wrong))).await.refused_fields(&[field]);
    }
    put().as_(&ann).json(with("note", json!("x".repeat(501)))).await.refused_fields(&["note"]);
    put().as_(&ben).json(with("note", json!(""))).await.refused(404, "not_found");
    put().json(with("note", json!(""))).await.refused(401, "unauthenticated");
    let mut other = with("note", json!(""));
    other["expected_total"] = json!(1);
    put().as_(&ann).json(other).await.refused(409, "booking.price_changed");
    for _ in 0..2 {
        let sold = put().as_(&ann).json(with("note", json!("By the window"))).await;
        assert_eq!(
            (sold.status, &sold.data()["state"], &sold.data()["note"]),
            (200, &json!("confirmed"), &json!("By the window"))
        );
    }
}
