use serde_json::json;

use crate::support::app::TestApp;

#[actix_web::test]
async fn server_without_demo_offers_no_accounts() {
    let app = TestApp::start().await;
    let about = app.get("/api/v1/app/").send().await;
    assert_eq!((about.status, &about.data()["name"], &about.data()["demo"]), (200, &json!("Plaza"), &json!(null)));
    let login = json!({"email": "alice", "password": "Plaza-demo-1"});
    app.post("/api/v1/users/login/").json(login).await.refused(401, "auth.invalid_credentials");
}

#[actix_web::test]
async fn demo_accounts_sign_in_and_have_chats_and_images() {
    let app = TestApp::with(&["--demo", "small"]).await;
    let about = app.get("/api/v1/app/").send().await;
    let demo = &about.data()["demo"];
    let accounts = demo["accounts"].as_array().unwrap();
    assert_eq!(accounts.len(), 3);
    for account in accounts {
        let login = json!({"email": account["email"], "password": demo["password"]});
        let signed_in = app.post("/api/v1/users/login/").json(login).await;
        // A business has its own realm.
        let expected = if account["type"] == "professional" { 401 } else { 200 };
        assert_eq!(signed_in.status, expected, "{account}");
        let card = store::account::find_by_user_name(&app.state().db, account["userName"].as_str().unwrap()).await;
        let card = card.unwrap().unwrap();
        assert_eq!(json!(card.kind), account["type"]);
        let now = store::types::timestamp::Timestamp::now();
        let token = app.state().tokens.access(card.id, store::types::ids::SessionId(1), card.kind, now).unwrap();
        let inbox = if account["type"] == "professional" { "?inbox=company" } else { "" };
        let chats = app.get(&format!("/api/v1/chat/chats/{inbox}")).bearer(&token).send().await;
        assert!(chats.json["total"].as_i64().unwrap() > 0, "{account}");
        let picture = app.get(account["picture"].as_str().unwrap()).send().await;
        assert_eq!((picture.status, picture.header("content-type")), (200, "image/webp"));
    }
}

#[actix_web::test]
async fn maps_are_drawn_from_the_configured_archive() {
    let app = TestApp::start().await;
    assert_eq!(app.get("/api/v1/app/").send().await.data()["map"], json!(null));
    app.get("/map/tiles.pmtiles").send().await.refused(404, "not_found");

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("town.pmtiles");
    let bytes: Vec<u8> = b"PMTiles\x03".iter().copied().chain((0..200).map(|n| n as u8)).collect();
    std::fs::write(&file, &bytes).unwrap();
    let app = TestApp::with(&["--map-tiles", file.to_str().unwrap()]).await;
    let about = app.get("/api/v1/app/").send().await;
    assert_eq!(about.data()["map"], json!({"kind": "pmtiles", "url": "/map/tiles.pmtiles"}));
    let part = async |range: &str| app.get("/map/tiles.pmtiles").header("range", range).send().await;
    let head = part("bytes=0-9").await;
    assert_eq!((head.status, &head.bytes[..], head.header("content-range")), (206, &bytes[..10], "bytes 0-9/208"));
    assert_eq!(part("bytes=500-600").await.status, 416);
    let other = app.get("/map/tiles.pmtiles").header("range", "bytes=0-9").header("if-range", "\"other\"").send().await;
    assert_eq!((other.status, other.bytes.len()), (200, bytes.len()));
    assert!(!about.header("content-security-policy").contains("http"));
    std::fs::remove_file(&file).unwrap();
    app.get("/map/tiles.pmtiles").send().await.refused(404, "not_found");
}

#[actix_web::test]
async fn policy_allows_the_origin_of_the_configured_style() {
    let app = TestApp::with(&["--map-tiles", "https://maps.example/styles/town.json?key=1"]).await;
    let about = app.get("/api/v1/app/").send().await;
    let url = "https://maps.example/styles/town.json?key=1";
    assert_eq!(about.data()["map"], json!({"kind": "style", "url": url}));
    let policy = about.header("content-security-policy");
    assert!(policy.contains("connect-src 'self' https://maps.example;"), "{policy}");
    assert!(policy.contains("img-src 'self' https://maps.example data:"), "{policy}");
    assert_eq!(policy.matches("maps.example").count(), 2, "{policy}");
    app.get("/map/tiles.pmtiles").send().await.refused(404, "not_found");
}
