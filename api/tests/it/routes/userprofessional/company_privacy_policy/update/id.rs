use crate::support::{app::TestApp, policies::PRIVACY};

#[actix_web::test]
async fn privacy_policy_update_keeps_omitted_fields() {
    PRIVACY.updates_sent_fields(&TestApp::start().await).await;
}
