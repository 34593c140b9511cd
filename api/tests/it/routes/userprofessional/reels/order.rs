use serde_json::json;
use store::testing::market::ReelRow;

use crate::support::{app::TestApp, reel};

#[actix_web::test]
async fn reels_are_sorted_on_the_page_of_their_company() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    ReelRow::new(3, studio.company).insert(&app.state().db).await;
    let sort = async |ids| {
        let body = json!({ "ids": ids });
        app.call("PUT", "/api/v1/userprofessional/reels/order/").as_(&studio.owner).json(body).await
    };
    let page = format!("/api/v1/users/company/{}/reels/", studio.company);
    for ids in [vec![studio.reel.0, 3], vec![3, studio.reel.0]] {
        assert_eq!(sort(ids.clone()).await.status, 200);
        let shown = app.get(&page).send().await;
        assert_eq!([&shown.data()[0]["id"], &shown.data()[1]["id"]], [&json!(ids[0]), &json!(ids[1])]);
    }
    sort(vec![5]).await.refused_fields(&["ids"]);
    sort((0..501).collect()).await.refused_fields(&["ids"]);
}
