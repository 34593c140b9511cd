use serde_json::json;

use crate::support::{app::TestApp, reel};

#[actix_web::test]
async fn preview_shows_pictures_to_the_owner_only() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let folder = reel::folder(&app, &ann, "Weekend").await;
    let save = json!({"reel_id": studio.reel, "folder_id": folder});
    app.post("/api/v1/userprofessional/reel-like/").as_(&ann).json(save).await;
    let preview = async |id: &str, person| {
        app.get(&format!("/api/v1/userprofessional/folder-preview/{id}/")).as_(person).send().await
    };
    let shown = preview(&folder.to_string(), &ann).await;
    assert_eq!((&shown.data()["name"], &shown.data()["items"]), (&json!("Weekend"), &json!(1)));
    assert!(shown.data()["previews"][0]["url"].is_string());
    preview(&folder.to_string(), &ben).await.refused(404, "not_found");
    let wrong = preview("0", &ann).await;
    wrong.refused_fields(&["folder_id"]);
    assert_eq!(wrong.json["message"], "Folder ID is missing or invalid.");
    assert_eq!(preview("undefined", &ann).await.json["message"], "Folder ID is missing or invalid.");
}
