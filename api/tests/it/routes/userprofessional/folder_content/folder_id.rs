use serde_json::json;

use crate::support::{app::TestApp, reel};

#[actix_web::test]
async fn content_is_listed_by_type() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let folder = reel::folder(&app, &ann, "Weekend").await;
    for (kind, id) in [("reel", studio.reel.0), ("offering", studio.offering.0)] {
        let body = json!({"kind": kind, "id": id, "folder_id": folder});
        assert_eq!(app.call("PUT", "/api/v1/users/favourites/").as_(&ann).json(body).await.status, 200);
    }
    let content = async |query: &str, person| {
        app.get(&format!("/api/v1/userprofessional/folder-content/{folder}/{query}")).as_(person).send().await
    };
    assert_eq!(content("", &ann).await.json["total"], 2);
    let reels = content("?content_type=reel", &ann).await;
    assert_eq!((&reels.json["total"], &reels.data()[0]["reel"]["id"]), (&json!(1), &json!(studio.reel)));
    let services = content("?content_type=Product/Service", &ann).await;
    assert_eq!((&services.json["total"], &services.data()[0]["offering"]["name"]), (&json!(1), &json!("Haircut")));
    content("?content_type=film", &ann).await.refused_fields(&["content_type"]);
    content("", &ben).await.refused(404, "not_found");
    let wrong = app.get("/api/v1/userprofessional/folder-content/x/").as_(&ann).send().await;
    assert_eq!(wrong.json["message"], "Folder ID is missing or invalid.");
}
