use serde_json::json;

use crate::support::{app::TestApp, market};

#[actix_web::test]
async fn company_sees_slots_and_places_of_its_own_offering() {
    let app = TestApp::start().await;
    let (shop, _) = market::salon(&app, "beauty").await;
    let (other, _) = market::salon(&app, "tours").await;
    // Beyond the horizon of customers.
    let path = |query: &str| format!("/api/v1/userprofessional/offerings/{}/slots/?{query}", shop.offering);
    let day = format!("date={}", market::date(400));
    let slots = app.get(&path(&day)).as_(&shop.owner).send().await;
    assert_eq!((slots.status, &slots.data()["places"][0]["kind"]), (200, &json!("staff")));
    assert!(slots.data()["slots"][0]["left"].as_i64().unwrap() > 0);
    app.get(&path(&day)).as_(&other.owner).send().await.refused(404, "not_found");
    app.get(&path(&format!("{day}&booking_id=1"))).as_(&shop.owner).send().await.refused(404, "not_found");
    app.get(&path(&format!("{day}&members=0"))).as_(&shop.owner).send().await.refused_fields(&["members"]);
}
