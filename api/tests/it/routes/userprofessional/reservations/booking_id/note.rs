use serde_json::json;

use super::reservation;
use crate::support::app::TestApp;

#[actix_web::test]
async fn note_is_seen_by_the_company_only() {
    let app = TestApp::start().await;
    let (ann, shop, path) = reservation(&app).await;
    let note = format!("{path}note/");
    let put = || app.call("PUT", &note).as_(&shop.owner);
    assert_eq!(put().json(json!({"note": "Regular guest"})).await.data()["company_note"], "Regular guest");
    put().json(json!({"note": "x".repeat(301)})).await.refused_fields(&["note"]);
    put().json(json!({})).await.refused_fields(&["note"]);
    assert_eq!(app.get(&path).as_(&shop.owner).send().await.data()["company_note"], "Regular guest");
    let own = path.replace("/userprofessional/reservations/", "/users/bookings/");
    assert_eq!(app.get(&own).as_(&ann).send().await.data()["company_note"], "");
}
