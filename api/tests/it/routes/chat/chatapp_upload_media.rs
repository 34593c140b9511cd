use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};

use crate::app::{Answer, Person, TestApp};

const PATH: &str = "/api/v1/chat/chatapp-upload-media/";

fn picture(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let image = DynamicImage::ImageRgb8(RgbImage::from_pixel(width, height, Rgb([10, 120, 200])));
    image.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

async fn upload(app: &TestApp, person: &Person, name: &str, bytes: &[u8]) -> Answer {
    app.post(PATH).as_(person).multipart(&[("file", Some(name), bytes)]).await
}

fn left_in_parts(app: &TestApp) -> usize {
    std::fs::read_dir(app.folder.path().join("media/parts")).unwrap().count()
}

#[actix_web::test]
async fn a_picture_is_kept_and_handed_out_to_whoever_has_its_address() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let kept = upload(&app, &ann, "photo.png", &picture(300, 200, ImageFormat::Png)).await;
    assert_eq!(kept.status, 201, "{}", kept.json);
    let media = kept.data();
    assert_eq!((&media["kind"], &media["width"], &media["height"]), (&"image".into(), &300.into(), &200.into()));
    assert_eq!(media["placeholder"], "#0a78c8");

    let url = media["url"].as_str().unwrap();
    let shown = app.get(url).send().await;
    assert_eq!((shown.status, shown.header("content-type")), (200, "image/jpeg"));
    assert_eq!(shown.header("x-content-type-options"), "nosniff");
    assert!(shown.header("cache-control").contains("immutable"));
    assert_eq!(i64::try_from(shown.bytes.len()).unwrap(), media["bytes"].as_i64().unwrap());
    let seen = app.get(url).header("if-none-match", shown.header("etag")).send().await;
    assert_eq!((seen.status, seen.bytes.len()), (304, 0));
    assert_eq!(left_in_parts(&app), 0);
}

#[actix_web::test]
async fn what_is_no_picture_is_refused_whatever_it_is_called() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    for (name, bytes) in [
        ("photo.png", &b"PK\x03\x04 a zip"[..]),
        ("photo.jpg", b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"),
        ("photo.gif", b"<html><script>alert(1)</script></html>"),
        ("photo.webp", b""),
    ] {
        upload(&app, &ann, name, bytes).await.refused(415, "unsupported_type");
    }
    let mut cut = picture(300, 200, ImageFormat::Png);
    cut.truncate(100);
    upload(&app, &ann, "cut.png", &cut).await.refused_fields(&["file"]);
    assert_eq!((left_in_parts(&app), store::testing::count(&app.state().db, "media").await), (0, 0));
}

#[actix_web::test]
async fn more_than_ten_megabytes_are_refused_and_leave_nothing() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let mut large = picture(10, 10, ImageFormat::Png);
    large.resize(10 * 1024 * 1024 + 1, 0);
    upload(&app, &ann, "large.png", &large).await.refused(413, "too_large");
    assert_eq!(left_in_parts(&app), 0);
}

#[actix_web::test]
async fn the_form_has_one_file_called_file() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let bytes = picture(4, 4, ImageFormat::Png);
    let call = || app.post(PATH).as_(&ann);
    call().multipart(&[]).await.refused_fields(&["file"]);
    call().multipart(&[("photo", Some("a.png"), &bytes)]).await.refused_fields(&["photo"]);
    let twice = [("file", Some("a.png"), &bytes[..]), ("file", Some("b.png"), &bytes[..])];
    call().multipart(&twice).await.refused_fields(&["file"]);
    call().body("multipart/form-data", "x").await.refused(400, "malformed");
    call().body("multipart/form-data; boundary=edge", "--edge\r\nnonsense").await.refused(400, "malformed");
    call()
        .body(
            "multipart/form-data; boundary=edge",
            "--edge\r\ncontent-disposition: form-data; name=\"file\"\r\n\r\nabc",
        )
        .await
        .refused(400, "malformed");
    assert_eq!(left_in_parts(&app), 0);
}

#[actix_web::test]
async fn only_those_who_are_signed_in_upload_and_only_so_often() {
    let app = TestApp::with(&["--sign-in-rate", "1"]).await;
    let ann = app.person("ann").await;
    let bytes = picture(4, 4, ImageFormat::Png);
    let nobody = app.post(PATH).multipart(&[("file", Some("a.png"), &bytes)]).await;
    nobody.refused(401, "unauthenticated");
    for _ in 0..2 {
        assert_eq!(upload(&app, &ann, "a.png", &bytes).await.status, 201);
    }
    upload(&app, &ann, "a.png", &bytes).await.refused(429, "too_many");
}

#[actix_web::test]
async fn an_address_that_is_no_key_shows_nothing_of_the_disk() {
    let app = TestApp::start().await;
    for path in ["/media/x", "/media/..%2f..%2fplaza.db", "/media/00000000000000000000000000000000", "/media/"] {
        app.get(path).send().await.refused(404, "not_found");
    }
}
