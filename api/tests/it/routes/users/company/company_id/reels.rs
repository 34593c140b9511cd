use serde_json::json;
use store::testing::market::ReelRow;

use crate::support::{app::TestApp, reel};

#[actix_web::test]
async fn published_reels_of_a_company_are_listed() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    ReelRow { published: false, ..ReelRow::new(3, studio.company) }.insert(&app.state().db).await;
    let path = format!("/api/v1/users/company/{}/reels/", studio.company);
    let listed = app.get(&path).send().await;
    assert_eq!((&listed.json["total"], &listed.data()[0]["id"]), (&json!(1), &json!(studio.reel)));
    assert_eq!(app.get("/api/v1/users/company/5/reels/").send().await.json["total"], 0);
    app.get(&format!("{path}?per_page=101")).send().await.refused_fields(&["per_page"]);
}
