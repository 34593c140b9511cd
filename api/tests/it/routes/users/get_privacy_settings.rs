use serde_json::json;

use crate::support::app::TestApp;

const PATH: &str = "/api/v1/users/get-privacy-settings/";

#[actix_web::test]
async fn everything_but_the_location_is_open_by_default() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let settings = app.get(PATH).as_(&ann).send().await;
    assert_eq!(
        settings.data(),
        &json!({
            "activity_visibility": "everyone", "identity_visibility": "everyone", "identification": "everyone",
            "last_seen": "everyone", "read_receipts": true, "messaging": "everyone", "friend_invitation": "everyone",
            "id_mentions": "everyone", "location_share": false, "cookies": true, "push_notifications": true,
            "chat_notifications": true, "email_notifications": true,
        })
    );
}

#[actix_web::test]
async fn settings_require_an_account() {
    let app = TestApp::start().await;
    app.get(PATH).send().await.refused(401, "unauthenticated");
}
