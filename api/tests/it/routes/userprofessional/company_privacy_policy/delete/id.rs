use crate::support::{app::TestApp, policies::PRIVACY};

#[actix_web::test]
async fn privacy_policy_is_deleted_once() {
    PRIVACY.deletes_once(&TestApp::start().await).await;
}

#[actix_web::test]
async fn privacy_policies_of_others_return_404() {
    PRIVACY.hides_entries_of_others(&TestApp::start().await).await;
}
