use crate::support::{app::TestApp, policies::RULE};

#[actix_web::test]
async fn rule_update_keeps_omitted_fields() {
    RULE.updates_sent_fields(&TestApp::start().await).await;
}

#[actix_web::test]
async fn rule_is_deleted_once() {
    RULE.deletes_once(&TestApp::start().await).await;
}

#[actix_web::test]
async fn rules_of_others_return_404() {
    RULE.hides_entries_of_others(&TestApp::start().await).await;
}
