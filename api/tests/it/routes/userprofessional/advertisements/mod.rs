mod advertisement_id;

use serde_json::{Value, json};
use store::types::timestamp::Timestamp;

use super::store::{owners, uploaded};
use crate::support::app::{Person, TestApp};

pub const PATH: &str = "/api/v1/userprofessional/advertisements/";

/// Body of an advertisement that runs for a week.
pub async fn body(app: &TestApp, who: &Person) -> Value {
    let ends_at = Timestamp::now().plus(7 * Timestamp::DAY);
    json!({
        "title": "Paella on Sundays",
        "text": "For two, with a glass of wine.",
        "picture_id": uploaded(app, who).await,
        "ends_at": ends_at,
    })
}

/// Creates an advertisement of Casa Azul. Returns its owner and its id.
pub async fn running(app: &TestApp) -> (Person, Value) {
    let (chef, _) = owners(app).await;
    let made = app.post(PATH).as_(&chef).json(body(app, &chef).await).await;
    assert_eq!(made.status, 201, "{:#}", made.json);
    (chef, made.data()["id"].clone())
}

#[actix_web::test]
async fn advertisement_runs_at_once_within_the_plan() {
    let app = TestApp::start().await;
    let (chef, _) = owners(&app).await;
    let wanted = body(&app, &chef).await;
    let made = app.post(PATH).as_(&chef).json(wanted.clone()).await;
    assert_eq!((made.status, &made.data()["state"]), (201, &json!("running")));
    assert_eq!(made.data()["picture"]["id"], wanted["picture_id"]);
    // The smallest plan allows one at a time.
    app.post(PATH).as_(&chef).json(wanted.clone()).await.refused_fields(&["ends_at"]);
    let mut paused = wanted.clone();
    paused["paused"] = json!(true);
    let paused = app.post(PATH).as_(&chef).json(paused).await;
    assert_eq!((paused.status, &paused.data()["state"]), (201, &json!("paused")));
    let listed = app.get(PATH).as_(&chef).send().await;
    assert_eq!((&listed.json["total"], &listed.data()[0]["id"]), (&json!(2), &paused.data()["id"]));
    let plan = app.get("/api/v1/userprofessional/subscription/").as_(&chef).send().await;
    assert_eq!(plan.data()["use"]["advertisements"], 1);
}

#[actix_web::test]
async fn invalid_advertisement_is_refused_by_field() {
    let app = TestApp::start().await;
    let (chef, other) = owners(&app).await;
    let valid = body(&app, &chef).await;
    let theirs = uploaded(&app, &other).await;
    app.post(PATH).as_(&chef).json(json!({})).await.refused_fields(&["ends_at", "picture_id", "text", "title"]);
    let now = Timestamp::now();
    for (field, value) in [
        ("title", json!("x".repeat(81))),
        ("text", json!(" \n ")),
        ("picture_id", theirs),
        ("offering_id", json!(404)),
        ("starts_at", json!(now.plus(8 * Timestamp::DAY))),
        ("ends_at", json!(now.plus(400 * Timestamp::DAY))),
    ] {
        let mut wrong = valid.clone();
        wrong[field] = value;
        app.post(PATH).as_(&chef).json(wrong).await.refused_fields(&[field]);
    }
    assert_eq!(app.get(PATH).as_(&chef).send().await.json["total"], 0);
}
