use serde_json::{Value, json};

use super::parts::number::{checksum, send};
use crate::{
    media::until,
    routes::userprofessional::reels::uploads::PATH,
    support::{
        app::{Person, TestApp},
        reel,
    },
};

/// The state of an upload is told before its parts are removed.
async fn until_parts_are_removed(app: &TestApp) {
    until(async || std::fs::read_dir(app.folder.path().join("media/uploads")).unwrap().count() == 0).await;
}

/// Uploads a file in its parts, the last one first, completes it, and returns the upload once it is processed.
pub async fn uploaded(app: &TestApp, owner: &Person, bytes: &[u8]) -> Value {
    let begun = app.post(PATH).as_(owner).json(json!({"name": "cut.mp4", "bytes": bytes.len()})).await;
    let id = begun.data()["id"].as_i64().unwrap();
    let complete = async || app.post(&format!("{PATH}{id}/complete/")).as_(owner).send().await;
    complete().await.refused(409, "reel.parts_missing");
    for (number, part) in (0..).zip(bytes.chunks(4 * 1024 * 1024)).collect::<Vec<_>>().into_iter().rev() {
        assert_eq!(send(app, owner, id, number, part, &checksum(part)).await.status, 200);
    }
    assert_eq!(complete().await.status, 200);
    assert_eq!(complete().await.status, 200, "a repeat has no effect");
    loop {
        let shown = app.get(&format!("{PATH}{id}/")).as_(owner).send().await.data().clone();
        if shown["state"] != "processing" {
            return shown;
        }
        actix_web::rt::task::yield_now().await;
    }
}

/// Makes a clip of this many seconds with ffmpeg; `None` if it is not installed. It has a title, and its tables come first.
pub fn clip(seconds: &str, size: &str) -> Option<Vec<u8>> {
    made(&format!(
        "-f lavfi -i testsrc=size={size}:rate=10:duration={seconds} -f lavfi -i sine=duration={seconds} -metadata title=Secret
         -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac -shortest -movflags +faststart clip.mp4"
    ))
}

/// Returns the file that these arguments of ffmpeg end with.
fn made(arguments: &str) -> Option<Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let arguments: Vec<_> = arguments.split_whitespace().collect();
    let file = folder.path().join(arguments.last().unwrap());
    let made =
        std::process::Command::new("ffmpeg").args(["-v", "error"]).args(&arguments).current_dir(&folder).status();
    if !made.is_ok_and(|status| status.success()) {
        assert!(std::env::var_os("PLAZA_TEST_ALL").is_none(), "ffmpeg is needed");
        eprintln!("skipped: ffmpeg is not installed");
        return None;
    }
    Some(std::fs::read(file).unwrap())
}

#[actix_web::test]
async fn video_is_encoded_in_two_sizes_with_a_poster() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    let Some(video) = clip("2", "800x1422") else { return };
    let upload = uploaded(&app, &studio.owner, &video).await;
    assert_eq!((&upload["state"], &upload["failure"]), (&json!("ready"), &json!(null)), "{upload}");
    assert_eq!((&upload["video"]["width"], &upload["video"]["height"]), (&json!(720), &json!(1_280)));
    assert!((1_900..2_300).contains(&upload["video"]["duration_ms"].as_i64().unwrap()));
    let large = app.get(upload["video"]["url"].as_str().unwrap()).header("range", "bytes=0-99").send().await;
    assert_eq!((large.status, large.header("content-type"), large.bytes.len()), (206, "video/mp4", 100));
    let small = app.get(upload["video"]["small_url"].as_str().unwrap()).send().await;
    let holds = |bytes: &[u8], text: &[u8]| bytes.windows(text.len()).position(|part| part == text);
    assert!(holds(&small.bytes, b"moov") < holds(&small.bytes, b"mdat"), "it plays while it loads");
    assert_eq!(holds(&small.bytes, b"Secret"), None);
    streams_are_served(&app, &upload["video"]).await;
    let poster = app.get(&format!("{}?w=320", upload["poster"]["url"].as_str().unwrap())).send().await;
    assert_eq!((poster.status, poster.header("content-type")), (200, "image/webp"));
    until_parts_are_removed(&app).await;
}

/// Follows the master playlist to the segments of each size, as a player does.
pub async fn streams_are_served(app: &TestApp, video: &Value) {
    let url = video["hls_url"].as_str().unwrap();
    let master = app.get(url).send().await;
    assert_eq!((master.status, master.header("content-type")), (200, "application/vnd.apple.mpegurl"));
    assert_eq!(master.header("cache-control"), "public, max-age=31536000, immutable");
    let again = app.get(url).header("if-none-match", master.header("etag")).send().await;
    assert_eq!(again.status, 304);
    let text = String::from_utf8(master.bytes).unwrap();
    assert!(text.contains("RESOLUTION=360x640") && text.contains("RESOLUTION=720x1280"), "{text}");
    assert!(text.contains("CODECS=\"avc1.64") && text.contains(",mp4a.40.2\""), "{text}");
    let beside = |name: &str| url.replace("master.m3u8", name);
    let lists: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lists, ["small.m3u8", "large.m3u8"]);
    for list in lists {
        let list = String::from_utf8(app.get(&beside(list)).send().await.bytes).unwrap();
        let file = list.lines().find(|line| !line.starts_with('#')).unwrap();
        let (_, range) = list.split_once("#EXT-X-BYTERANGE:").unwrap();
        let (length, from) = range.lines().next().unwrap().split_once('@').unwrap();
        let (length, from): (usize, usize) = (length.parse().unwrap(), from.parse().unwrap());
        let asked = format!("bytes={from}-{}", from + length - 1);
        let segment = app.get(&beside(file)).header("range", &asked).send().await;
        assert_eq!((segment.status, segment.header("content-type"), segment.bytes.len()), (206, "video/mp4", length));
        assert!(segment.bytes.windows(4).any(|name| name == b"moof"));
        let head = app.get(&beside(file)).header("range", "bytes=0-99").send().await;
        assert_eq!(&head.bytes[4..8], b"ftyp");
    }
    let preview = &video["preview"];
    let strip = app.get(preview["url"].as_str().unwrap()).send().await;
    assert_eq!((strip.status, strip.header("content-type")), (200, "image/jpeg"));
    let strip = image::load_from_memory(&strip.bytes).unwrap();
    let side = |count: &str, side: &str| preview[count].as_u64().unwrap() * preview[side].as_u64().unwrap();
    let expected = (side("columns", "width"), side("rows", "height"));
    assert_eq!((u64::from(strip.width()), u64::from(strip.height())), expected);
    for missing in ["other.mp4", "master.m3u8.tmp"] {
        assert_eq!(app.get(&beside(missing)).send().await.status, 404);
    }
    let small = video["small_url"].as_str().unwrap();
    assert_eq!(app.get(&format!("{small}/master.m3u8")).send().await.status, 404, "it has no streams of its own");
}

#[actix_web::test]
async fn wrong_videos_are_refused_with_their_message() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    let failure = async |bytes: Vec<u8>| {
        let upload = uploaded(&app, &studio.owner, &bytes).await;
        assert_eq!(upload["state"], "failed", "{upload}");
        upload["failure"].as_str().unwrap().to_owned()
    };
    assert_eq!(failure(b"%PDF-1.4 not a video".to_vec()).await, "Send a video: MP4, MOV or WebM.");
    let (Some(short), Some(whole)) = (clip("0.4", "64x64"), clip("2", "64x64")) else { return };
    assert_eq!(failure(short).await, "The video is too short: 1 second is the least.");
    // Its tables come first, so the encoder reads the frames up to the cut.
    assert_eq!(failure(whole[..whole.len() / 2].to_vec()).await, "The video is damaged.");
    let tables_last = made("-f lavfi -i testsrc=s=64x64:r=10:d=2 -c:v libx264 last.mp4").unwrap();
    let cut = tables_last[..tables_last.len() / 2].to_vec();
    assert_eq!(failure(cut).await, "The recording is damaged, or of a kind that is not known.");
}

#[actix_web::test]
async fn fault_of_the_server_keeps_the_video_for_another_try() {
    use std::os::unix::fs::PermissionsExt as _;
    // Programs that lack their encoder.
    let folder = tempfile::tempdir().unwrap();
    for name in ["ffmpeg", "ffprobe"] {
        let file = folder.path().join(name);
        std::fs::write(&file, "#!/bin/sh\necho \"Unknown encoder 'libx264'\" >&2\nexit 1\n").unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    let app = TestApp::with(&["--ffmpeg", folder.path().join("ffmpeg").to_str().unwrap()]).await;
    let studio = reel::studio(&app).await;
    let upload = uploaded(&app, &studio.owner, b"\0\0\0\x20ftypisom and so on").await;
    assert_eq!(
        (&upload["state"], &upload["failure"], &upload["received"]),
        (&json!("receiving"), &json!(null), &json!([0]))
    );
    let kept = std::fs::read_dir(app.folder.path().join("media/uploads")).unwrap().count();
    assert_eq!(kept, 1);
    let again = app.post(&format!("{PATH}{}/complete/", upload["id"])).as_(&studio.owner).send().await;
    assert!(again.status == 200 && again.data()["state"] != "failed", "{}", again.json);
}

const BLACK: &str = "-f lavfi -i color=black:s=32x32:r=1";

#[actix_web::test]
async fn overlong_large_or_endless_videos_are_refused() {
    let Some(long) = made(&format!("{BLACK}:d=10800 -c:v libx264 -preset ultrafast long.mp4")) else { return };
    // Its length is unknown, so that it is detected only while encoding.
    let live = made(&format!("{BLACK}:d=700 -c:v libvpx -live 1 live.webm")).unwrap();
    let wide = made("-f lavfi -i color=s=7680x4320:r=1:d=1 -c:v libx264 -preset ultrafast wide.mp4").unwrap();
    let encoder = TestApp::start().await;
    let none = TestApp::with(&["--ffmpeg", "off"]).await;
    for (app, has_encoder) in [(&encoder, true), (&none, false)] {
        let studio = reel::studio(app).await;
        let failure = async |bytes: &[u8]| uploaded(app, &studio.owner, bytes).await["failure"].clone();
        assert_eq!(failure(&long).await, "The video is too long: 10 minutes are the most.");
        let words = failure(&wide).await;
        assert!(words.as_str().unwrap().contains("too many pixels"), "{words}");
        let expected = if has_encoder {
            "The video is too long: 10 minutes are the most."
        } else {
            "Send a video in the format MP4."
        };
        assert_eq!(failure(&live).await, expected);
        until_parts_are_removed(app).await;
    }
}

#[actix_web::test]
async fn without_encoder_mp4_is_checked_and_kept() {
    let app = TestApp::with(&["--ffmpeg", "off"]).await;
    let studio = reel::studio(&app).await;
    let Some(video) = clip("2", "360x640") else { return };
    let upload = uploaded(&app, &studio.owner, &video).await;
    assert_eq!(
        (&upload["state"], &upload["video"]["width"], &upload["poster"]),
        (&json!("ready"), &json!(360), &json!(null))
    );
    assert_eq!((&upload["video"]["hls_url"], &upload["video"]["preview"]), (&json!(null), &json!(null)));
    let served = app.get(upload["video"]["url"].as_str().unwrap()).send().await;
    assert_eq!(served.bytes.len(), video.len());
    let holds_title = |bytes: &[u8]| bytes.windows(6).any(|part| part == b"Secret");
    assert!(holds_title(&video) && !holds_title(&served.bytes));
    let made = |codec: &str| made(&format!("-f lavfi -i testsrc=s=64x64:r=10:d=2 {codec} made.mp4")).unwrap();
    let fragments = made("-c:v libx264 -pix_fmt yuv420p -movflags frag_keyframe+empty_moov");
    let upload = uploaded(&app, &studio.owner, &fragments).await;
    assert_eq!((&upload["state"], &upload["video"]["duration_ms"]), (&json!("ready"), &json!(2_000)), "{upload}");
    let unplayable = uploaded(&app, &studio.owner, &made("-c:v mpeg4")).await;
    assert_eq!(unplayable["failure"], "Send a video with H.264 and AAC.");
    let damaged = uploaded(&app, &studio.owner, &video[..video.len() / 2]).await;
    assert_eq!(damaged["failure"], "The video is damaged.");
}
