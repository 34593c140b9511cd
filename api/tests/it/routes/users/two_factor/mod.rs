mod confirm;
mod disable;
mod recovery_codes;
mod start;

use serde_json::json;

use crate::support::{app::TestApp, authenticator::Authenticator};

const PATH: &str = "/api/v1/users/two-factor/";

#[actix_web::test]
async fn two_factor_is_off_by_default_and_enabled_per_account() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    Authenticator::of(&app, &ann).await;
    for (person, enabled, left) in [(&ann, true, 10), (&ben, false, 0)] {
        let state = app.get(PATH).as_(person).send().await;
        assert_eq!((state.status, state.data()), (200, &json!({"enabled": enabled, "recovery_codes_left": left})));
    }
    app.get(PATH).as_(&app.guest().await).send().await.refused(403, "auth.guest");
}
