use serde_json::json;

use crate::support::{app::TestApp, reel};

#[actix_web::test]
async fn folder_is_renamed_by_its_owner() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let folder = reel::folder(&app, &ann, "Weekend").await;
    let path = format!("/api/v1/users/reelfolder/{folder}/update/");
    let renamed = app.call("PUT", &path).as_(&ann).form(&format!("folder_id={folder}&name=Soon")).await;
    assert_eq!(renamed.data()["name"], "Soon");
    let rename = async |body, person| app.call("PUT", &path).as_(person).json(body).await;
    rename(json!({"name": ""}), &ann).await.refused_fields(&["name"]);
    rename(json!({"name": "Soon", "folder_id": 5}), &ann).await.refused_fields(&["folder_id"]);
    rename(json!({"name": "Mine"}), &ben).await.refused(404, "not_found");
    let wrong = app.call("PUT", "/api/v1/users/reelfolder/x/update/").as_(&ann).json(json!({"name": "Mine"})).await;
    assert_eq!(wrong.json["message"], "Folder ID is missing or invalid.");
}
