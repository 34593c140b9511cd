use serde_json::json;

use super::{block, hour};
use crate::{
    routes::userprofessional::calendar::{path, tenth_day},
    support::{app::TestApp, market},
};

#[actix_web::test]
async fn all_blocks_of_a_request_are_deleted_or_none() {
    let app = TestApp::start().await;
    let (shop, _) = market::salon(&app, "beauty").await;
    let (other, _) = market::salon(&app, "relaxation").await;
    let own = block(&app, &shop.owner, hour(json!({}))).await[0]["id"].clone();
    let foreign = block(&app, &other.owner, hour(json!({}))).await[0]["id"].clone();
    let delete = |ids| app.post(&path("blocks/delete/")).as_(&shop.owner).json(json!({"ids": ids}));
    delete(json!([own, foreign])).await.refused(404, "not_found");
    assert_eq!(tenth_day(&app, &shop.owner).await["changes"][0]["id"], own);
    delete(json!([])).await.refused_fields(&["ids"]);
    assert_eq!(delete(json!([own])).await.status, 200);
    assert_eq!(tenth_day(&app, &shop.owner).await["changes"], json!([]));
}
