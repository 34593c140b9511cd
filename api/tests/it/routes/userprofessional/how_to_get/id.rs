use crate::support::{app::TestApp, policies::DIRECTIONS};

#[actix_web::test]
async fn directions_update_keeps_omitted_fields() {
    DIRECTIONS.updates_sent_fields(&TestApp::start().await).await;
}

#[actix_web::test]
async fn directions_are_deleted_once() {
    DIRECTIONS.deletes_once(&TestApp::start().await).await;
}

#[actix_web::test]
async fn directions_of_others_return_404() {
    DIRECTIONS.hides_entries_of_others(&TestApp::start().await).await;
}
