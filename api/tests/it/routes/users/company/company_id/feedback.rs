use store::testing::market;

use crate::support::{app::TestApp, market::restaurant};

const PATH: &str = "/api/v1/users/company/70/feedback/";

#[actix_web::test]
async fn reviews_come_with_their_summary() {
    let app = TestApp::start().await;
    let company = restaurant(&app).await;
    let ann = app.person("ann").await;
    for (id, rating) in [(1, 5), (2, 2)] {
        market::review(&app.state().db, id, company, None, ann.id, rating).await;
    }
    let page = app.get(&format!("{PATH}?per_page=1")).send().await;
    assert_eq!((&page.json["total"], &page.json["next"]), (&2.into(), &2.into()));
    assert_eq!((&page.data()[0]["rating"], &page.data()[0]["author"]["name"]), (&2.into(), &"Ann Other".into()));
    let summary = &page.json["summary"];
    assert_eq!((&summary["average"], &summary["by_rating"]), (&3.5.into(), &serde_json::json!([0, 1, 0, 0, 1])));
    app.get(&format!("{PATH}?rating=6")).send().await.refused_fields(&["rating"]);
    app.get("/api/v1/users/company/71/feedback/").send().await.refused(404, "not_found");
}
