use crate::support::{app::TestApp, reel};

#[actix_web::test]
async fn folder_is_deleted_by_its_owner() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let folder = reel::folder(&app, &ann, "Weekend").await;
    let delete = async |id: &str, person| {
        app.call("DELETE", &format!("/api/v1/users/reelfolder/{id}/delete/")).as_(person).send().await
    };
    delete(&folder.to_string(), &ben).await.refused(404, "not_found");
    let wrong = delete("undefined", &ann).await;
    wrong.refused_fields(&["folder_id"]);
    assert_eq!(wrong.json["message"], "Folder ID is required for deletion.");
    assert_eq!(delete(&folder.to_string(), &ann).await.status, 200);
    delete(&folder.to_string(), &ann).await.refused(404, "not_found");
}
