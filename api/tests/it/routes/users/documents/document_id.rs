use crate::{
    media::until,
    routes::users::update_profile::{PDF, kept_files, send},
    support::app::{Person, TestApp},
};

async fn document(app: &TestApp, person: &Person) -> String {
    let parts = [("document", Some("Pass port.pdf"), PDF), ("document_kind", None, b"identity")];
    let changed = send(app, person, &parts).await;
    changed.data()["documents"][0]["url"].as_str().unwrap().to_owned()
}

#[actix_web::test]
async fn document_is_served_to_its_owner_as_an_attachment() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let url = document(&app, &ann).await;
    let file = app.get(&url).as_(&ann).send().await;
    assert_eq!((file.status, file.bytes.as_slice()), (200, PDF));
    for (header, value) in [
        ("content-type", "application/pdf"),
        ("x-content-type-options", "nosniff"),
        ("cache-control", "private, no-store"),
        ("content-disposition", "attachment; filename=\"Pass port.pdf\"; filename*=UTF-8''Pass%20port.pdf"),
    ] {
        assert_eq!(file.header(header), value);
    }
}

#[actix_web::test]
async fn document_is_readable_and_deletable_by_its_owner_only() {
    let app = TestApp::start().await;
    let (ann, ben, guest) = (app.person("ann").await, app.person("ben").await, app.guest().await);
    let url = document(&app, &ann).await;
    for method in ["GET", "DELETE"] {
        app.call(method, &url).as_(&ben).send().await.refused(404, "not_found");
        app.call(method, &url).as_(&guest).send().await.refused(403, "auth.guest");
        app.call(method, &url).send().await.refused(401, "unauthenticated");
        app.call(method, "/api/v1/users/documents/1/").as_(&ann).send().await.refused(404, "not_found");
    }
    assert_eq!(app.get(&url).as_(&ann).send().await.status, 200);
}

#[actix_web::test]
async fn deleted_document_is_gone_from_profile_and_disk() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let (first, second) = (document(&app, &ann).await, document(&app, &ann).await);
    assert_eq!(kept_files(&app), 2);
    assert_eq!(app.call("DELETE", &first).as_(&ann).send().await.status, 200);
    until(async || kept_files(&app) == 1).await;
    app.get(&first).as_(&ann).send().await.refused(404, "not_found");
    app.call("DELETE", &first).as_(&ann).send().await.refused(404, "not_found");
    let profile = app.get("/api/v1/users/get-user-profile/").as_(&ann).send().await;
    assert_eq!(profile.data()["documents"].as_array().unwrap().len(), 1);
    assert_eq!(profile.data()["documents"][0]["url"], second.as_str());
}
