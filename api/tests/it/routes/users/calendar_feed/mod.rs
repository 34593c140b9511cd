mod secret;

use serde_json::json;

use crate::support::app::TestApp;

pub const PATH: &str = "/api/v1/users/calendar-feed/";

#[actix_web::test]
async fn link_is_shown_once_renewed_and_ended() {
    let app = TestApp::start().await;
    let (ann, guest) = (app.person("ann").await, app.guest().await);
    let state = async || app.get(PATH).as_(&ann).send().await.data().clone();
    assert_eq!(state().await, json!({"created_at": null, "url": null}));
    let made = app.post(PATH).as_(&ann).send().await;
    let url = made.data()["url"].as_str().unwrap().to_owned();
    assert_eq!((made.status, url.contains("/api/v1/users/calendar-feed/")), (201, true));
    assert_eq!((&state().await["url"], state().await["created_at"].is_string()), (&json!(null), true));
    let renewed = app.post(PATH).as_(&ann).send().await;
    assert_ne!(renewed.data()["url"], json!(url));
    assert_eq!(app.call("DELETE", PATH).as_(&ann).send().await.status, 200);
    assert_eq!(state().await["created_at"], json!(null));
    app.post(PATH).as_(&guest).send().await.refused(403, "auth.guest");
    app.post(PATH).send().await.refused(401, "unauthenticated");
}
