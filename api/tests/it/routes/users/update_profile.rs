use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use serde_json::{Value, json};
use store::{
    account::{address, credentials},
    types::timestamp::Timestamp,
};

use crate::{
    media::left_in_parts,
    support::{
        app::{Answer, PASSWORD, Person, TestApp},
        authenticator::Authenticator,
    },
};

const PATH: &str = "/api/v1/users/update-profile/";
const PROFILE: &str = "/api/v1/users/get-user-profile/";
pub const PDF: &[u8] = b"%PDF-1.7\n1 0 obj << >> endobj\n%%EOF\n";

pub fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let image = DynamicImage::ImageRgb8(RgbImage::from_pixel(width, height, Rgb([10, 120, 200])));
    image.write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}

/// A PNG of 30,000 by 30,000 pixels, according to its header.
pub fn huge_png() -> Vec<u8> {
    let mut png = png(1, 1);
    png[16..20].copy_from_slice(&30_000_u32.to_be_bytes());
    png[20..24].copy_from_slice(&30_000_u32.to_be_bytes());
    let step = |crc: u32| if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 };
    let crc = !png[12..29].iter().fold(u32::MAX, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), |crc, _| step(crc)));
    png[29..33].copy_from_slice(&crc.to_be_bytes());
    png
}

async fn put(app: &TestApp, person: &Person, fields: Value) -> Answer {
    app.call("PUT", PATH).as_(person).json(fields).await
}

/// A profile change with files.
pub async fn send(app: &TestApp, person: &Person, parts: &[(&str, Option<&str>, &[u8])]) -> Answer {
    app.call("PUT", PATH).as_(person).multipart(parts).await
}

/// Returns the number of stored files of any kind.
pub fn kept_files(app: &TestApp) -> usize {
    let folders = std::fs::read_dir(app.folder.path().join("media")).unwrap().map(Result::unwrap);
    folders
        .filter(|folder| folder.file_name() != "parts" && folder.path().is_dir())
        .map(|folder| std::fs::read_dir(folder.path()).unwrap().count())
        .sum()
}

#[actix_web::test]
async fn sent_fields_change_and_others_stay_in_any_body_format() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let all = json!({
        "firstName": "Anna", "lastName": "Berg", "userName": "anna.b", "phone": "+33 6 12 34 56 78", "dob": "1991-05-01",
        "gender": "other", "address": "2 Side Street", "addressLine2": "Floor 3", "city": "Lyon", "postalCode": "69001",
        "country": "fr", "language": "fr", "marketing": true, "password": PASSWORD,
    });
    let changed = put(&app, &ann, all).await;
    assert_eq!(changed.status, 200, "{}", changed.json);
    for (field, value) in [
        ("firstName", json!("Anna")),
        ("userName", json!("anna.b")),
        ("phone", json!("+33612345678")),
        ("country", json!("FR")),
        ("language", json!("FR")),
        ("marketing", json!(true)),
        ("email", json!("ann@plaza.example")),
        ("documents", json!([])),
        ("company", json!(null)),
    ] {
        assert_eq!(changed.data()[field], value, "{field}");
    }
    let fields = format!("city=&phone=&firstName=Ann&password={PASSWORD}");
    let form = app.call("PUT", &format!("{PATH}?id={}", ann.id)).as_(&ann).form(&fields).await;
    assert_eq!((&form.data()["city"], &form.data()["phone"]), (&json!(null), &json!(null)));
    assert_eq!((&form.data()["firstName"], &form.data()["postalCode"]), (&json!("Ann"), &json!("69001")));
    let nulls = put(&app, &ann, json!({"country": null, "addressLine2": null})).await;
    assert_eq!((&nulls.data()["country"], &nulls.data()["addressLine2"]), (&json!(null), &json!(null)));
    assert_eq!(app.get(PROFILE).as_(&ann).send().await.data(), nulls.data());
}

#[actix_web::test]
async fn invalid_fields_are_named_and_nothing_changes() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    app.verify(&ben).await;
    let before = app.get(PROFILE).as_(&ann).send().await;
    let wrong = json!({
        "firstName": "", "lastName": "x".repeat(61), "userName": "BEN", "email": "Ben@plaza.example", "phone": "12",
        "dob": "2990-01-01", "gender": "robot", "address": " ", "city": "Ly\u{1}on", "country": "Narnia", "language": "EN",
    });
    let refused = put(&app, &ann, wrong).await;
    refused.refused_fields(&[
        "address",
        "city",
        "country",
        "dob",
        "email",
        "firstName",
        "gender",
        "language",
        "lastName",
        "phone",
        "userName",
    ]);
    for (field, value, says) in [
        ("language", json!("EN"), "language is not update"),
        ("language", json!(""), "language is not update"),
        ("country", json!("XX"), "country is not update"),
        ("userName", json!("ben"), "Username is not available"),
        ("picture", json!("me.png"), "Send a file."),
        ("dob", json!("1990-02-30"), "expected a day such as 1990-04-30"),
    ] {
        let refused = put(&app, &ann, json!({field: value, "city": "Lyon"})).await;
        refused.refused_fields(&[field]);
        assert_eq!(refused.json["message"], says, "{field}");
    }
    for field in ["id", "type", "newPassword", "emailVerified"] {
        put(&app, &ann, json!({field: "1"})).await.refused_fields(&[field]);
    }
    assert_eq!(app.get(PROFILE).as_(&ann).send().await.data(), before.data());
    // Own names are not taken.
    assert_eq!(put(&app, &ben, json!({"userName": "Ben", "email": "BEN@plaza.example"})).await.status, 200);
}

#[actix_web::test]
async fn new_phone_is_unverified_and_new_address_pending() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let db = &app.state().db;
    address::verify(db, ann.id, &"ann@plaza.example".parse().unwrap(), Timestamp::now()).await.unwrap();
    credentials::verify_phone(db, ann.id, &"+33612345678".parse().unwrap(), Timestamp::now()).await.unwrap();
    let verified = |answer: &Answer| [answer.data()["emailVerified"].clone(), answer.data()["phoneVerified"].clone()];
    let same = put(&app, &ann, json!({"email": "Ann@Plaza.example", "phone": "+33 612 345 678"})).await;
    assert_eq!(verified(&same), [true, true]);
    let phone = put(&app, &ann, json!({"phone": "+33600000000", "password": PASSWORD})).await;
    assert_eq!(verified(&phone), [true, false]);
    let told = app.letters(1).await;
    assert_eq!(told[0].subject.as_deref(), Some("Your Plaza account has a new phone number"));
    let email = put(&app, &ann, json!({"email": "anna@plaza.example", "password": PASSWORD})).await;
    assert_eq!(verified(&email), [true, false]);
    assert_eq!(email.data()["email"], "Ann@Plaza.example");
    assert_eq!(email.data()["pendingEmail"], "anna@plaza.example");
    let withdrawn = put(&app, &ann, json!({"email": "ann@plaza.example"})).await;
    assert_eq!(withdrawn.data()["pendingEmail"], json!(null));
}

#[actix_web::test]
async fn contact_change_requires_more_than_a_bearer_token() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    app.verify(&ann).await;
    let thief = json!({"email": "thief@plaza.example"});
    for field in ["email", "phone"] {
        let mut change = json!({"city": "Lyon"});
        change[field] = json!(if field == "email" { "thief@plaza.example" } else { "+33600000000" });
        put(&app, &ann, change.clone()).await.refused_fields(&["password"]);
        change["password"] = json!("nope");
        put(&app, &ann, change).await.refused_fields(&["password"]);
    }
    assert_eq!(app.get(PROFILE).as_(&ann).send().await.data()["city"], json!(null));
    // With the password a code is sent. The present address stays valid, and its owner is notified.
    let mut change = thief.clone();
    change["password"] = json!(PASSWORD);
    assert_eq!(put(&app, &ann, change).await.status, 200);
    let letters = app.letters(2).await;
    assert_eq!((&*letters[0].recipient, &*letters[1].recipient), ("thief@plaza.example", "ann@plaza.example"));
    assert_eq!(letters[1].subject.as_deref(), Some("A new e-mail address for your Plaza account"));
    let forgot = "/api/v1/users/forgot-password/";
    assert_eq!(app.post(forgot).json(thief).await.status, 200);
    assert_eq!(app.post(forgot).json(json!({"email": "ann@plaza.example"})).await.status, 200);
    let letters = app.letters(3).await;
    assert_eq!(letters[0].recipient, "ann@plaza.example", "no reset goes to the pending address");
    let login = json!({"email": "ann@plaza.example", "password": PASSWORD});
    assert_eq!(app.post("/api/v1/users/login/").json(login).await.status, 200);
}

#[actix_web::test]
async fn code_of_the_profile_change_verifies_the_new_address() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    app.verify(&ann).await;
    let change = json!({"email": "anna@plaza.example", "password": PASSWORD});
    assert_eq!(put(&app, &ann, change).await.status, 200);
    let typed = json!({"email": "anna@plaza.example", "otp": app.code(2).await});
    let proven = app.post("/api/v1/users/verify-user-otp/").as_(&ann).json(typed).await;
    assert_eq!(
        (&proven.data()["email"], &proven.data()["pending_email"]),
        (&json!("anna@plaza.example"), &json!(null))
    );
}

#[actix_web::test]
async fn second_factor_replaces_the_password() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let (mut phone, _) = Authenticator::of(&app, &ann).await;
    let wrong = json!({"phone": "+33600000000", "code": phone.wrong()});
    put(&app, &ann, wrong).await.refused_fields(&["code"]);
    let right = json!({"phone": "+33600000000", "code": phone.code()});
    assert_eq!(put(&app, &ann, right).await.data()["phone"], "+33600000000");
}

#[actix_web::test]
async fn five_contact_changes_are_allowed_at_once() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let change = |number: u32| json!({"phone": format!("+3360000000{number}"), "password": PASSWORD});
    for number in 0..5 {
        assert_eq!(put(&app, &ann, change(number)).await.status, 200);
    }
    put(&app, &ann, change(5)).await.refused(429, "too_many");
}

#[actix_web::test]
async fn image_is_reencoded_shown_to_all_and_removed_on_request() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let changed = send(&app, &ann, &[("picture", Some("me.png"), &png(300, 200)), ("city", None, b"Lyon")]).await;
    assert_eq!((changed.status, &changed.data()["city"]), (200, &json!("Lyon")), "{}", changed.json);
    let picture = changed.data()["picture"].as_str().unwrap();
    let shown = app.get(picture).send().await;
    assert_eq!((shown.status, shown.header("content-type")), (200, "image/jpeg"));
    // The empty part that a browser sends without a chosen file changes nothing.
    let unchosen = send(&app, &ann, &[("picture", Some(""), b""), ("city", None, b"Nice")]).await;
    assert_eq!(unchosen.data()["picture"], picture);
    let gone = put(&app, &ann, json!({"picture": ""})).await;
    assert_eq!((&gone.data()["picture"], &gone.data()["city"]), (&json!(null), &json!("Nice")));
    assert_eq!(left_in_parts(&app), 0);
}

#[actix_web::test]
async fn invalid_image_is_refused_and_nothing_is_stored() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let mut cut = png(300, 200);
    cut.truncate(100);
    for (name, bytes) in [
        ("photo.png", &b"PK\x03\x04 a zip"[..]),
        ("photo.svg", b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"),
        ("photo.png", &huge_png()),
        ("photo.png", b""),
        ("photo.png", &cut),
        ("photo.png", PDF),
    ] {
        send(&app, &ann, &[("picture", Some(name), bytes), ("city", None, b"Lyon")]).await.refused_fields(&["picture"]);
    }
    let large = vec![0; 10 * 1024 * 1024 + 1];
    send(&app, &ann, &[("picture", Some("a.png"), &large)]).await.refused(413, "too_large");
    let twice = [("picture", Some("a.png"), &png(1, 1)[..]), ("picture", Some("b.png"), &png(1, 1))];
    send(&app, &ann, &twice).await.refused_fields(&["picture"]);
    send(&app, &ann, &[("photo", Some("a.png"), &png(1, 1))]).await.refused_fields(&["photo"]);
    assert_eq!((left_in_parts(&app), kept_files(&app)), (0, 0));
    assert_eq!(app.get(PROFILE).as_(&ann).send().await.data()["city"], json!(null));
}

#[actix_web::test]
async fn document_is_stored_with_its_kind_and_expiry_date() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let parts = [
        ("document", Some("../papers/Passport.pdf"), PDF),
        ("document_kind", None, b"identity"),
        ("document_expires_on", None, b"2990-01-31"),
    ];
    let changed = send(&app, &ann, &parts).await;
    assert_eq!(changed.status, 200, "{}", changed.json);
    let document = &changed.data()["documents"][0];
    assert_eq!((&document["kind"], &document["name"]), (&json!("identity"), &json!("Passport.pdf")));
    assert_eq!((&document["mime"], &document["bytes"]), (&json!("application/pdf"), &json!(PDF.len())));
    assert_eq!(document["expires_on"], "2990-01-31");
    let parts = [("document", Some("scan.webp"), &png(30, 20)[..]), ("document_kind", None, b"licence")];
    let changed = send(&app, &ann, &parts).await;
    let newest = &changed.data()["documents"][0];
    assert_eq!((&newest["name"], &newest["mime"]), (&json!("scan.jpg"), &json!("image/jpeg")));
    assert_eq!((&newest["expires_on"], kept_files(&app)), (&json!(null), 2));
}

#[actix_web::test]
async fn invalid_expired_or_undescribed_document_is_refused() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let (kind, day) = (("document_kind", None, &b"identity"[..]), "document_expires_on");
    let file = |bytes| ("document", Some("paper.pdf"), bytes);
    let huge = huge_png();
    for bytes in [&b""[..], b"PK\x03\x04 a zip", b"<svg/>", b"MZ", b"text", &huge] {
        send(&app, &ann, &[file(bytes), kind]).await.refused_fields(&["document"]);
    }
    send(&app, &ann, &[("document", Some("page.html"), PDF), kind]).await.refused_fields(&["document"]);
    send(&app, &ann, &[file(PDF)]).await.refused_fields(&["document_kind"]);
    send(&app, &ann, &[file(PDF), ("document_kind", None, b"poem")]).await.refused_fields(&["document_kind"]);
    send(&app, &ann, &[file(PDF), kind, (day, None, b"2001-01-31")]).await.refused_fields(&[day]);
    send(&app, &ann, &[file(PDF), kind, (day, None, b"soon")]).await.refused_fields(&[day]);
    send(&app, &ann, &[kind]).await.refused_fields(&["document"]);
    let large = [PDF, &vec![b' '; 40 * 1024 * 1024]].concat();
    send(&app, &ann, &[file(&large), kind]).await.refused(413, "too_large");
    // A valid image is not stored when another field is invalid.
    send(&app, &ann, &[file(PDF), kind, ("language", None, b"EN")]).await.refused_fields(&["language"]);
    assert_eq!((left_in_parts(&app), kept_files(&app)), (0, 0));
    assert_eq!(store::testing::count(&app.state().db, "document").await, 0);
}

#[actix_web::test]
async fn foreign_profile_is_absent_and_guest_changes_are_limited() {
    let app = TestApp::start().await;
    let (ann, ben, guest) = (app.person("ann").await, app.person("ben").await, app.guest().await);
    let other = app.call("PUT", &format!("{PATH}?id={}", ben.id)).as_(&ann).json(json!({"city": "Lyon"})).await;
    other.refused(404, "not_found");
    app.call("PUT", PATH).json(json!({"city": "Lyon"})).await.refused(401, "unauthenticated");
    put(&app, &guest, json!({"firstName": "Ann"})).await.refused(403, "auth.guest");
    put(&app, &guest, json!({"language": "FR", "marketing": true})).await.refused(403, "auth.guest");
    send(&app, &guest, &[("picture", Some("a.png"), &png(1, 1))]).await.refused(403, "auth.guest");
    let chosen = put(&app, &guest, json!({"language": "FR", "country": "FR"})).await;
    assert_eq!((&chosen.data()["language"], &chosen.data()["country"]), (&json!("FR"), &json!("FR")));
    assert_eq!(app.get(PROFILE).as_(&ben).send().await.data()["city"], json!(null));
}
