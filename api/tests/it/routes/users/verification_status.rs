use serde_json::json;

use crate::support::app::TestApp;

const PATH: &str = "/api/v1/users/verification-status/";

#[actix_web::test]
async fn nothing_is_verified_at_first_and_guests_have_nothing() {
    let app = TestApp::start().await;
    let (ann, guest) = (app.person("ann").await, app.guest().await);
    let status = app.get(PATH).as_(&ann).send().await;
    let expected = json!({"email": "ann@plaza.example", "email_verified": false, "pending_email": null, "phone": null,
        "phone_verified": false, "verified": false});
    assert_eq!((status.status, status.data()), (200, &expected));
    app.get(PATH).as_(&guest).send().await.refused(403, "auth.guest");
    app.get(PATH).send().await.refused(401, "unauthenticated");
}
