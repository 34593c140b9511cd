use serde_json::json;
use store::{testing::sqlx, types::timestamp::Timestamp};

use super::reservation;
use crate::support::app::TestApp;

#[actix_web::test]
async fn state_follows_the_allowed_edges() {
    let app = TestApp::start().await;
    let (ann, shop, path) = reservation(&app).await;
    let path = format!("{path}state/");
    let set = async |state: &str| app.call("PUT", &path).as_(&shop.owner).json(json!({"state": state})).await;
    set("gold").await.refused_fields(&["state"]);
    set("expired").await.refused(409, "booking.state");
    set("declined").await.refused(409, "booking.state");
    for early in ["no_show", "checked_in", "completed"] {
        set(early).await.refused(409, "booking.too_early");
    }
    store::on!(app.state().db.write(), at => sqlx::query("UPDATE booking SET starts_at = $1")
        .bind(Timestamp::now()).execute(at).await.map(drop))
    .unwrap();
    assert_eq!(set("no_show").await.data()["state"], "no_show");
    assert_eq!(set("checked_in").await.data()["state"], "checked_in");
    assert_eq!(set("completed").await.data()["state"], "completed");
    set("cancelled_by_company").await.refused(409, "booking.state");
    app.call("PUT", &path).as_(&ann).json(json!({"state": "completed"})).await.refused(403, "not_allowed");
}
