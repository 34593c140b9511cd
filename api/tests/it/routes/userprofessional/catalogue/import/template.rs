use crate::{
    routes::userprofessional::catalogue::{owners, path},
    support::app::TestApp,
};

#[actix_web::test]
async fn template_can_be_imported() {
    let app = TestApp::start().await;
    let (owner, _) = owners(&app).await;
    let template = app.get(&path("import/template/")).as_(&owner).send().await;
    assert_eq!((template.status, template.header("content-type")), (200, "text/csv; charset=utf-8"));
    let preview = app.post(&path("import/?preview=true")).as_(&owner);
    let preview = preview.multipart(&[("file", Some("template.csv"), &template.bytes)]).await;
    assert_eq!((&preview.data()["errors"], &preview.data()["created"]), (&serde_json::json!([]), &1.into()));
}
