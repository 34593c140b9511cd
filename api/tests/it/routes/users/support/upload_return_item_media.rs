use image::ImageFormat;
use serde_json::json;

use crate::{
    routes::chat::chatapp_upload_media::picture,
    support::app::{Answer, Person, TestApp},
};

const PATH: &str = "/api/v1/users/support/upload-return-item-media/";

pub async fn upload(app: &TestApp, who: &Person, name: &str, bytes: &[u8]) -> Answer {
    app.post(PATH).as_(who).multipart(&[("file", Some(name), bytes)]).await
}

#[actix_web::test]
async fn pictures_are_stored_and_other_files_refused() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let kept = upload(&app, &ann, "crack.png", &picture(30, 20, ImageFormat::Png)).await;
    assert_eq!((kept.status, &kept.data()["kind"]), (201, &json!("image")));
    let url = kept.data()["url"].as_str().unwrap();
    assert_eq!(app.get(url).send().await.status, 200);
    assert_eq!(upload(&app, &ann, "list.txt", b"just some words").await.status, 415);
    let guest = app.guest().await;
    assert_eq!(upload(&app, &guest, "crack.png", &picture(3, 2, ImageFormat::Png)).await.status, 403);
}
