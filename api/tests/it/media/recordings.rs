//! Re-encoding of videos and voice messages. Without ffmpeg these tests are skipped with a notice.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;
use tempfile::TempDir;

use super::{left_in_parts, until};
use crate::{
    routes::chat::chatapp_upload_media::{PATH, upload},
    support::app::{Answer, Person, TestApp},
};

/// Creates a recording with these ffmpeg arguments. The last argument is the file name.
fn made(folder: &TempDir, arguments: &str) -> Option<Vec<u8>> {
    let mut words: Vec<&str> = arguments.split_whitespace().collect();
    let file = folder.path().join(words.pop().unwrap());
    match Command::new("ffmpeg").args(["-nostdin", "-v", "error", "-y"]).args(words).arg(&file).output() {
        Ok(done) => assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr)),
        Err(cause) => {
            assert!(std::env::var_os("PLAZA_TEST_ALL").is_none_or(|all| all != "1"), "PLAZA_TEST_ALL=1, but {cause}");
            eprintln!("SKIPPED: the stories of recordings need ffmpeg (`make tools` installs it)");
            return None;
        }
    }
    Some(std::fs::read(file).unwrap())
}

/// Returns the ffprobe output for a served file.
async fn probed(app: &TestApp, folder: &TempDir, url: &str) -> Value {
    let file = folder.path().join("answer");
    std::fs::write(&file, app.get(url).send().await.bytes).unwrap();
    let said = Command::new("ffprobe")
        .args(["-v", "error", "-of", "json", "-show_streams", "-show_format"])
        .arg(&file)
        .output()
        .unwrap();
    serde_json::from_slice(&said.stdout).unwrap()
}

fn codecs(probed: &Value) -> Vec<&str> {
    probed["streams"].as_array().unwrap().iter().map(|stream| stream["codec_name"].as_str().unwrap()).collect()
}

async fn voice(app: &TestApp, person: &Person, bytes: &[u8]) -> Answer {
    let parts = [("kind", None, &b"voice"[..]), ("file", Some("recording"), bytes)];
    app.post(PATH).as_(person).multipart(&parts).await
}

#[actix_web::test]
async fn video_is_reencoded_with_a_poster_and_without_location() {
    let folder = TempDir::new().unwrap();
    let Some(bytes) = made(
        &folder,
        "-f lavfi -i color=c=0x2040a0:s=1920x1080:r=10:d=2 -f lavfi -i sine=d=2 -metadata location=+48.85+002.35/ \
         -metadata title=Secret -c:v libvpx -b:v 500k -c:a libopus clip.webm",
    ) else {
        return;
    };
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let answer = upload(&app, &ann, "clip.png", &bytes).await;
    assert_eq!(answer.status, 201, "{}", answer.json);
    let media = answer.data();
    assert_eq!((&media["kind"], &media["mime"]), (&"video".into(), &"video/mp4".into()));
    assert_eq!((&media["width"], &media["height"]), (&1280.into(), &720.into()));
    assert!((1_900..=2_200).contains(&media["duration_ms"].as_i64().unwrap()), "{media}");
    let blurred = media["placeholder"].as_str().unwrap();
    assert!(blurred.starts_with("data:image/webp;base64,"), "{blurred}");

    let url = media["url"].as_str().unwrap();
    let probed = probed(&app, &folder, url).await;
    assert_eq!(codecs(&probed), ["h264", "aac"]);
    let tags = probed["format"]["tags"].to_string();
    assert!(!tags.contains("Secret") && !tags.contains("48.85"), "{tags}");
    let part = app.get(url).header("range", "bytes=0-63").send().await;
    assert_eq!((part.status, part.header("content-disposition"), part.bytes.len()), (206, "inline", 64));
    let whole = app.get(url).send().await.bytes;
    let place = |name: &[u8]| whole.windows(4).position(|four| four == name).unwrap();
    assert!(place(b"moov") < place(b"mdat"), "the table comes first, so that it plays while it loads");
    let poster = app.get(media["poster"].as_str().unwrap()).send().await;
    assert_eq!((poster.status, poster.header("content-type")), (200, "image/jpeg"));
    assert_eq!(image::load_from_memory(&poster.bytes).unwrap().width(), 1280);
    let small = app.get(&format!("{}?w=320", media["poster"].as_str().unwrap())).send().await;
    assert_eq!((small.status, small.header("content-type")), (200, "image/webp"));
    app.get(&format!("{url}?w=320")).send().await.refused_fields(&["w"]);
    assert_eq!(left_in_parts(&app), 0);
}

#[actix_web::test]
async fn portrait_video_stays_portrait_and_small_video_is_not_scaled() {
    let folder = TempDir::new().unwrap();
    let Some(tall) = made(&folder, "-f lavfi -i testsrc=s=1080x1920:r=5:d=1 -c:v libx264 -preset ultrafast tall.mp4")
    else {
        return;
    };
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let small = made(&folder, "-f lavfi -i testsrc=s=99x51:r=5:d=1 -c:v mpeg4 small.mov").unwrap();
    for (bytes, size) in [(tall, (720, 1280)), (small, (98, 50))] {
        let answer = upload(&app, &ann, "a.mp4", &bytes).await;
        assert_eq!(answer.status, 201, "{}", answer.json);
        let media = answer.data();
        assert_eq!((media["width"].as_i64(), media["height"].as_i64()), (Some(size.0), Some(size.1)));
    }
}

#[actix_web::test]
async fn voice_message_is_playable_everywhere_and_has_a_waveform() {
    let folder = TempDir::new().unwrap();
    // Two seconds of silence, two of a tone; length unknown, as recorded by a browser.
    let tone = "-f lavfi -i aevalsrc=if(gt(t\\,2)\\,0.5*sin(880*t)\\,0):d=4:s=48000";
    let Some(webm) = made(&folder, &format!("{tone} -c:a libopus -live 1 -f webm voice.webm")) else { return };
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let mut sources = vec![webm];
    for (codec, name) in [("libopus", "voice.ogg"), ("aac", "voice.m4a"), ("pcm_s16le", "voice.wav")] {
        sources.push(made(&folder, &format!("{tone} -c:a {codec} {name}")).unwrap());
    }
    for bytes in sources {
        let answer = voice(&app, &ann, &bytes).await;
        assert_eq!(answer.status, 201, "{}", answer.json);
        let media = answer.data();
        assert_eq!((&media["kind"], &media["mime"]), (&"voice".into(), &"audio/mp4".into()));
        assert!((3_900..=4_200).contains(&media["duration_ms"].as_i64().unwrap()), "{media}");
        let waveform: Vec<u64> =
            media["waveform"].as_array().unwrap().iter().map(|value| value.as_u64().unwrap()).collect();
        assert_eq!(waveform.len(), 64);
        assert!(waveform[2..28].iter().all(|value| *value < 5), "{waveform:?}");
        assert!(waveform[36..60].iter().all(|value| (70..95).contains(value)), "{waveform:?}");
        let probed = probed(&app, &folder, media["url"].as_str().unwrap()).await;
        assert_eq!((codecs(&probed), &probed["streams"][0]["channels"]), (vec!["aac"], &1.into()));
    }
}

#[actix_web::test]
async fn video_sent_as_voice_message_keeps_only_the_sound() {
    let folder = TempDir::new().unwrap();
    let Some(both) = made(&folder, "-f lavfi -i testsrc=s=64x64:d=1 -f lavfi -i sine=d=1 -c:v libvpx both.webm") else {
        return;
    };
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let answer = voice(&app, &ann, &both).await;
    assert_eq!((answer.status, &answer.data()["kind"]), (201, &"voice".into()), "{}", answer.json);
    let probed = probed(&app, &folder, answer.data()["url"].as_str().unwrap()).await;
    assert_eq!(codecs(&probed), ["aac"]);
    let silent = made(&folder, "-f lavfi -i testsrc=s=64x64:d=1 -c:v libvpx silent.webm").unwrap();
    voice(&app, &ann, &silent).await.refused_fields(&["file"]);
}

#[actix_web::test]
async fn overlong_large_or_damaged_recording_is_refused_and_removed() {
    let folder = TempDir::new().unwrap();
    let Some(long) = made(&folder, "-f lavfi -i color=s=32x32:r=1:d=600 -c:v libx264 -preset ultrafast long.mp4")
    else {
        return;
    };
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let says = |answer: Answer, words: &str| {
        answer.refused_fields(&["file"]);
        assert!(answer.json["message"].as_str().unwrap().contains(words), "{}", answer.json);
    };
    says(upload(&app, &ann, "long.mp4", &long).await, "3 minutes");
    // Length unknown, so that it is detected only while encoding.
    let live = made(&folder, "-f lavfi -i color=s=32x32:r=1:d=200 -c:v libvpx -live 1 -f webm live.webm").unwrap();
    says(upload(&app, &ann, "live.webm", &live).await, "3 minutes");
    let talk = made(&folder, "-f lavfi -i anullsrc=r=8000:cl=mono -t 700 -c:a libopus -b:a 6k talk.ogg").unwrap();
    says(voice(&app, &ann, &talk).await, "10 minutes");
    let wide = made(&folder, "-f lavfi -i color=s=4100x4100:r=1:d=1 -c:v libx264 -preset ultrafast wide.mp4").unwrap();
    says(upload(&app, &ann, "wide.mp4", &wide).await, "too many pixels");
    says(upload(&app, &ann, "cut.mp4", &long[..long.len() / 2]).await, "damaged");
    // A playlist of other files is not an accepted container under any name.
    let list = format!("#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:1.0,\nfile://{}\n", folder.path().display());
    upload(&app, &ann, "list.mp4", list.as_bytes()).await.refused(415, "unsupported_type");
    assert_eq!((left_in_parts(&app), store::testing::count(&app.state().db, "media").await), (0, 0));
}

#[actix_web::test]
async fn recording_is_refused_when_ffmpeg_is_missing() {
    let app = TestApp::with(&["--ffmpeg", "off"]).await;
    let ann = app.person("ann").await;
    voice(&app, &ann, b"OggS and so on").await.refused(422, "media.no_encoder");
    upload(&app, &ann, "a.mp4", b"\0\0\0\x20ftypisom").await.refused(422, "media.no_encoder");
    assert_eq!(left_in_parts(&app), 0);
}

/// A stand-in for ffmpeg: writes its arguments and process id, and never ends.
fn endless(folder: &Path) -> PathBuf {
    use std::os::unix::fs::PermissionsExt as _;
    for name in ["ffmpeg", "ffprobe"] {
        let file = folder.join(name);
        std::fs::write(
            &file,
            format!("#!/bin/sh\ncd {}\necho \"$*\" >> asked\necho $$ > pid\nexec sleep 1000\n", folder.display()),
        )
        .unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    folder.join("ffmpeg")
}

#[actix_web::test]
async fn encoding_is_cancelled_when_the_client_disconnects() {
    let folder = TempDir::new().unwrap();
    let program = endless(folder.path());
    let app = TestApp::with(&["--ffmpeg", program.to_str().unwrap()]).await;
    let ann = app.person("ann").await;
    let mut waiting = Box::pin(upload(&app, &ann, "a.mp4", b"\0\0\0\x20ftypisom"));
    let pid = folder.path().join("pid");
    let started = until(async || std::fs::read_to_string(&pid).is_ok_and(|text| text.ends_with('\n')));
    tokio::select! {
        answer = &mut waiting => panic!("{answer:?}"),
        () = started => {}
    }
    let process = PathBuf::from("/proc").join(std::fs::read_to_string(&pid).unwrap().trim());
    assert!(process.exists());
    drop(waiting);
    until(async || !process.exists() && left_in_parts(&app) == 0).await;
}

#[actix_web::test]
async fn voice_message_does_not_wait_for_videos() {
    let folder = TempDir::new().unwrap();
    let program = endless(folder.path());
    let app = TestApp::with(&["--ffmpeg", program.to_str().unwrap()]).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let asked = folder.path().join("asked");
    let started = async |demuxer: &str| {
        let mark = format!("-f {demuxer} -i");
        until(async || std::fs::read_to_string(&asked).is_ok_and(|text| text.contains(&mark))).await;
    };
    let videos = futures_util::future::join_all((0..3).map(|_| upload(&app, &ann, "a.mp4", b"\0\0\0\x20ftypisom")));
    let mut videos = Box::pin(videos);
    tokio::select! {
        answers = &mut videos => panic!("{answers:?}"),
        () = started("mov") => {}
    }
    tokio::select! {
        answers = &mut videos => panic!("{answers:?}"),
        answer = voice(&app, &ben, b"OggS and so on") => panic!("{answer:?}"),
        () = started("ogg") => {}
    }
}

#[actix_web::test]
async fn video_with_too_many_frames_is_refused() {
    let folder = TempDir::new().unwrap();
    // A second of 4K, repeated four hundred times within four seconds: twelve thousand frames in a small file.
    let Some(_) = made(&folder, "-f lavfi -i color=s=4096x2304:r=30:d=1 -c:v libx264 -preset ultrafast clip.mp4")
    else {
        return;
    };
    let clip = folder.path().join("clip.mp4");
    let repeat = format!("-stream_loop 400 -itsscale 0.01 -i {} -c copy fast.mp4", clip.display());
    let bytes = made(&folder, &repeat).unwrap();
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let answer = upload(&app, &ann, "fast.mp4", &bytes).await;
    answer.refused_fields(&["file"]);
    assert!(answer.json["message"].as_str().unwrap().contains("too many frames"), "{}", answer.json);
    assert_eq!(left_in_parts(&app), 0);
}
