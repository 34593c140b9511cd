use serde_json::json;

use crate::support::{app::TestApp, reel};

#[actix_web::test]
async fn subtitles_are_saved_served_and_deleted() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    let path = format!("/api/v1/userprofessional/reel-subtitles/{}/us/", studio.reel);
    let save = async |text: &str| app.call("PUT", &path).as_(&studio.owner).json(json!({ "text": text })).await;
    save("1\n00:00:01,000 --> 00:00:02,000\nHello").await.refused_fields(&["text"]);
    assert_eq!(save("WEBVTT\n\n00:01.000 --> 00:02.000\nHello").await.status, 200);
    let shown = app.get(&path).send().await;
    assert_eq!((shown.status, shown.header("content-type")), (200, "text/vtt; charset=utf-8"));
    assert!(String::from_utf8(shown.bytes).unwrap().ends_with("Hello"));
    let feed = app.get("/api/v1/userprofessional/all-reels/").send().await;
    assert_eq!(feed.data()[0]["subtitles"][0]["language"], "US");
    let other = app.business("other").await;
    app.call("DELETE", &path).as_(&other).send().await.refused(404, "not_found");
    assert_eq!(app.call("DELETE", &path).as_(&studio.owner).send().await.status, 200);
    app.get(&path).send().await.refused(404, "not_found");
    app.get(&path.replace("/us/", "/xx/")).send().await.refused(404, "not_found");
}
