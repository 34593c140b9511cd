use serde_json::json;
use sha2::{Digest as _, Sha256};

use crate::{
    routes::userprofessional::reels::uploads::PATH,
    support::{
        app::{Answer, Person, TestApp},
        reel,
    },
};

pub fn checksum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

pub async fn send(app: &TestApp, owner: &Person, upload: i64, number: i64, bytes: &[u8], sum: &str) -> Answer {
    let path = format!("{PATH}{upload}/parts/{number}/?checksum={sum}");
    app.call("PUT", &path).as_(owner).body("application/octet-stream", bytes).await
}

#[actix_web::test]
async fn parts_come_in_any_order_twice_and_checked() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    let size = 4 * 1024 * 1024;
    let video = vec![7_u8; size + 3];
    let begun = app.post(PATH).as_(&studio.owner).json(json!({"name": "cut.mp4", "bytes": video.len()})).await;
    let id = begun.data()["id"].as_i64().unwrap();
    let part = async |number, bytes: &[u8], sum: &str| send(&app, &studio.owner, id, number, bytes, sum).await;
    let (first, last) = (&video[..size], &video[size..]);
    assert_eq!(part(1, last, &checksum(last)).await.status, 200);
    let again = part(1, last, &checksum(last)).await;
    assert_eq!((again.status, &again.json["message"]), (200, &json!("This part has arrived already.")));
    // The checksum alone tells whether a file is the one that was begun.
    assert_eq!(part(1, b"", &checksum(last)).await.status, 200);
    part(1, b"", &checksum(b"abc")).await.refused(409, "reel.part_differs");
    part(1, b"abc", &checksum(b"abc")).await.refused(409, "reel.part_differs");
    part(2, last, &checksum(last)).await.refused_fields(&["number"]);
    part(0, first, "x").await.refused_fields(&["checksum"]);
    part(0, first, &checksum(last)).await.refused_fields(&["checksum"]);
    // A part that broke off counts as none.
    part(0, &first[..100], &checksum(&first[..100])).await.refused_fields(&["bytes"]);
    part(0, &video, &checksum(&video)).await.refused_fields(&["bytes"]);
    assert_eq!(app.get(&format!("{PATH}{id}/")).as_(&studio.owner).send().await.data()["received"], json!([1]));
    assert_eq!(part(0, first, &checksum(first)).await.status, 200);
    let stored = std::fs::read_dir(app.folder.path().join("media/uploads")).unwrap().next().unwrap().unwrap();
    assert!(std::fs::read(stored.path()).unwrap() == video);
    let other = app.business("other").await;
    send(&app, &other, id, 0, first, &checksum(first)).await.refused(404, "not_found");
}
