use crate::support::{app::TestApp, policies::REFUND};

#[actix_web::test]
async fn refund_policy_update_keeps_omitted_fields() {
    REFUND.updates_sent_fields(&TestApp::start().await).await;
}

#[actix_web::test]
async fn refund_policy_is_deleted_once() {
    REFUND.deletes_once(&TestApp::start().await).await;
}

#[actix_web::test]
async fn refund_policies_of_others_return_404() {
    REFUND.hides_entries_of_others(&TestApp::start().await).await;
}
