use serde_json::json;

use super::{owners, path};
use crate::support::{app::TestApp, market::date};

#[actix_web::test]
async fn hours_are_replaced_and_shown_to_visitors() {
    let app = TestApp::start().await;
    let (chef, _) = owners(&app).await;
    let body = json!({
        "weekly": [
            {"weekday": 6, "opens": "18:00", "closes": "26:00"},
            {"weekday": 1, "opens": "13:00", "closes": "16:00"},
            {"weekday": 1, "opens": "09:00", "closes": "12:00"},
        ],
        "exceptions": [
            {"date": date(20), "hours": [], "note": "Fair"},
            {"date": date(-3), "hours": []},
        ],
    });
    let saved = app.call("PUT", &path("hours/")).as_(&chef).json(body).await;
    assert_eq!(saved.status, 200, "{}", saved.json);
    assert_eq!(saved.data()["weekly"][0], json!({"weekday": 1, "opens": "09:00", "closes": "12:00"}));
    assert_eq!(saved.data()["exceptions"], json!([{"date": date(20), "hours": [], "note": "Fair"}]));
    assert_eq!(app.get(&path("hours/")).as_(&chef).send().await.data(), saved.data());
    let page = app.get("/api/v1/users/company/70/details/").send().await;
    assert_eq!(&page.data()["hours"], saved.data());
    let closed = json!({"weekly": [], "exceptions": []});
    let saved = app.call("PUT", &path("hours/")).as_(&chef).json(closed.clone()).await;
    assert_eq!(saved.data(), &closed);
}

#[actix_web::test]
async fn invalid_hours_are_refused_at_their_day() {
    let app = TestApp::start().await;
    let (chef, _) = owners(&app).await;
    let put = |body| app.call("PUT", &path("hours/")).as_(&chef).json(body);
    let day = |opens: &str, closes: &str| json!({"weekday": 2, "opens": opens, "closes": closes});
    for (weekly, exceptions, field) in [
        (vec![day("10:00", "09:00")], json!([]), "weekly.2".to_owned()),
        (vec![day("10:00", "12:00"), day("11:00", "13:00")], json!([]), "weekly.2".to_owned()),
        (
            vec![],
            json!([{"date": date(1), "hours": []}, {"date": date(1), "hours": []}]),
            format!("exceptions.{}", date(1)),
        ),
        (vec![], json!([{"date": date(900), "hours": []}]), format!("exceptions.{}", date(900))),
    ] {
        put(json!({"weekly": weekly, "exceptions": exceptions})).await.refused_fields(&[&field]);
    }
    for body in [json!({"weekly": [day("9", "10:00")], "exceptions": []}), json!({"weekly": []})] {
        assert_eq!(put(body).await.status, 422);
    }
    let hours = app.get(&path("hours/")).as_(&chef).send().await;
    assert_eq!(hours.data()["weekly"].as_array().unwrap().len(), 7);
}
