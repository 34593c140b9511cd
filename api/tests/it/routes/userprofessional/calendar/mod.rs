mod blocks;

use serde_json::{Value, json};

use crate::support::{
    app::{Person, TestApp},
    market::{self, date},
};

/// Returns a path of the calendar.
fn path(rest: &str) -> String {
    format!("/api/v1/userprofessional/calendar/{rest}")
}

/// Reads the calendar of the tenth day.
async fn tenth_day(app: &TestApp, owner: &Person) -> Value {
    let day = date(10);
    app.get(&path(&format!("?from={day}&to={day}"))).as_(owner).send().await.data().clone()
}

#[actix_web::test]
async fn calendar_has_hours_rooms_and_dates() {
    let app = TestApp::start().await;
    let (salon, _) = market::salon(&app, "beauty").await;
    let day = tenth_day(&app, &salon.owner).await;
    assert_eq!((&day["days"][0]["date"], &day["days"][0]["is_special"]), (&json!(date(10)), &json!(false)));
    assert!(!day["open"].as_array().unwrap().is_empty());
    assert_eq!((&day["changes"], &day["rooms"], &day["working"]), (&json!([]), &json!([]), &json!([])));
    let hotel = market::hotel(&app).await;
    let room = tenth_day(&app, &hotel.owner).await["rooms"][0].clone();
    assert_eq!((&room["name"], &room["nights"][0]["left"]), (&json!("Double"), &json!(2)));
    let (event, id) = market::event(&app, "music").await;
    let range = format!("?from={}&to={}", date(9), date(12));
    let listed = app.get(&path(&range)).as_(&event.owner).send().await;
    let occurrence = &listed.data()["occurrences"][0];
    assert_eq!((&occurrence["id"], &occurrence["capacity"], &occurrence["taken"]), (&json!(id), &json!(20), &json!(0)));
}

#[actix_web::test]
async fn calendar_refuses_reversed_and_long_ranges() {
    let app = TestApp::start().await;
    let (salon, _) = market::salon(&app, "beauty").await;
    for (from, to) in [(date(2), date(1)), (date(1), date(43))] {
        let range = path(&format!("?from={from}&to={to}"));
        app.get(&range).as_(&salon.owner).send().await.refused_fields(&["to"]);
    }
}
