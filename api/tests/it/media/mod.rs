//! Stored files: served by key, whole and in ranges, and deleted when unused.

mod recordings;
mod renditions;
mod storages;

use serde_json::json;
use store::types::timestamp::Timestamp;

use crate::{
    live::give,
    routes::chat::chatapp_upload_media::{picture, upload},
    support::{
        app::{Answer, Person, TestApp},
        socket::Socket,
    },
};

/// Uploads that were not yet validated or not cleaned up.
pub fn left_in_parts(app: &TestApp) -> usize {
    std::fs::read_dir(app.folder.path().join("media/parts")).unwrap().count()
}

/// Polls until the condition holds; fails after 30 seconds.
pub async fn until(mut is_so: impl AsyncFnMut() -> bool) {
    let asked = async {
        while !is_so().await {
            actix_web::rt::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    actix_web::rt::time::timeout(std::time::Duration::from_secs(30), asked).await.expect("it has come to be so");
}

/// A ZIP archive of empty files.
pub fn archive(names: &[&str]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut table = Vec::new();
    for name in names {
        let (at, length) = (u32::try_from(bytes.len()).unwrap(), u16::try_from(name.len()).unwrap().to_le_bytes());
        bytes.extend([b"PK\x03\x04", &[0; 22][..], &length, &[0; 2], name.as_bytes()].concat());
        let place = at.to_le_bytes();
        table.extend([b"PK\x01\x02", &[0; 24][..], &length, &[0; 12], &place, name.as_bytes()].concat());
    }
    let (at, count) = (u32::try_from(bytes.len()).unwrap(), u16::try_from(names.len()).unwrap().to_le_bytes());
    let length = u32::try_from(table.len()).unwrap();
    bytes.extend(table);
    bytes.extend(
        [b"PK\x05\x06\0\0\0\0", &count[..], &count, &length.to_le_bytes(), &at.to_le_bytes(), &[0; 2]].concat(),
    );
    bytes
}

pub async fn kept(app: &TestApp, person: &Person, name: &str, bytes: &[u8]) -> String {
    let answer = upload(app, person, name, bytes).await;
    assert_eq!(answer.status, 201, "{}", answer.json);
    answer.data()["url"].as_str().unwrap().to_owned()
}

#[actix_web::test]
async fn document_is_served_as_a_named_attachment() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let url = kept(&app, &ann, "Échéance.pdf", b"%PDF-1.7").await;
    let shown = app.get(&url).send().await;
    assert_eq!((shown.status, shown.header("content-type")), (200, "application/pdf"));
    assert_eq!(
        shown.header("content-disposition"),
        "attachment; filename=\"_ch_ance.pdf\"; filename*=UTF-8''%C3%89ch%C3%A9ance.pdf"
    );
    assert_eq!(shown.header("x-content-type-options"), "nosniff");
    assert_eq!(shown.bytes, b"%PDF-1.7");
}

#[actix_web::test]
async fn every_media_response_is_sandboxed() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let text = kept(&app, &ann, "notes.txt", b"some words").await;
    let picture = kept(&app, &ann, "photo.png", &picture(8, 8, image::ImageFormat::Png)).await;
    let seen = app.get(&text).send().await.header("etag").to_owned();
    for (path, name, value, status) in [
        (&text, "range", "bytes=0-", 206),
        (&text, "range", "bytes=900-", 416),
        (&text, "if-none-match", &seen, 304),
        (&picture, "accept", "image/*", 200),
    ] {
        let answer = app.get(path).header(name, value).send().await;
        let policy = answer.header("content-security-policy");
        assert_eq!(answer.status, status);
        assert!(policy.starts_with("sandbox; default-src 'none'"), "{status}: {policy}");
    }
}

#[actix_web::test]
async fn file_is_served_in_ranges() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let text: String = (0..40_000).map(|number| format!("{number:05}\n")).collect();
    let url = kept(&app, &ann, "numbers.txt", text.as_bytes()).await;
    let part = async |range: &str| app.get(&url).header("range", range).send().await;
    let is = |answer: &Answer, from: usize, to: usize| {
        assert_eq!(answer.status, 206);
        assert_eq!(answer.header("content-range"), format!("bytes {from}-{to}/240000"));
        assert_eq!(answer.header("content-length"), (to + 1 - from).to_string());
        assert_eq!(answer.bytes, text.as_bytes()[from..=to]);
    };
    is(&part("bytes=0-").await, 0, 239_999);
    is(&part("bytes=70000-199999").await, 70_000, 199_999);
    is(&part("bytes=-7").await, 239_993, 239_999);
    let beyond = part("bytes=240000-").await;
    assert_eq!((beyond.status, beyond.header("content-range")), (416, "bytes */240000"));

    let whole = app.get(&url).send().await;
    assert_eq!((whole.status, whole.header("accept-ranges"), whole.bytes.as_slice()), (200, "bytes", text.as_bytes()));
    let same = app.get(&url).header("range", "bytes=0-3").header("if-range", whole.header("etag")).send().await;
    is(&same, 0, 3);
    let other = app.get(&url).header("range", "bytes=0-3").header("if-range", "\"other\"").send().await;
    assert_eq!((other.status, other.bytes.len()), (200, 240_000));
}

#[actix_web::test]
async fn head_request_returns_headers_without_a_body() {
    let app = TestApp::with(&["--demo", "small"]).await;
    let ann = app.person("ann").await;
    let url = kept(&app, &ann, "words.txt", b"some words").await;
    let whole = app.get(&url).send().await;
    let head = app.call("HEAD", &url).header("range", "bytes=0-3").send().await;
    assert_eq!((head.status, head.bytes.len()), (200, 0));
    for name in ["content-length", "content-type", "etag", "accept-ranges", "cache-control", "content-disposition"] {
        assert_eq!(head.header(name), whole.header(name), "{name}");
    }
    assert_eq!(head.header("content-length"), "10");
    let unknown = format!("/media/{}", "0".repeat(32));
    assert_eq!(app.call("HEAD", &unknown).send().await.status, 404);
    for path in ["/healthz", "/readyz", "/api/docs", "/login"] {
        let head = app.call("HEAD", path).header("accept", "text/html").send().await;
        assert_eq!((head.status, head.bytes.len()), (200, 0), "{path}");
    }
    // The connection is still served.
    assert_eq!(app.get(&url).send().await.bytes, b"some words");
}

#[actix_web::test]
async fn unused_file_is_deleted_after_a_day_and_a_sent_file_is_kept() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let unsent = kept(&app, &ann, "unsent.txt", b"unsent").await;
    let sent = upload(&app, &ann, "sent.txt", b"sent").await;
    let chat = app.chat(&ann, &ben).await;
    let mut socket = Socket::open(app.running.address.port(), &format!("/ws/chat/users/{chat}/?token={}", ann.access))
        .await
        .unwrap();
    assert_eq!(give(&mut socket, 1, json!({"type": "send", "media": [sent.data()["id"]]})).await["ok"], true);

    let now = Timestamp::now();
    let state = app.running.state();
    api::media::forget_unused(state, now.plus(Timestamp::HOUR)).await.unwrap();
    assert_eq!(app.get(&unsent).send().await.status, 200);
    api::media::forget_unused(state, now.plus(Timestamp::DAY + Timestamp::HOUR)).await.unwrap();
    app.get(&unsent).send().await.refused(404, "not_found");
    let shown = app.get(sent.data()["url"].as_str().unwrap()).send().await;
    assert_eq!((shown.status, shown.bytes.as_slice()), (200, &b"sent"[..]));
    until(async || !lies_on_disk(&app, &unsent)).await;
}

/// Returns true if the bytes served at `url` still exist.
pub fn lies_on_disk(app: &TestApp, url: &str) -> bool {
    let key = url.rsplit('/').next().unwrap();
    app.folder.path().join("media").join(&key[..2]).join(key).exists()
}

#[actix_web::test]
async fn file_of_a_message_deleted_for_all_is_hidden_and_removed() {
    let app = TestApp::start().await;
    let (ann, ben, cem) = (app.person("ann").await, app.person("ben").await, app.person("cem").await);
    let (chat, other) = (app.chat(&ann, &ben).await, app.chat(&ben, &cem).await);
    let port = app.running.address.port();
    let mut socket = Socket::open(port, &format!("/ws/chat/users/{chat}/?token={}", ann.access)).await.unwrap();
    let mut sent = Vec::new();
    for (number, name) in [(1, "kept.txt"), (2, "gone.txt")] {
        let file = upload(&app, &ann, name, b"some words").await;
        let told = give(&mut socket, number, json!({"type": "send", "media": [file.data()["id"]]})).await;
        sent.push((told["result"]["seq"].as_i64().unwrap(), file.data()["url"].as_str().unwrap().to_owned()));
    }
    let forward = json!({"chat_id": chat, "seq": sent[0].0, "chat_ids": [other]});
    assert_eq!(app.post("/api/v1/chat/forward/").as_(&ben).json(forward).await.status, 200);
    for (number, (seq, _)) in sent.iter().enumerate() {
        assert_eq!(give(&mut socket, 10 + number, json!({"type": "delete", "seq": seq})).await["ok"], true);
    }
    app.get(&sent[1].1).send().await.refused(404, "not_found");
    until(async || !lies_on_disk(&app, &sent[1].1)).await;
    assert_eq!(app.get(&sent[0].1).send().await.status, 200, "cem still has it");
    until(async || store::testing::count(&app.state().db, "removal").await == 0).await;
}

#[actix_web::test]
async fn pending_file_removals_resume_after_a_crash() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let url = kept(&app, &ann, "notes.txt", b"some words").await;
    let key = url.rsplit('/').next().unwrap().to_owned();
    let folder = app.folder;
    app.running.stop().await;
    // Same state as after the deleting transaction and a crash.
    let db = store::Db::sqlite(&folder.path().join("plaza.db")).await.unwrap();
    store::media::pending_deletion::reserve(&db, &[key], Timestamp(0)).await.unwrap();
    db.close().await;
    let app = TestApp::on(folder, &[]).await;
    until(async || !lies_on_disk(&app, &url)).await;
}

#[actix_web::test]
async fn path_that_is_not_a_key_reveals_nothing_of_the_disk() {
    let app = TestApp::start().await;
    for path in ["/media/x", "/media/..%2f..%2fplaza.db", "/media/00000000000000000000000000000000", "/media/"] {
        app.get(path).send().await.refused(404, "not_found");
    }
}
