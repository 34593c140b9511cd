//! Search of companies, offerings and people.

use serde_json::{Value, json};
use store::{
    testing::{market::ReelRow, sqlx},
    types::timestamp::Timestamp,
};

use crate::support::{
    app::{Answer, TestApp},
    market::{hotel, restaurant},
};

const PATH: &str = "/api/v1/users/search-tab/";

/// Searches after the index took in what was written.
async fn search(app: &TestApp, body: Value) -> Answer {
    app.state().search.catch_up(&app.state().db, Timestamp::now()).await.unwrap();
    app.post(PATH).json(body).await
}

#[actix_web::test]
async fn search_finds_companies_and_offerings_with_counts() {
    let app = TestApp::start().await;
    restaurant(&app).await;
    let found =
        search(&app, json!({"what": "soop", "where": {"latitude": 40.4, "longitude": -3.7}, "tab": "all"})).await;
    let hit = &found.data()["hits"][0];
    assert_eq!((&hit["type"], &hit["offering"]["name"]), (&json!("offering"), &json!("Soup")));
    assert!(hit["distance_km"].as_f64().unwrap() < 5.0);
    assert_eq!(found.data()["facets"]["categories"], json!([{"key": "food", "count": 1}]));
    let places =
        search(&app, json!({"what": "restaurante", "tab": "places", "filters": {"features": ["halal"]}})).await;
    assert_eq!(places.data()["hits"][0]["company"]["handle"], "casa-azul");
    assert_eq!((&places.data()["total"], &places.data()["relaxed"]), (&json!(1), &json!([])));
    let town = search(&app, json!({"what": "", "where": {"place": "Madrid"}, "tab": "places"})).await;
    assert_eq!(town.data()["total"], 1);
}

#[actix_web::test]
async fn search_shows_the_price_of_a_stay() {
    let app = TestApp::start().await;
    hotel(&app).await;
    let date = |days| crate::support::market::date(days).to_string();
    let when = json!({"date": date(10), "until": date(12)});
    let found = search(&app, json!({"what": "hotel", "when": when, "who": {"adults": 2}, "tab": "stays"})).await;
    let stay = &found.data()["hits"][0]["bookable"]["stay"];
    assert_eq!((&stay["total"], &stay["nights"], &stay["left"]), (&json!(18_000), &json!(2), &json!(2)));
}

#[actix_web::test]
async fn search_filters_rooms_by_details_of_the_category() {
    let app = TestApp::start().await;
    let shop = hotel(&app).await;
    let details = "UPDATE offering SET details = '{\"beds\": 2}', updated_at = updated_at + 1 WHERE id = $1";
    store::on!(app.state().db.write(), at => sqlx::query(details).bind(shop.offering).execute(at).await.map(drop))
        .unwrap();
    let with_beds = async |beds: &str| {
        let filters = json!({"category": "hotels", "details": {"beds": [beds]}});
        search(&app, json!({"tab": "stays", "filters": filters})).await
    };
    let double = with_beds("2").await;
    assert_eq!((&double.data()["total"], &double.data()["relaxed"]), (&json!(1), &json!([])));
    let beds = json!([{"key": "beds", "values": [{"key": "2", "count": 1}]}]);
    assert_eq!(double.data()["facets"]["details"], beds);
    assert_eq!(with_beds("3").await.data()["relaxed"], json!(["features"]));
}

#[actix_web::test]
async fn search_shows_people_to_members_only() {
    let app = TestApp::start().await;
    let (ann, guest) = (app.person("ann").await, app.guest().await);
    app.person("zoe").await;
    let body = || json!({"what": "zoe", "tab": "people"});
    let seen = app.post(PATH).as_(&ann).json(body()).await;
    assert_eq!((&seen.data()["total"], &seen.data()["people"][0]["userName"]), (&json!(1), &json!("zoe")));
    for found in [app.post(PATH).json(body()).await, app.post(PATH).as_(&guest).json(body()).await] {
        assert_eq!(found.data()["people"], json!([]));
    }
}

#[actix_web::test]
async fn pages_of_people_follow_a_cursor_of_the_same_search() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let mut names: Vec<_> = (10..35).map(|number| format!("zoe_{number}")).collect();
    for name in &names {
        app.person(name).await;
    }
    let page = async |cursor: Option<&str>| {
        app.post(PATH).as_(&ann).json(json!({"what": "zoe", "tab": "people", "cursor": cursor})).await
    };
    let user_names = |answer: &Answer| -> Vec<String> {
        let people = answer.data()["people"].as_array().unwrap().iter();
        people.map(|person| person["userName"].as_str().unwrap().to_owned()).collect()
    };
    let first = page(None).await;
    let mut listed = user_names(&first);
    assert_eq!((listed.len(), &first.data()["total"]), (20, &json!(25)));
    let next = first.data()["next"].as_str().unwrap();
    let second = page(Some(next)).await;
    listed.extend(user_names(&second));
    assert_eq!((&second.data()["total"], &second.data()["next"]), (&json!(25), &Value::Null));
    listed.sort_unstable();
    names.sort_unstable();
    assert_eq!(listed, names);

    let other = app.post(PATH).as_(&ann).json(json!({"what": "zo", "tab": "people", "cursor": next}));
    other.await.refused_fields(&["cursor"]);
    let zoe = app.post(PATH).json(json!({"what": "zoe", "tab": "people", "cursor": next}));
    zoe.await.refused_fields(&["cursor"]);
    page(Some("20")).await.refused_fields(&["cursor"]);
}

#[actix_web::test]
async fn search_shows_reels_that_the_viewer_wants_to_see() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let company = restaurant(&app).await;
    ReelRow { caption: "Harbour at noon", ..ReelRow::new(100, company) }.insert(&app.state().db).await;
    let all = search(&app, json!({"what": "harbour"})).await;
    assert_eq!((&all.data()["reels"][0]["id"], &all.data()["hits"]), (&json!(100), &json!([])));
    let reels = search(&app, json!({"what": "harbour", "tab": "reels"})).await;
    let hit = &reels.data()["hits"][0];
    assert_eq!((&hit["type"], &hit["reel"]["caption"]), (&json!("reel"), &json!("Harbour at noon")));
    let mute = app.call("PUT", "/api/v1/users/reel-mutes/").as_(&ann);
    let muted = mute.json(json!({"company_id": 70, "muted": true})).await;
    assert!(muted.status < 300, "{}", muted.json);
    for tab in ["all", "reels"] {
        let found = app.post(PATH).as_(&ann).json(json!({"what": "harbour", "tab": tab})).await;
        assert_eq!((&found.data()["reels"], &found.data()["hits"]), (&json!([]), &json!([])), "{tab}");
    }
}

#[actix_web::test]
async fn search_pages_follow_a_cursor_of_the_same_query() {
    let app = TestApp::start().await;
    restaurant(&app).await;
    let first = search(&app, json!({"limit": 1})).await;
    let next = first.data()["next"].as_str().unwrap().to_owned();
    let second = app.post(PATH).json(json!({"limit": 1, "cursor": next})).await;
    assert_ne!(first.data()["hits"], second.data()["hits"]);
    assert_eq!(second.data()["next"], Value::Null);
    for body in [
        json!({"what": "soup", "cursor": next}),
        json!({"cursor": "made up"}),
        json!({"tab": "people", "cursor": "-1"}),
    ] {
        app.post(PATH).json(body).await.refused_fields(&["cursor"]);
    }
}

#[actix_web::test]
async fn search_refuses_bad_input_by_field() {
    let app = TestApp::start().await;
    let date = |days| crate::support::market::date(days).to_string();
    let many: Vec<_> = (0..500).map(|_| "halal").collect();
    for (body, field) in [
        (json!({"what": "a".repeat(10_000)}), "what"),
        (json!({"where": {"latitude": 91, "longitude": 0}}), "latitude"),
        (json!({"where": {"latitude": 1, "longitude": 0, "distance_km": -1}}), "distance_km"),
        (json!({"where": {"latitude": 1, "longitude": 0, "distance_km": 40_000}}), "distance_km"),
        (json!({"where": {"place": "Nowhere at all"}}), "place"),
        (json!({"where": {"area": {"south": 9, "west": 0, "north": 1, "east": 1}}}), "area"),
        (json!({"when": {"date": "1900-01-01"}}), "date"),
        (json!({"when": {"date": date(800)}}), "date"),
        (json!({"when": {"date": date(10), "until": date(9)}}), "until"),
        (json!({"when": {"date": date(10), "until": date(41)}}), "until"),
        (json!({"when": {"until": "2027-01-01"}}), "until"),
        (json!({"who": {"adults": 0}}), "adults"),
        (json!({"filters": {"features": many}}), "features"),
        (json!({"filters": {"features": ["gold"]}}), "features"),
        (json!({"filters": {"category": "gold"}}), "category"),
        (json!({"filters": {"category": "hotels", "details": {"gold": ["2"]}}}), "details.gold"),
        (json!({"filters": {"category": "hotels", "details": {"view": ["sea"]}}}), "details.view"),
        (json!({"filters": {"category": "hotels", "details": {"beds": ["7"]}}}), "details.beds"),
        (json!({"filters": {"category": "hotels", "details": {"beds": vec!["2"; 21]}}}), "details"),
        (json!({"filters": {"details": {"beds": ["2"]}}}), "details"),
        (json!({"filters": {"price_min": 2, "price_max": 1}}), "price_max"),
        (json!({"filters": {"rating_min": 9}}), "rating_min"),
        (json!({"filters": {"currency": "GOLD"}}), "currency"),
        (json!({"tab": "reels", "cursor": "A".repeat(46)}), "cursor"),
        (json!({"sort": "distance"}), "sort"),
        (json!({"limit": 51}), "limit"),
    ] {
        app.post(PATH).json(body).await.refused_fields(&[field]);
    }
    let operators = search(&app, json!({"what": "+-&&||!(){}[]^\"~*?:\\"})).await;
    assert_eq!((operators.status, &operators.data()["total"]), (200, &json!(0)));
    for body in [json!({"facets": "all"}), json!({"tab": "gold"}), json!({"filters": {"gold": 1}})] {
        let refused = app.post(PATH).json(body).await;
        assert_eq!(refused.status, 422, "{:#}", refused.json);
    }
}
