use serde_json::json;

use crate::support::{app::TestApp, reel};

const PATH: &str = "/api/v1/users/get-saved-reels/";

#[actix_web::test]
async fn folders_are_listed_to_their_owner() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    for name in ["Weekend", "Later"] {
        reel::folder(&app, &ann, name).await;
    }
    let list = async |query: &str, person| app.get(&format!("{PATH}{query}")).as_(person).send().await;
    let page = list("?per_page=1", &ann).await;
    assert_eq!(
        (&page.json["total"], &page.json["next"], &page.data()[0]["name"]),
        (&json!(2), &json!(2), &json!("Later"))
    );
    assert_eq!(list("", &ben).await.json["total"], 0);
    list("?page=0", &ann).await.refused_fields(&["page"]);
    app.get(PATH).send().await.refused(401, "unauthenticated");
}
