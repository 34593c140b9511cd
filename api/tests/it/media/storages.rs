//! The same stories with files in a folder and in a bucket, and failures of the bucket.

use api::app_state::AppState;
use image::ImageFormat;
use serde_json::json;
use store::types::timestamp::Timestamp;
use tempfile::TempDir;

use super::{kept, left_in_parts, until};
use crate::{
    nodes::Nodes,
    routes::{
        chat::chatapp_upload_media::{picture, upload},
        userprofessional::reels::uploads::{
            self,
            upload_id::{
                complete::{clip, uploaded},
                parts::number,
            },
        },
        users::update_profile::{PDF, send},
    },
    support::{
        app::{Answer, TestApp, config},
        reel,
        s3::{self, FakeS3, Fault},
    },
};

/// Place of the files of users.
enum Storage {
    Folder,
    Bucket(FakeS3),
}

impl Storage {
    fn all() -> [Self; 2] {
        [Self::Folder, Self::Bucket(FakeS3::start())]
    }

    fn flags(&self) -> Vec<String> {
        if let Self::Bucket(bucket) = self { bucket.flags() } else { Vec::new() }
    }

    async fn start(&self) -> TestApp {
        self.start_on(TempDir::new().unwrap()).await
    }

    async fn start_on(&self, folder: TempDir) -> TestApp {
        let flags = self.flags();
        TestApp::on(folder, &flags.iter().map(String::as_str).collect::<Vec<_>>()).await
    }

    /// Returns the names of all files, as `ab/key` or `uploads/key`.
    fn names(&self, app: &TestApp) -> Vec<String> {
        let Self::Folder = self else { return self.bucket().names() };
        let root = app.folder.path().join("media");
        let folders = std::fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().path());
        let files =
            folders.filter(|folder| !folder.ends_with("parts")).flat_map(|folder| std::fs::read_dir(folder).unwrap());
        let name = |file: std::path::PathBuf| file.strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
        files.map(|file| name(file.unwrap().path())).collect()
    }

    fn bucket(&self) -> &FakeS3 {
        let Self::Bucket(bucket) = self else { panic!("a folder") };
        bucket
    }

    fn lose(&self, app: &TestApp, name: &str) {
        match self {
            Self::Folder => std::fs::remove_file(app.folder.path().join("media").join(name)).unwrap(),
            Self::Bucket(bucket) => bucket.lose(name),
        }
    }
}

/// Text that is longer than two blocks of a bucket.
fn numbers() -> String {
    (0..100_000).map(|number| format!("{number:05}\n")).collect()
}

#[actix_web::test]
async fn files_are_served_whole_and_in_ranges() {
    for storage in Storage::all() {
        let app = storage.start().await;
        let ann = app.person("ann").await;
        let text = numbers();
        let url = kept(&app, &ann, "numbers.txt", text.as_bytes()).await;
        let whole = app.get(&url).send().await;
        assert_eq!((whole.status, whole.header("content-length")), (200, "600000"));
        assert!(whole.bytes == text.as_bytes() && whole.header("cache-control").contains("immutable"));
        let part = async |range: &str| app.get(&url).header("range", range).send().await;
        let is = |answer: &Answer, from: usize, to: usize| {
            assert_eq!((answer.status, answer.header("content-range")), (206, &*format!("bytes {from}-{to}/600000")));
            assert!(answer.bytes == text.as_bytes()[from..=to]);
        };
        is(&part("bytes=0-").await, 0, 599_999);
        is(&part("bytes=1-3").await, 1, 3);
        is(&part("bytes=70000-400000").await, 70_000, 400_000);
        is(&part("bytes=599990-700000").await, 599_990, 599_999);
        is(&part("bytes=-7").await, 599_993, 599_999);
        let beyond = part("bytes=600000-").await;
        assert_eq!((beyond.status, beyond.header("content-range")), (416, "bytes */600000"));
        let head = app.call("HEAD", &url).send().await;
        assert_eq!((head.status, head.header("content-length"), head.bytes.len()), (200, "600000", 0));
        let seen = app.get(&url).header("if-none-match", whole.header("etag")).send().await;
        assert_eq!(seen.status, 304);
        let other = app.get(&url).header("range", "bytes=9-9").header("if-range", "\"other\"").send().await;
        assert!(other.status == 200 && other.bytes == text.as_bytes());
        assert_eq!(left_in_parts(&app), 0);
    }
}

#[actix_web::test]
async fn renditions_are_made_again_and_deleted_with_their_picture() {
    for storage in Storage::all() {
        let app = storage.start().await;
        let ann = app.person("ann").await;
        let url = kept(&app, &ann, "photo.png", &picture(900, 600, ImageFormat::Png)).await;
        let key = url.rsplit('/').next().unwrap();
        let name = |suffix: &str| format!("{}/{key}{suffix}", &key[..2]);
        let mut names = storage.names(&app);
        names.sort_unstable();
        assert_eq!(names, [name(""), name("-128"), name("-320"), name("-800")]);
        let small = async || app.get(&format!("{url}?w=320")).send().await;
        let first = small().await;
        assert_eq!((first.status, first.header("content-type")), (200, "image/webp"));
        storage.lose(&app, &name("-320"));
        let again = small().await;
        assert_eq!((again.status, again.header("content-type")), (200, "image/webp"));
        assert!(storage.names(&app).contains(&name("-320")));
        let later = Timestamp::now().plus(2 * Timestamp::DAY);
        api::media::forget_unused(app.state(), later).await.unwrap();
        small().await.refused(404, "not_found");
        until(async || storage.names(&app).is_empty()).await;
    }
}

#[actix_web::test]
async fn video_arrives_in_parts_and_plays_as_streams() {
    // An unknown box of MP4 makes the upload longer than a part.
    let Some(mut video) = clip("2", "180x320") else { return };
    let padding = vec![0; 5 * 1024 * 1024];
    video.extend([&u32::try_from(padding.len() + 8).unwrap().to_be_bytes()[..], b"free", &padding].concat());
    for storage in Storage::all() {
        let app = storage.start().await;
        let studio = reel::studio(&app).await;
        let before = storage.names(&app).len();
        let upload = uploaded(&app, &studio.owner, &video).await;
        assert_eq!(upload["state"], "ready", "{upload}");
        let shown = &upload["video"];
        for url in [&shown["preview"]["url"], &shown["small_url"], &upload["poster"]["url"]] {
            let answer = app.get(url.as_str().unwrap()).send().await;
            assert!(answer.status == 200 && !answer.bytes.is_empty(), "{url}");
        }
        // From the master playlist over the playlist of a size to its segments.
        let mut url = shown["hls_url"].as_str().unwrap().to_owned();
        for expected in ["small.m3u8", "small.mp4"] {
            let text = String::from_utf8(app.get(&url).send().await.bytes).unwrap();
            let next = text.lines().find(|line| !line.starts_with('#')).unwrap();
            assert_eq!(next, expected, "{text}");
            url = format!("{}/{next}", url.rsplit_once('/').unwrap().0);
        }
        let head = app.get(&url).header("range", "bytes=4-7").send().await;
        assert_eq!((head.status, head.bytes.as_slice()), (206, &b"ftyp"[..]));
        until(async || !storage.names(&app).iter().any(|name| name.starts_with("uploads/"))).await;
        // Two sizes, six files beside the large one, and the poster with its smallest rendition.
        assert_eq!(storage.names(&app).len() - before, 10, "{:?}", storage.names(&app));
        until(async || left_in_parts(&app) == 0).await;
    }
}

#[actix_web::test]
async fn parts_that_belong_to_no_upload_are_swept_at_the_start() {
    for storage in Storage::all() {
        let app = storage.start().await;
        let studio = reel::studio(&app).await;
        let mut ids = Vec::new();
        for name in ["kept.mp4", "lost.mp4"] {
            let begun = app.post(uploads::PATH).as_(&studio.owner).json(json!({"name": name, "bytes": 9 << 20})).await;
            let id = begun.data()["id"].as_i64().unwrap();
            let part = vec![7; 4 << 20];
            let sum = number::checksum(&part);
            for count in 0..2 {
                assert_eq!(number::send(&app, &studio.owner, id, count, &part, &sum).await.status, 200);
            }
            ids.push(id);
        }
        let before = storage.names(&app).len();
        // As after a crash between the row and the file.
        store::reel::upload::delete(&app.state().db, store::types::ids::UploadId(ids[1]), studio.company)
            .await
            .unwrap();
        let folder = app.folder;
        app.running.stop().await;
        let app = storage.start_on(folder).await;
        until(async || storage.names(&app).len() == before / 2).await;
    }
}

#[actix_web::test]
async fn document_is_downloaded_by_its_owner() {
    for storage in Storage::all() {
        let app = storage.start().await;
        let ann = app.person("ann").await;
        let form = [("document", Some("card.pdf"), PDF), ("document_kind", None, b"identity")];
        let changed = send(&app, &ann, &form).await;
        let path = changed.data()["documents"][0]["url"].as_str().unwrap().to_owned();
        let shown = app.get(&path).as_(&ann).send().await;
        assert_eq!((shown.status, shown.bytes.as_slice()), (200, PDF));
        assert_eq!(storage.names(&app).len(), 1);
        assert_eq!(app.call("DELETE", &path).as_(&ann).send().await.status, 200);
        until(async || storage.names(&app).is_empty()).await;
    }
}

#[actix_web::test]
async fn bucket_is_read_in_blocks_from_the_asked_byte() {
    let storage = Storage::Bucket(FakeS3::start());
    let app = storage.start().await;
    let ann = app.person("ann").await;
    let url = kept(&app, &ann, "numbers.txt", numbers().as_bytes()).await;
    let name = storage.names(&app).remove(0);
    let requests = async |method: &str, range: Option<&str>| {
        storage.bucket().take_requests();
        let call = app.call(method, &url);
        if let Some(range) = range { call.header("range", range) } else { call }.send().await;
        storage.bucket().take_requests()
    };
    let get = |length| (format!("GET {name}"), length);
    let head = (format!("HEAD {name}"), 600_000);
    let block = 256 * 1024;
    assert_eq!(requests("GET", None).await, [get(block), get(block), get(600_000 - 2 * block)]);
    assert_eq!(requests("GET", Some("bytes=599000-599001")).await, [get(1_000)]);
    assert_eq!(requests("GET", Some("bytes=-2")).await, [head.clone(), get(2)]);
    assert_eq!(requests("HEAD", None).await, [head]);
}

#[actix_web::test]
async fn failures_that_pass_are_not_seen() {
    let storage = Storage::Bucket(FakeS3::start());
    let app = storage.start().await;
    let ann = app.person("ann").await;
    let bucket = storage.bucket();
    for faults in [[Fault::Unavailable, Fault::Unavailable], [Fault::Cut, Fault::Cut]] {
        bucket.fail_next(&faults);
        let url = kept(&app, &ann, "numbers.txt", numbers().as_bytes()).await;
        bucket.has_met_all_faults();
        bucket.fail_next(&faults);
        assert!(app.get(&url).send().await.bytes == numbers().as_bytes());
        bucket.has_met_all_faults();
    }
}

#[actix_web::test]
async fn outage_is_told_and_ends() {
    let storage = Storage::Bucket(FakeS3::start());
    let app = storage.start().await;
    let ann = app.person("ann").await;
    let url = kept(&app, &ann, "notes.txt", b"some words").await;
    storage.bucket().set_down(true);
    app.get(&url).send().await.refused(503, "unavailable");
    upload(&app, &ann, "more.txt", b"more words").await.refused(503, "unavailable");
    assert_eq!(left_in_parts(&app), 0);
    // What is deleted meanwhile is removed later.
    let later = Timestamp::now().plus(2 * Timestamp::DAY);
    api::media::forget_unused(app.state(), later).await.unwrap();
    app.get(&url).send().await.refused(404, "not_found");
    storage.bucket().set_down(false);
    let url = kept(&app, &ann, "again.txt", b"again").await;
    assert_eq!(app.get(&url).send().await.bytes, b"again");
    assert_eq!(store::testing::count(&app.state().db, "media").await, 1);
}

#[actix_web::test]
async fn object_that_is_lost_is_an_error_of_the_server() {
    let storage = Storage::Bucket(FakeS3::start());
    let app = storage.start().await;
    let ann = app.person("ann").await;
    let url = kept(&app, &ann, "notes.txt", b"some words").await;
    storage.lose(&app, &storage.names(&app)[0].clone());
    app.get(&url).send().await.refused(500, "internal");
}

#[actix_web::test]
async fn two_nodes_share_a_bucket_and_no_folder() {
    let storage = Storage::Bucket(FakeS3::start());
    let flags = storage.flags();
    let flags: Vec<&str> = flags.iter().map(String::as_str).chain(["--ffmpeg", "off"]).collect();
    let Some(nodes) = Nodes::start(&flags).await else { return };
    let Some(mut video) = clip("2", "180x320") else { return };
    video.extend([&(5_u32 << 20).to_be_bytes()[..], b"free", &vec![0; (5 << 20) - 8]].concat());
    let [one, other] = nodes.both();
    let studio = reel::studio(one).await;
    let begun = one.post(uploads::PATH).as_(&studio.owner).json(json!({"name": "a.mp4", "bytes": video.len()})).await;
    let id = begun.data()["id"].as_i64().unwrap();
    for (number, (node, part)) in (0..).zip([one, other].into_iter().zip(video.chunks(4 << 20))) {
        assert_eq!(number::send(node, &studio.owner, id, number, part, &number::checksum(part)).await.status, 200);
    }
    let path = format!("{}{id}/", uploads::PATH);
    assert_eq!(other.post(&format!("{path}complete/")).as_(&studio.owner).send().await.status, 200);
    let shown = async || one.get(&path).as_(&studio.owner).send().await.data().clone();
    until(async || shown().await["state"] != "processing").await;
    let upload = shown().await;
    assert_eq!(upload["state"], "ready", "{upload}");
    let served = one.get(upload["video"]["url"].as_str().unwrap()).send().await.bytes;
    // Only its title, in the tables at its beginning, is cleared.
    assert!(served.len() == video.len() && served.ends_with(&video[video.len() / 2..]));
}

#[actix_web::test]
async fn wrong_bucket_or_key_is_named_at_the_start_without_the_secret() {
    let bucket = FakeS3::start();
    let gone = format!(
        "http://127.0.0.1:{}",
        std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
    );
    let mut away = bucket.flags();
    away[5].clone_from(&gone);
    let mut key = bucket.flags();
    key[7] = "AKIAOTHER".to_owned();
    let mut region = bucket.flags();
    region[3] = "eu-other-1".to_owned();
    for (flags, expected) in [
        (bucket.flags_with("other-bucket", s3::SECRET_KEY), "there is no such bucket"),
        (bucket.flags_with(s3::BUCKET, "another-secret"), "the secret key does not belong to the access key"),
        (key, "the access key is unknown"),
        (region, "the bucket is in another region"),
        (away, gone.as_str()),
        (bucket.flags()[..2].to_vec(), "PLAZA_MEDIA_S3_SECRET_KEY"),
    ] {
        let folder = TempDir::new().unwrap();
        let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
        let config = config(&folder, &flags);
        assert!(!format!("{config:?}").contains("secret+key"));
        let Err(cause) = AppState::open(config).await else { panic!("{expected}") };
        let says = cause.to_string();
        assert!(says.contains(expected) && !says.contains("secret+key") && !says.contains("another-secret"), "{says}");
    }
    assert!(bucket.names().is_empty(), "the check leaves nothing");
}
