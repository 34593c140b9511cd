use serde_json::json;

use crate::support::{app::TestApp, reel};

const PATH: &str = "/api/v1/userprofessional/folder/create/";

#[actix_web::test]
async fn folder_needs_a_name_of_its_own() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    reel::folder(&app, &ann, "Weekend").await;
    reel::folder(&app, &ben, "Weekend").await;
    for body in [json!({}), json!({"name": " "}), json!({"name": "weekend"}), json!({"name": "x".repeat(61)})] {
        app.post(PATH).as_(&ann).json(body).await.refused_fields(&["name"]);
    }
    let empty = app.post(PATH).as_(&ann).send().await;
    assert_eq!(empty.json["message"], "Favourite folder name required");
    app.post(PATH).json(json!({"name": "Weekend"})).await.refused(401, "unauthenticated");
}

#[actix_web::test]
async fn folder_of_a_guest_stays_after_sign_up() {
    let app = TestApp::start().await;
    let guest = app.guest().await;
    let folder = reel::folder(&app, &guest, "Weekend").await;
    let form = crate::support::app::registration("zoe");
    let signed_up = app.post("/api/v1/users/register/").as_(&guest).json(form).await;
    let zoe = crate::support::app::Person::of(&signed_up);
    let listed = app.get("/api/v1/users/get-saved-reels/").as_(&zoe).send().await;
    assert_eq!(listed.data()[0]["folder_id"].as_i64(), Some(folder));
}
