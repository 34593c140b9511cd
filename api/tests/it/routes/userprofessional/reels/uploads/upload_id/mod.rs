use serde_json::json;

use super::PATH;
use crate::support::{app::TestApp, reel};

pub mod complete;
pub mod parts {
    pub mod number;
}

#[actix_web::test]
async fn upload_is_shown_and_deleted_by_its_company() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    let begun = app.post(PATH).as_(&studio.owner).json(json!({"name": "cut.mp4", "bytes": 5})).await;
    let path = format!("{PATH}{}/", begun.data()["id"]);
    let other = app.business("other").await;
    app.get(&path).as_(&other).send().await.refused(404, "not_found");
    assert_eq!(app.get(&path).as_(&studio.owner).send().await.data(), begun.data());
    assert_eq!(app.call("DELETE", &path).as_(&studio.owner).send().await.status, 200);
    app.get(&path).as_(&studio.owner).send().await.refused(404, "not_found");
}
