mod delete {
    mod id;
}
mod list;
mod update {
    mod id;
}

use crate::support::{app::TestApp, policies::PRIVACY};

#[actix_web::test]
async fn privacy_policy_is_added_in_any_body_format() {
    PRIVACY.adds_in_any_format(&TestApp::start().await).await;
}

#[actix_web::test]
async fn invalid_privacy_policy_fields_are_named() {
    PRIVACY.refuses_invalid_entries(&TestApp::start().await).await;
}
