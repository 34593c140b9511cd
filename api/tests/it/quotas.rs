//! Limits that hold for all operations alike: uploaded bytes of every form, and what visitors and accounts may ask for in
//! a minute.

use std::os::unix::fs::MetadataExt as _;

use serde_json::json;

use crate::{
    media::{left_in_parts, until},
    routes::{
        userProfessionalRoutes::company_profiles::{self, sign_up},
        userprofessional::{
            advertisements, catalogue, employees,
            reels::uploads::{self, upload_id::parts::number},
        },
        users::update_profile::PDF,
    },
    support::{
        app::{Answer, Person, TestApp},
        market, reel, ticket,
    },
};

const PROFILE: &str = "/api/v1/users/update-profile/";
const SUGGESTIONS: &str = "/api/v1/users/search-suggestions/?q=soup";
const MB: usize = 1024 * 1024;

/// A PDF document of this size.
fn pdf(bytes: usize) -> Vec<u8> {
    let mut document = PDF.to_vec();
    document.resize(bytes, b' ');
    document
}

async fn send(app: &TestApp, method: &str, path: &str, who: Option<&Person>, field: &str, file: &[u8]) -> Answer {
    let call = app.call(method, path);
    let call = if let Some(who) = who { call.as_(who) } else { call };
    call.multipart(&[(field, Some("file.pdf"), file)]).await
}

#[actix_web::test]
async fn files_of_every_form_stop_at_the_quota_during_the_transfer() {
    let app = TestApp::with(&["--upload-quota", "5"]).await;
    let (owner, _) = catalogue::owners(&app).await;
    let (ann, guest, file) = (app.person("ann").await, app.guest().await, pdf(9 * MB));
    let opened = ticket::open(&app, &ann, None).await;
    let write = format!("{}{}/messages/", ticket::PATH, opened["id"]);
    let (create, import) = (format!("{}create/", ticket::PATH), catalogue::path("import/"));
    for (method, path, who, field) in [
        ("POST", create.as_str(), Some(&ann), "documents"),
        ("POST", write.as_str(), Some(&ann), "documents"),
        ("POST", "/api/v1/users/support/create/", Some(&ann), "image"),
        ("POST", "/api/v1/users/feedback/", Some(&ann), "image"),
        ("POST", "/api/v1/users/support/upload-return-item-media/", Some(&ann), "file"),
        ("PUT", PROFILE, Some(&ann), "document"),
        ("PUT", PROFILE, Some(&guest), "document"),
        ("POST", employees::PATH, Some(&owner), "id_card_image"),
        ("POST", import.as_str(), Some(&owner), "file"),
        ("POST", company_profiles::PATH, None, "documents"),
    ] {
        let refused = send(&app, method, path, who, field, &file).await;
        assert_eq!((refused.status, &refused.json["code"]), (429, &json!("media.upload_quota")), "{path}");
    }
    until(async || left_in_parts(&app) == 0).await;
}

#[actix_web::test]
async fn stored_papers_stay_charged_to_their_account() {
    let app = TestApp::with(&["--upload-quota", "1"]).await;
    let ann = app.person("ann").await;
    let store = async || {
        let file = pdf(700 * 1024);
        let parts = [("document", Some("a.pdf"), &file[..]), ("document_kind", None, b"identity")];
        app.call("PUT", PROFILE).as_(&ann).multipart(&parts).await
    };
    let stored = store().await;
    assert_eq!(stored.status, 200, "{}", stored.json);
    store().await.refused(429, "media.upload_quota");
    let document = stored.data()["documents"][0]["id"].clone();
    let gone = app.call("DELETE", &format!("/api/v1/users/documents/{document}/")).as_(&ann).send().await;
    assert_eq!(gone.status, 200, "{}", gone.json);
    store().await.refused(429, "media.upload_quota");
}

#[actix_web::test]
async fn papers_of_a_sign_up_are_charged_to_its_network() {
    let app = TestApp::with(&["--upload-quota", "1", "--proxies", "127.0.0.1"]).await;
    let file = pdf(700 * 1024);
    let sign_up = async |name: &str, from: &str| {
        let call = app.post(company_profiles::PATH).header("x-forwarded-for", from);
        company_profiles::send_from(call, &sign_up(name), &[("licence.pdf", &file[..], "licence", "")]).await
    };
    assert_eq!(sign_up("one", "2001:db8::1").await.status, 201);
    sign_up("two", "2001:db8::2").await.refused(429, "media.upload_quota");
    // A /56 has four times the quota of a /64.
    for (name, subnet) in [("three", 1), ("four", 2), ("five", 3), ("six", 4)] {
        let made = sign_up(name, &format!("2001:db8:0:{subnet}::1")).await;
        assert_eq!(made.status, 201, "{}", made.json);
    }
    sign_up("seven", "2001:db8:0:5::1").await.refused(429, "media.upload_quota");
    assert_eq!(sign_up("eight", "2001:db8:1::1").await.status, 201);
}

#[actix_web::test]
async fn part_of_a_video_takes_space_only_if_charged_and_complete() {
    let app = TestApp::with(&["--upload-quota", "5"]).await;
    let studio = reel::studio(&app).await;
    let part = vec![7_u8; 4 * MB];
    let begun = app.post(uploads::PATH).as_(&studio.owner).json(json!({"name": "cut.mp4", "bytes": 12 * MB})).await;
    let id = begun.data()["id"].as_i64().unwrap();
    let taken = || {
        let files = std::fs::read_dir(app.folder.path().join("media/uploads")).unwrap();
        files.map(|file| file.unwrap().metadata().unwrap().blocks() * 512).sum::<u64>()
    };
    let send =
        async |at, bytes: &[u8]| number::send(&app, &studio.owner, id, at, bytes, &number::checksum(&part)).await;
    send(1, &part[..3 * MB]).await.refused_fields(&["bytes"]);
    send(1, &vec![8; 4 * MB]).await.refused_fields(&["checksum"]);
    assert_eq!(taken(), 0);
    // The refund follows the answer.
    until(async || send(1, &part).await.status == 200).await;
    let before = taken();
    assert!(before >= 4 * MB as u64, "{before}");
    send(2, &part).await.refused(429, "media.upload_quota");
    assert_eq!(taken(), before);
}

#[actix_web::test]
async fn searches_of_visitors_are_limited_per_network() {
    let app = TestApp::with(&["--sign-in-rate", "1", "--proxies", "127.0.0.1"]).await;
    let get = async |path: &str, from: &str| app.get(path).header("x-forwarded-for", from).send().await;
    for _ in 0..40 {
        assert_eq!(get(SUGGESTIONS, "2001:db8::1").await.status, 200);
    }
    get(SUGGESTIONS, "2001:db8::2").await.refused(429, "too_many");
    for path in [
        "/api/v1/users/offerings/1/slots/?date=2027-01-01",
        "/api/v1/users/available-slots/?product_id=1&date=2027-01-01",
        "/api/v1/users/offerings/1/availability/?from=2027-01-01&to=2027-01-02",
    ] {
        get(path, "2001:db8::2").await.refused(429, "too_many");
        get(path, "192.0.2.1").await.refused(404, "not_found");
    }
    for (path, body) in [
        ("/api/v1/users/search-tab/", json!({"what": "soup"})),
        ("/api/v1/users/api/nearby-details/", json!({"latitude": 41.4, "longitude": 2.2})),
    ] {
        let post = |from| app.post(path).header("x-forwarded-for", from).json(body.clone());
        post("2001:db8::2").await.refused(429, "too_many");
        assert_eq!(post("192.0.2.1").await.status, 200, "{path}");
    }
}

#[actix_web::test]
async fn commands_that_take_inventory_are_limited_per_account() {
    let app = TestApp::with(&["--sign-in-rate", "1"]).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (shop, _) = market::salon(&app, "beauty").await;
    assert_eq!(market::hold(&app, &ann, &shop).await.status, 201);
    for _ in 0..3 {
        market::hold(&app, &ann, &shop).await.refused(409, "booking.sold_out");
    }
    market::hold(&app, &ann, &shop).await.refused(429, "too_many");
    let body = json!({"product_id": shop.offering});
    app.post("/api/v1/users/book-slot/").as_(&ann).json(body).await.refused(429, "too_many");
    let order = json!({"company_ids": [shop.company]});
    app.post("/api/v1/users/checkout/").as_(&ann).json(order).await.refused(429, "too_many");
    market::hold(&app, &ben, &shop).await.refused(409, "booking.sold_out");
}

#[actix_web::test]
async fn advertisement_visits_without_account_are_limited_per_address() {
    let app = TestApp::with(&["--sign-in-rate", "2"]).await;
    let (_, id) = advertisements::running(&app).await;
    let path = format!("/api/v1/users/advertisements/count/{id}/");
    for _ in 0..2 {
        assert_eq!(app.post(&path).send().await.status, 200);
    }
    app.post(&path).send().await.refused(429, "too_many");
    let ann = app.person("ann").await;
    assert_eq!(app.post(&path).as_(&ann).send().await.status, 200, "an account counts once anyway");
}
