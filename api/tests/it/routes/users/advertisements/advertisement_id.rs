use crate::{routes::userprofessional::advertisements, support::app::TestApp};

#[actix_web::test]
async fn running_advertisement_is_public() {
    let app = TestApp::start().await;
    let (_, id) = advertisements::running(&app).await;
    let shown = app.get(&format!("/api/v1/users/advertisements/{id}/")).send().await;
    assert_eq!(shown.data()["company"]["handle"], "casa-azul");
    app.get("/api/v1/users/advertisements/1/").send().await.refused(404, "not_found");
}
