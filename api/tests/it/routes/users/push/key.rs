use crate::support::app::TestApp;

const PATH: &str = "/api/v1/users/push/key/";

#[actix_web::test]
async fn key_is_created_once_and_kept() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let key = app.get(PATH).as_(&ann).send().await.data()["public_key"].clone();
    assert_eq!(key.as_str().unwrap().len(), 87);
    let TestApp { running, folder, .. } = app;
    running.stop().await;
    let app = TestApp::on(folder, &[]).await;
    assert_eq!(app.get(PATH).as_(&ann).send().await.data()["public_key"], key);
    app.get(PATH).send().await.refused(401, "unauthenticated");
}

#[actix_web::test]
async fn configured_key_is_used_and_push_is_off_without_a_key() {
    // The key pair of RFC 8291's example.
    let app = TestApp::with(&["--push-private-key", "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"]).await;
    let ann = app.person("ann").await;
    let key = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    assert_eq!(app.get(PATH).as_(&ann).send().await.data()["public_key"], key);
    let app = TestApp::with(&["--push-private-key", "off"]).await;
    let ann = app.person("ann").await;
    assert!(app.get(PATH).as_(&ann).send().await.data()["public_key"].is_null());
}
