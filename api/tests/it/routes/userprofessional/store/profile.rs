use serde_json::json;

use super::{owners, path, uploaded};
use crate::support::{app::TestApp, market};

#[actix_web::test]
async fn profile_change_shows_on_the_public_page() {
    let app = TestApp::start().await;
    let (chef, _) = owners(&app).await;
    let logo = uploaded(&app, &chef).await;
    let change = json!({
        "name": "Casa Verde", "handle": "Casa-Verde", "description": " Rice and fish. ", "price_level": 3,
        "minimum_order": 1500, "table_minutes": 105, "notice_minutes": 60, "horizon_days": 30,
        "approves_bookings": true, "check_in_from": "14:30", "check_out_until": "10:00",
        "takes_payment_on_site": false, "takes_orders_in_store": false, "logo_id": logo, "latitude": 41.4, "longitude": 2.2,
        "social_links": ["https://social.example/casa", " "], "website": "https://casa.example",
        "categories": ["food"], "subcategories": ["gourmet"], "features": ["vegan", "halal"],
    });
    let saved = app.call("PUT", &path("profile/")).as_(&chef).json(change).await;
    assert_eq!((saved.status, &saved.data()["handle"]), (200, &json!("casa-verde")), "{}", saved.json);
    assert_eq!(saved.data()["features"], json!(["halal", "vegan"]));
    assert_eq!(app.get(&path("profile/")).as_(&chef).send().await.data(), saved.data());
    let page = app.get("/api/v1/users/company/casa-verde/details/").send().await;
    for (field, value) in [
        ("name", json!("Casa Verde")),
        ("description", json!("Rice and fish.")),
        ("price_level", json!(3)),
        ("minimum_order", json!(1500)),
        ("takes_orders_in_store", json!(false)),
        ("subcategories", json!(["gourmet"])),
        ("social_links", json!(["https://social.example/casa"])),
    ] {
        assert_eq!(page.data()[field], value, "{field}");
    }
    assert_eq!(page.data()["logo"]["id"], logo);
    let reservation = json!({
        "table_minutes": 105, "notice_minutes": 60, "horizon_days": 30, "approves_bookings": true,
        "check_in_from": "14:30", "check_out_until": "10:00", "takes_payment_on_site": false,
    });
    assert_eq!(page.data()["reservation"], reservation);
    let found = app.get("/api/v1/users/companies/?q=verde").send().await;
    assert_eq!(found.json["total"], 1);
}

#[actix_web::test]
async fn invalid_profile_is_refused_by_field_and_unchanged() {
    let app = TestApp::start().await;
    let (chef, other) = owners(&app).await;
    let before = app.get(&path("profile/")).as_(&chef).send().await;
    let put = |body| app.call("PUT", &path("profile/")).as_(&chef).json(body);
    for (field, value) in [
        ("name", json!(" ")),
        ("name", json!("x".repeat(201))),
        ("handle", json!("spa")),
        ("handle", json!("123")),
        ("handle", json!("casa azul")),
        ("email", json!("nobody")),
        ("phone", json!("12")),
        ("website", json!("javascript:alert(1)")),
        ("country", json!("XX")),
        ("time_zone", json!("Mars/Base")),
        ("latitude", json!(91)),
        ("longitude", json!(2.0)),
        ("price_level", json!(5)),
        ("minimum_order", json!(-1)),
        ("table_minutes", json!(17)),
        ("table_minutes", json!(0)),
        ("notice_minutes", json!(-1)),
        ("horizon_days", json!(0)),
        ("check_in_from", json!("3 pm")),
        ("check_in_from", json!("24:00")),
        ("check_out_until", json!("")),
        ("logo_id", json!(1)),
        ("cover_id", uploaded(&app, &other).await),
        ("categories", json!([])),
        ("subcategories", json!(["concerts"])),
        ("features", json!(["price"])),
        ("currency", json!("USD")),
        ("description", json!("x".repeat(4001))),
    ] {
        let refused = put(json!({"name": "Changed", field: value.clone()})).await;
        assert_eq!(refused.status, 422, "{field} {value}: {}", refused.json);
        let named = if field == "longitude" { "latitude" } else { field };
        assert!(refused.json["errors"][named].is_array(), "{field}: {}", refused.json);
    }
    put(json!({"social_links": ["https://a.example", "b"]})).await.refused_fields(&["social_links.1"]);
    put(json!({"name": "", "email": "x", "horizon_days": 0})).await.refused_fields(&["email", "horizon_days", "name"]);
    assert_eq!(app.get(&path("profile/")).as_(&chef).send().await.data(), before.data());
}

#[actix_web::test]
async fn category_given_up_takes_its_subcategories_along() {
    let app = TestApp::start().await;
    let (chef, _) = owners(&app).await;
    let put = |body| app.call("PUT", &path("profile/")).as_(&chef).json(body);
    put(json!({"categories": ["food", "music"], "subcategories": ["concerts", "brunches"]})).await;
    let left = put(json!({"categories": ["food"]})).await;
    assert_eq!(left.data()["subcategories"], json!(["brunches"]), "{}", left.json);
}

#[actix_web::test]
async fn time_zone_stays_while_bookings_are_open() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let (shop, _) = market::salon(&app, "beauty").await;
    let change = async || {
        let form = json!({"time_zone": "Atlantic/Canary"});
        app.call("PUT", &path("profile/")).as_(&shop.owner).json(form).await
    };
    let booking = market::book(&app, &ann, &shop).await;
    change().await.refused_fields(&["time_zone"]);
    app.post(&format!("{booking}cancel/")).as_(&ann).json(json!({"expected_fee": 0})).await;
    assert_eq!(change().await.data()["time_zone"], "Atlantic/Canary");
}
