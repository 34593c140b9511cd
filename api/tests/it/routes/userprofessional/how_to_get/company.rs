use crate::support::{app::TestApp, policies::DIRECTIONS};

#[actix_web::test]
async fn directions_are_added_in_any_body_format() {
    DIRECTIONS.adds_in_any_format(&TestApp::start().await).await;
}

#[actix_web::test]
async fn invalid_directions_fields_are_named() {
    DIRECTIONS.refuses_invalid_entries(&TestApp::start().await).await;
}

#[actix_web::test]
async fn directions_are_filtered_and_paged() {
    DIRECTIONS.filters_and_pages(&TestApp::start().await).await;
}
