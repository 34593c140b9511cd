use crate::support::{app::TestApp, policies::PRIVACY};

#[actix_web::test]
async fn privacy_policies_are_filtered_and_paged() {
    PRIVACY.filters_and_pages(&TestApp::start().await).await;
}
