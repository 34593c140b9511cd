use crate::support::{app::TestApp, policies::REFUND};

#[actix_web::test]
async fn refund_policy_is_added_in_any_body_format() {
    REFUND.adds_in_any_format(&TestApp::start().await).await;
}

#[actix_web::test]
async fn invalid_refund_policy_fields_are_named() {
    REFUND.refuses_invalid_entries(&TestApp::start().await).await;
}

#[actix_web::test]
async fn refund_policies_are_filtered_and_paged() {
    REFUND.filters_and_pages(&TestApp::start().await).await;
}
