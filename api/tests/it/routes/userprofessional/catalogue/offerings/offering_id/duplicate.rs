use crate::{
    routes::userprofessional::catalogue::{create, facial, owners, path},
    support::app::TestApp,
};

#[actix_web::test]
async fn copy_is_a_draft_with_its_own_variants() {
    let app = TestApp::start().await;
    let (owner, other) = owners(&app).await;
    let id = create(&app, &owner, facial()).await;
    let path = path(&format!("offerings/{id}/duplicate/"));
    let copy = app.post(&path).as_(&owner).send().await;
    assert_eq!((copy.status, copy.data()["name"].as_str()), (201, Some("Facial (2)")));
    assert_eq!((copy.data()["state"].as_str(), copy.data()["price"].as_i64()), (Some("draft"), Some(4500)));
    app.post(&path).as_(&other).send().await.refused(404, "not_found");
}
