use serde_json::json;

use crate::support::{app::TestApp, order};

#[actix_web::test]
async fn earnings_are_shown_by_day_with_the_days_before() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    shop.paid(&app, &ann).await;
    let get = async |query: &str| {
        app.get(&format!("/api/v1/userprofessional/earnings/?{query}")).as_(&shop.owner).send().await
    };
    let board = app.get("/api/v1/userprofessional/dashboard/").as_(&shop.owner).send().await;
    let today = board.data()["today"]["day"].as_str().unwrap().to_owned();
    let shown = get(&format!("from={today}&to={today}&compare=true")).await;
    assert_eq!((&shown.data()["days"][0]["income"], &shown.data()["before"]["days"]), (&json!(250), &json!([])));
    assert_eq!(get(&format!("from={today}&to={today}")).await.data()["before"], json!(null));
    get("from=2026-01-02&to=2026-01-01").await.refused_fields(&["to"]);
    get("from=2020-01-01&to=2026-01-01").await.refused_fields(&["to"]);
}
