mod id;

use crate::support::{app::TestApp, policies::RULE};

#[actix_web::test]
async fn rule_is_added_in_any_body_format() {
    RULE.adds_in_any_format(&TestApp::start().await).await;
}

#[actix_web::test]
async fn invalid_rule_fields_are_named() {
    RULE.refuses_invalid_entries(&TestApp::start().await).await;
}

#[actix_web::test]
async fn rules_are_filtered_by_category_and_paged() {
    RULE.filters_and_pages(&TestApp::start().await).await;
}
