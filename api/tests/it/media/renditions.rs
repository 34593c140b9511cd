//! Image sizes: made on upload or on first request, and deleted with their image.

use futures_util::future::join_all;
use image::{GenericImageView as _, ImageFormat};

use super::{kept, lies_on_disk, until};
use crate::{routes::chat::chatapp_upload_media::picture, support::app::TestApp};

fn on_disk(app: &TestApp, url: &str, width: u32) -> bool {
    lies_on_disk(app, &format!("{url}-{width}"))
}

#[actix_web::test]
async fn image_is_stored_in_sizes_smaller_than_itself() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let url = kept(&app, &ann, "photo.png", &picture(1_200, 600, ImageFormat::Png)).await;
    assert_eq!([128, 320, 800, 1_600].map(|width| on_disk(&app, &url, width)), [true, true, true, false]);
    let sized = async |width: u32| app.get(&format!("{url}?w={width}")).send().await;
    for width in [128, 320, 800] {
        let answer = sized(width).await;
        assert_eq!((answer.status, answer.header("content-type")), (200, "image/webp"));
        assert_eq!(answer.header("cache-control"), "public, max-age=31536000, immutable");
        assert!(answer.header("content-security-policy").starts_with("sandbox"));
        let shown = image::load_from_memory_with_format(&answer.bytes, ImageFormat::WebP).unwrap();
        assert_eq!(shown.dimensions(), (width, width / 2));
        let seen = app.get(&format!("{url}?w={width}")).header("if-none-match", answer.header("etag")).send().await;
        assert_eq!(seen.status, 304);
    }
    let (whole, large) = (app.get(&url).send().await, sized(1_600).await);
    assert_eq!((large.header("content-type"), &large.bytes), ("image/jpeg", &whole.bytes));
    sized(500).await.refused_fields(&["w"]);
    let text = kept(&app, &ann, "notes.txt", b"some words").await;
    app.get(&format!("{text}?w=320")).send().await.refused_fields(&["w"]);
}

#[actix_web::test]
async fn older_image_is_resized_once_on_first_request() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let url = kept(&app, &ann, "photo.png", &picture(1_200, 600, ImageFormat::Png)).await;
    let key = url.rsplit('/').next().unwrap();
    let file = app.folder.path().join("media").join(&key[..2]).join(format!("{key}-320"));
    let made_at_upload = std::fs::read(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    let path = format!("{url}?w=320");
    let answers = join_all((0..8).map(|_| app.get(&path).send())).await;
    assert!(answers.iter().all(|answer| answer.status == 200 && answer.bytes == answers[0].bytes));
    assert!(answers[0].bytes.len().abs_diff(made_at_upload.len()) < 200 && on_disk(&app, &url, 320));
    assert_eq!(super::left_in_parts(&app), 0);
}

#[actix_web::test]
async fn original_is_served_when_a_size_cannot_be_made() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let url = kept(&app, &ann, "photo.png", &picture(400, 200, ImageFormat::Png)).await;
    let key = url.rsplit('/').next().unwrap().to_owned();
    let folder = app.folder;
    std::fs::remove_file(folder.path().join("media").join(&key[..2]).join(format!("{key}-320"))).unwrap();
    app.running.stop().await;
    let app = TestApp::on(folder, &["--disk-reserve", "1000000000"]).await;
    let answer = app.get(&format!("{url}?w=320")).send().await;
    assert_eq!((answer.status, answer.header("content-type")), (200, "image/jpeg"));
    assert_eq!((answer.header("cache-control"), answer.header("etag")), ("no-store", ""));
}

#[actix_web::test]
async fn renditions_are_deleted_with_their_image() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let url = kept(&app, &ann, "photo.png", &picture(900, 600, ImageFormat::Png)).await;
    let later = store::types::timestamp::Timestamp::now().plus(2 * store::types::timestamp::Timestamp::DAY);
    api::media::forget_unused(app.running.state(), later).await.unwrap();
    app.get(&format!("{url}?w=320")).send().await.refused(404, "not_found");
    until(async || !lies_on_disk(&app, &url) && !on_disk(&app, &url, 320) && !on_disk(&app, &url, 800)).await;
}
