use std::{
    io::{Cursor, Write as _},
    net::TcpStream,
};

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use store::{
    media::{MediaKind, NewMedia},
    types::{ids::MediaId, timestamp::Timestamp},
};

use crate::{
    media::{archive, left_in_parts, until},
    support::app::{Answer, Person, TestApp},
};

pub const PATH: &str = "/api/v1/chat/chatapp-upload-media/";

pub fn picture(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let image = DynamicImage::ImageRgb8(RgbImage::from_pixel(width, height, Rgb([10, 120, 200])));
    image.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

pub async fn upload(app: &TestApp, person: &Person, name: &str, bytes: &[u8]) -> Answer {
    app.post(PATH).as_(person).multipart(&[("file", Some(name), bytes)]).await
}

async fn known(app: &TestApp) -> i64 {
    store::testing::count(&app.state().db, "media").await
}

#[actix_web::test]
async fn image_is_stored_and_served_to_every_holder_of_its_url() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let kept = upload(&app, &ann, "photo.png", &picture(300, 200, ImageFormat::Png)).await;
    assert_eq!(kept.status, 201, "{}", kept.json);
    let media = kept.data();
    assert_eq!((&media["kind"], &media["width"], &media["height"]), (&"image".into(), &300.into(), &200.into()));
    assert_eq!(media["mime"], "image/jpeg");
    assert!(media["placeholder"].as_str().unwrap().starts_with("data:image/webp;base64,"), "{media}");
    assert!(media["name"].is_null(), "a picture is not told by what it was called");

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
async fn documents_are_stored_unchanged_under_matching_names_only() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let zip = archive(&["a.txt"]);
    for (name, bytes, mime, kept) in [
        ("../Menu été.pdf", &b"%PDF-1.7 and so on"[..], "application/pdf", "Menu été.pdf"),
        ("all", &zip, "application/zip", "all.zip"),
        ("notes.TXT", b"tea < coffee", "text/plain", "notes.txt"),
        ("prices.csv", "thé;3 €".as_bytes(), "text/csv", "prices.csv"),
    ] {
        let answer = upload(&app, &ann, name, bytes).await;
        assert_eq!(answer.status, 201, "{name}: {}", answer.json);
        let media = answer.data();
        assert_eq!((&media["kind"], &media["mime"], &media["name"]), (&"file".into(), &mime.into(), &kept.into()));
        assert_eq!(media["bytes"], bytes.len());
        assert!(media["width"].is_null() && media["placeholder"].is_null());
    }
    for (name, bytes) in [("photo.png", &zip[..]), ("menu.exe", b"%PDF-1.7"), ("page.html", b"plain"), ("a.docx", &zip)]
    {
        upload(&app, &ann, name, bytes).await.refused(415, "unsupported_type");
    }
    upload(&app, &ann, "cut.zip", &zip[..20]).await.refused_fields(&["file"]);
    assert_eq!((left_in_parts(&app), known(&app).await), (0, 4));
}

#[actix_web::test]
async fn unsupported_file_is_refused_under_any_name() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    for (name, bytes) in [
        ("photo.jpg", &b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"[..]),
        ("notes.txt", b" \n<!doctype html><script>alert(1)</script>"),
        ("photo.gif", b"<html><script>alert(1)</script></html>"),
        ("menu.pdf", b"MZ\x90\0 a program"),
        ("photo.webp", b""),
    ] {
        upload(&app, &ann, name, bytes).await.refused(415, "unsupported_type");
    }
    let mut cut = picture(300, 200, ImageFormat::Png);
    cut.truncate(100);
    upload(&app, &ann, "cut.png", &cut).await.refused_fields(&["file"]);
    assert_eq!((left_in_parts(&app), known(&app).await), (0, 0));
}

#[actix_web::test]
async fn small_file_claiming_30000_by_30000_pixels_is_refused() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    // A PNG of one bit per pixel, all white: 109 MB of pixels in about 100 KB.
    let mut png = b"\x89PNG\r\n\x1A\n".to_vec();
    let mut header = 30_000_u32.to_be_bytes().repeat(2);
    header.extend([1, 0, 0, 0, 0]);
    for (name, data) in [(b"IHDR", header.as_slice()), (b"IDAT", &[0x78, 0x9C]), (b"IEND", &[])] {
        png.extend(u32::try_from(data.len()).unwrap().to_be_bytes());
        let at = png.len();
        png.extend(name);
        png.extend(data);
        let crc = crc32(&png[at..]);
        png.extend(crc.to_be_bytes());
    }
    let answer = upload(&app, &ann, "white.png", &png).await;
    answer.refused_fields(&["file"]);
    assert!(answer.json["message"].as_str().unwrap().contains("too many pixels"), "{}", answer.json);
    assert_eq!((left_in_parts(&app), known(&app).await), (0, 0));
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 })
    })
}

#[actix_web::test]
async fn oversized_upload_is_refused_and_leaves_nothing() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let mut large = picture(10, 10, ImageFormat::Png);
    large.resize(15 * 1024 * 1024 + 1, 0);
    upload(&app, &ann, "large.png", &large).await.refused(413, "too_large");
    let mut sound = b"OggS".to_vec();
    sound.resize(10 * 1024 * 1024 + 1, 0);
    // The kind may precede or follow the file.
    let file = ("file", Some("a.ogg"), &sound[..]);
    let kind = ("kind", None, &b"voice"[..]);
    for parts in [[kind, file], [file, kind]] {
        app.post(PATH).as_(&ann).multipart(&parts).await.refused(413, "too_large");
    }
    assert_eq!(left_in_parts(&app), 0);
}

/// An upload of which only the beginning has arrived.
fn begun(app: &TestApp, person: &Person) -> TcpStream {
    let mut socket = TcpStream::connect(app.running.address).unwrap();
    let head = format!(
        "POST {PATH} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {}\r\ncontent-length: 100000\r\n\
         content-type: multipart/form-data; boundary=edge\r\n\r\n--edge\r\n\
         content-disposition: form-data; name=\"file\"; filename=\"a.pdf\"\r\n\r\n%PDF-1.7 {}",
        app.running.address,
        person.access,
        "x".repeat(10_000)
    );
    socket.write_all(head.as_bytes()).unwrap();
    socket
}

#[actix_web::test]
async fn cut_off_upload_leaves_nothing() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let socket = begun(&app, &ann);
    until(async || left_in_parts(&app) == 1).await;
    drop(socket);
    until(async || left_in_parts(&app) == 0).await;
    assert_eq!(known(&app).await, 0);
}

#[actix_web::test]
async fn ten_concurrent_uploads_run_and_the_eleventh_waits() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let sockets: Vec<_> = (0..10).map(|_| begun(&app, &ann)).collect();
    until(async || left_in_parts(&app) == 10).await;
    upload(&app, &ann, "a.pdf", b"%PDF-1.7").await.refused(429, "too_many");
    assert_eq!(upload(&app, &ben, "a.pdf", b"%PDF-1.7").await.status, 201);
    drop(sockets);
    until(async || upload(&app, &ann, "a.pdf", b"%PDF-1.7").await.status == 201).await;
}

#[actix_web::test]
async fn unused_uploads_are_limited_per_account() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let key = store::media::new_key();
    let much = NewMedia::new(MediaId(1), key, ann.id, MediaKind::File, "text/plain", 500 << 20, Timestamp::now());
    store::media::insert(&app.state().db, &much).await.unwrap();
    upload(&app, &ann, "a.pdf", b"%PDF-1.7").await.refused_fields(&["file"]);
    assert_eq!(upload(&app, &ben, "a.pdf", b"%PDF-1.7").await.status, 201);
}

const MB: usize = 1024 * 1024;

#[actix_web::test]
async fn uploads_beyond_the_daily_quota_return_429() {
    let app = TestApp::with(&["--upload-quota", "1"]).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let text = "x".repeat(700 * 1024);
    assert_eq!(upload(&app, &ann, "a.txt", text.as_bytes()).await.status, 201);
    let refused = upload(&app, &ann, "b.txt", text.as_bytes()).await;
    refused.refused(429, "media.upload_quota");
    // 376 KB over the quota, which take a third of a day to refill.
    let wait: i64 = refused.header("retry-after").parse().unwrap();
    assert!((6 * 3_600..10 * 3_600).contains(&wait), "{wait}");
    assert_eq!(upload(&app, &ben, "b.txt", text.as_bytes()).await.status, 201);
    assert_eq!((left_in_parts(&app), known(&app).await), (0, 2));

    let folder = app.folder;
    app.running.stop().await;
    let app = TestApp::on(folder, &["--upload-quota", "1"]).await;
    upload(&app, &ann, "b.txt", text.as_bytes()).await.refused(429, "media.upload_quota");
    let folder = app.folder;
    app.running.stop().await;
    let app = TestApp::on(folder, &["--upload-quota", "0"]).await;
    assert_eq!(upload(&app, &ann, "b.txt", text.as_bytes()).await.status, 201);
}

#[actix_web::test]
async fn upload_stops_at_the_quota_during_the_transfer() {
    let app = TestApp::with(&["--upload-quota", "5"]).await;
    let ann = app.person("ann").await;
    let text = "x".repeat(20 * MB);
    upload(&app, &ann, "a.txt", text.as_bytes()).await.refused(429, "media.upload_quota");
    assert_eq!((left_in_parts(&app), known(&app).await), (0, 0));
}

#[actix_web::test]
async fn refused_upload_is_refunded() {
    let app = TestApp::with(&["--upload-quota", "8"]).await;
    let ann = app.person("ann").await;
    let mut text = "x".repeat(5 * MB).into_bytes();
    text.push(0);
    for _ in 0..2 {
        upload(&app, &ann, "a.txt", &text).await.refused_fields(&["file"]);
        // Only a full quota row is left of the charge.
        until(async || {
            let now = Timestamp::now().plus(Timestamp::SECOND);
            store::security::rate_limit::purge(&app.state().db, now).await.unwrap();
            store::testing::count(&app.state().db, "allowance").await == 0
        })
        .await;
    }
    text.pop();
    assert_eq!(upload(&app, &ann, "a.txt", &text).await.status, 201);
    upload(&app, &ann, "b.txt", &text).await.refused(429, "media.upload_quota");
}

#[actix_web::test]
async fn uploads_below_the_disk_reserve_return_507() {
    let app = TestApp::with(&["--disk-reserve", "1000000000"]).await;
    let ann = app.person("ann").await;
    let picture = picture(4, 4, ImageFormat::Png);
    upload(&app, &ann, "a.png", &picture).await.refused(507, "media.storage_full");
    let form = [("picture", Some("a.png"), &picture[..])];
    let profile = app.call("PUT", "/api/v1/users/update-profile/").as_(&ann).multipart(&form).await;
    profile.refused(507, "media.storage_full");
    assert_eq!((left_in_parts(&app), known(&app).await), (0, 0));
}

#[actix_web::test]
async fn profile_pictures_count_in_the_quota() {
    let app = TestApp::with(&["--upload-quota", "1"]).await;
    let ann = app.person("ann").await;
    let text = "x".repeat(MB - 500);
    assert_eq!(upload(&app, &ann, "a.txt", text.as_bytes()).await.status, 201);
    let form = [("picture", Some("a.png"), &picture(400, 400, ImageFormat::Png)[..])];
    let profile = app.call("PUT", "/api/v1/users/update-profile/").as_(&ann).multipart(&form).await;
    profile.refused(429, "media.upload_quota");
}

#[actix_web::test]
async fn form_requires_exactly_one_part_named_file() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let bytes = picture(4, 4, ImageFormat::Png);
    let call = || app.post(PATH).as_(&ann);
    call().multipart(&[]).await.refused_fields(&["file"]);
    call().multipart(&[("photo", Some("a.png"), &bytes)]).await.refused_fields(&["photo"]);
    let twice = [("file", Some("a.png"), &bytes[..]), ("file", Some("b.png"), &bytes[..])];
    call().multipart(&twice).await.refused_fields(&["file"]);
    call().multipart(&[("kind", None, b"music"), ("file", Some("a.png"), &bytes)]).await.refused_fields(&["kind"]);
    call().multipart(&[("kind", None, b"voice")]).await.refused_fields(&["file"]);
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
async fn upload_requires_sign_in_and_is_rate_limited() {
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
