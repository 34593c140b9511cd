use crate::support::{app::TestApp, policies::FACILITY};

#[actix_web::test]
async fn facilities_are_filtered_by_category_and_paged() {
    FACILITY.filters_and_pages(&TestApp::start().await).await;
}
