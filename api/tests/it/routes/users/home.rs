use crate::support::{app::TestApp, market::restaurant};

const PATH: &str = "/api/v1/users/home/";

#[actix_web::test]
async fn home_has_sections_for_a_town() {
    let app = TestApp::start().await;
    restaurant(&app).await;
    let home = app.get(&format!("{PATH}?town=Madrid&country=ES")).send().await;
    assert_eq!(home.data()["place"]["label"], "Madrid");
    let kinds: Vec<_> = home.data()["sections"].as_array().unwrap().iter().map(|one| &one["kind"]).collect();
    assert_eq!((kinds[0], kinds.last()), (&"categories".into(), Some(&&"new_here".into())));
    assert!(kinds.contains(&&"open_now".into()));
    assert_eq!(home.data()["failed"], serde_json::json!([]));
}

#[actix_web::test]
async fn home_finds_a_town_outside_the_country() {
    let app = TestApp::start().await;
    let home = app.get(&format!("{PATH}?town=Madrid&country=PT")).send().await;
    assert_eq!(home.data()["place"]["label"], "Madrid");
    for query in ["", "?town=Nowhere%20at%20all"] {
        assert_eq!(app.get(&format!("{PATH}{query}")).send().await.data()["place"], serde_json::Value::Null);
    }
}

#[actix_web::test]
async fn home_is_about_a_position_that_is_known() {
    let app = TestApp::start().await;
    let home = app.get(&format!("{PATH}?town=Welling&latitude=51.46&longitude=0.11")).send().await;
    let place = &home.data()["place"];
    assert_eq!((&place["label"], &place["latitude"]), (&"Welling".into(), &51.46.into()));
}

#[actix_web::test]
async fn home_shows_the_next_booking_of_the_caller() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let (shop, _) = crate::support::market::salon(&app, "beauty").await;
    crate::support::market::book(&app, &ann, &shop).await;
    let home = app.get(PATH).as_(&ann).send().await;
    let live = &home.data()["sections"][0];
    assert_eq!((&live["kind"], &live["booking"]["offering"]["name"]), (&"live".into(), &"Offer".into()));
    let stranger = app.person("bob").await;
    assert_eq!(app.get(PATH).as_(&stranger).send().await.data()["sections"][0]["kind"], "categories");
}

#[actix_web::test]
async fn home_refuses_invalid_places() {
    let app = TestApp::start().await;
    let long = "x".repeat(101);
    for (query, field) in [
        ("country=XX", "country"),
        (&format!("town={long}"), "town"),
        ("town=Welling&latitude=51.5", "latitude"),
        ("town=Welling&latitude=91&longitude=0", "latitude"),
    ] {
        app.get(&format!("{PATH}?{query}")).send().await.refused_fields(&[field]);
    }
    app.get(PATH).bearer("wrong").send().await.refused(401, "auth.invalid_token");
}
