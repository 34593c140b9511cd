use serde_json::{Value, json};

use crate::{
    media::left_in_parts,
    routes::users::update_profile::{PDF, huge_png, kept_files},
    support::{
        app::{Answer, Call, PASSWORD, TestApp},
        outbox::code_in,
    },
};

pub const PATH: &str = "/api/v1/userProfessionalRoutes/company-profiles";

/// A sign-up with valid fields.
pub fn sign_up(name: &str) -> Value {
    json!({
        "company_name": "Casa Azul", "company_email": "hello@casa-azul.example", "company_phone": "+34 932 170 000",
        "registration_number": "B-12345678", "address": "Plaça de la Virreina 5", "city": "Barcelona",
        "postalCode": "08024", "country": "ES", "website": "https://casa-azul.example", "categories": ["food", "shops"],
        "firstName": "Lucía", "lastName": "Ortega", "email": format!("{name}@plaza.example"), "userName": name,
        "phone": "+34600000000", "password": PASSWORD, "confirm_password": PASSWORD, "terms": true,
    })
}

/// Form fields of a sign-up, with files and their descriptions.
async fn send(app: &TestApp, fields: &Value, documents: &[(&str, &[u8], &str, &str)]) -> Answer {
    send_from(app.post(PATH), fields, documents).await
}

pub async fn send_from(call: Call, fields: &Value, documents: &[(&str, &[u8], &str, &str)]) -> Answer {
    let mut texts = Vec::new();
    for (name, value) in fields.as_object().unwrap() {
        match value {
            Value::Array(items) => {
                texts.extend(items.iter().map(|item| (name.as_str(), item.as_str().unwrap().to_owned())))
            }
            Value::String(text) => texts.push((name, text.clone())),
            other => texts.push((name, other.to_string())),
        }
    }
    let mut parts: Vec<(&str, Option<&str>, &[u8])> =
        texts.iter().map(|(name, text)| (*name, None, text.as_bytes())).collect();
    for (name, bytes, kind, expires_on) in documents {
        parts.push(("documents", Some(name), bytes));
        parts.push(("document_kinds", None, kind.as_bytes()));
        parts.push(("document_expires_on", None, expires_on.as_bytes()));
    }
    call.multipart(&parts).await
}

async fn nothing_is_left(app: &TestApp) {
    for table in ["account", "company", "document"] {
        assert_eq!(store::testing::count(&app.state().db, table).await, 0, "{table}");
    }
    assert_eq!((left_in_parts(app), kept_files(app)), (0, 0));
}

#[actix_web::test]
async fn company_owner_and_documents_are_created_and_signed_in() {
    let app = TestApp::start().await;
    let documents = [("licence.pdf", PDF, "licence", "2990-12-31"), ("register.pdf", PDF, "registration", "")];
    let made = send(&app, &sign_up("chef"), &documents).await;
    assert_eq!(made.status, 201, "{}", made.json);
    let data = made.data();
    assert_eq!((&data["type"], &data["user"]["type"]), (&json!("professional"), &json!("professional")));
    let company = &data["user"]["company"];
    for (field, value) in [
        ("name", json!("Casa Azul")),
        ("phone", json!("+34932170000")),
        ("country", json!("ES")),
        ("vat_number", json!(null)),
        ("categories", json!(["food", "shops"])),
    ] {
        assert_eq!(company[field], value, "{field}");
    }
    let documents = company["documents"].as_array().unwrap();
    assert_eq!((documents.len(), kept_files(&app)), (2, 2));
    assert_eq!((&documents[1]["kind"], &documents[1]["expires_on"]), (&json!("licence"), &json!("2990-12-31")));
    assert_eq!((&documents[0]["kind"], &documents[0]["expires_on"]), (&json!("registration"), &json!(null)));

    let profile = app.get("/api/v1/userprofessional/profile/").bearer(data["access_token"].as_str().unwrap());
    assert_eq!(profile.send().await.data()["company"], *company);
    let refresh = json!({"refresh_token": data["refresh_token"]});
    assert_eq!(app.post("/api/v1/users/token/refresh/").json(refresh).await.status, 200);
}

#[actix_web::test]
async fn all_invalid_fields_are_named_and_nothing_is_stored() {
    let app = TestApp::start().await;
    let all = [
        "address",
        "categories",
        "city",
        "company_email",
        "company_name",
        "company_phone",
        "country",
        "email",
        "firstName",
        "lastName",
        "password",
        "phone",
        "postalCode",
        "terms",
    ];
    app.post(PATH).json(json!({})).await.refused_fields(&all);
    for (field, value) in [
        ("company_name", json!("a\u{0}b")),
        ("company_email", json!("hello")),
        ("company_phone", json!("12")),
        ("country", json!("Narnia")),
        ("website", json!("javascript:alert(1)")),
        ("categories", json!(["food", "gold"])),
        ("categories", json!([""])),
        ("userName", json!("a b")),
        ("confirm_password", json!("Another-one-1")),
        ("password", json!("short")),
        ("terms", json!(false)),
        ("type", json!("regular")),
    ] {
        let mut fields = sign_up("chef");
        fields[field] = value;
        let refused = send(&app, &fields, &[("licence.pdf", PDF, "licence", "")]).await;
        assert!(refused.json["errors"].get(field).is_some(), "{field}: {}", refused.json);
        assert_eq!(refused.status, 422);
    }
    let mut fields = sign_up("chef");
    fields["city"] = json!("");
    let documents = [("a.pdf", PDF, "licence", "2001-01-01"), ("b.pdf", b"PK\x03\x04", "poem", "")];
    let refused = send(&app, &fields, &documents).await;
    refused.refused_fields(&["city", "document_expires_on", "document_kinds", "documents"]);
    nothing_is_left(&app).await;
}

#[actix_web::test]
async fn documents_are_validated_by_content() {
    let app = TestApp::start().await;
    let fields = sign_up("chef");
    for bytes in [&b""[..], b"PK\x03\x04 a zip", b"<svg/>", &huge_png()] {
        send(&app, &fields, &[("a.pdf", PDF, "licence", ""), ("b.png", bytes, "other", "")])
            .await
            .refused_fields(&["documents"]);
    }
    let large = [PDF, &vec![b' '; 40 * 1024 * 1024]].concat();
    send(&app, &fields, &[("a.pdf", &large, "licence", "")]).await.refused(413, "too_large");
    let many: Vec<_> = (0..11).map(|_| ("a.pdf", PDF, "licence", "")).collect();
    send(&app, &fields, &many).await.refused_fields(&["documents"]);
    let mut more = fields.clone();
    more["document_kinds"] = json!(["licence"]);
    app.post(PATH).json(more).await.refused_fields(&["document_kinds"]);
    nothing_is_left(&app).await;
}

#[actix_web::test]
async fn used_names_are_refused_and_a_missing_name_is_generated() {
    let app = TestApp::start().await;
    let paper = [("licence.pdf", PDF, "licence", "")];
    assert_eq!(send(&app, &sign_up("chef"), &paper).await.status, 201);
    send(&app, &sign_up("CHEF"), &paper).await.refused_fields(&["email", "userName"]);
    assert_eq!(kept_files(&app), 1);
    for (email, name) in [("a@plaza.example", Some("casa_azul")), ("b@plaza.example", None)] {
        let mut unnamed = sign_up("x");
        unnamed.as_object_mut().unwrap().remove("userName");
        unnamed["email"] = json!(email);
        let made = app.post(PATH).json(unnamed).await;
        let found = made.data()["user"]["userName"].as_str().unwrap();
        assert!(found.starts_with("casa_azul") && name.is_none_or(|name| name == found), "{found}");
    }
}

#[actix_web::test]
async fn concurrent_sign_ups_create_one_account_and_document_set() {
    let app = TestApp::start().await;
    let (fields, paper) = (sign_up("chef"), [("licence.pdf", PDF, "licence", "")]);
    let (one, other) = futures_util::future::join(send(&app, &fields, &paper), send(&app, &fields, &paper)).await;
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!((statuses, kept_files(&app)), ([201, 422], 1));
}

#[actix_web::test]
async fn owner_gets_a_code_in_the_language_of_the_sign_up() {
    let app = TestApp::start().await;
    let mut fields = sign_up("chef");
    fields["language"] = json!("EN");
    app.post(PATH).json(fields.clone()).await.refused_fields(&["language"]);
    fields["language"] = json!("FR");
    let made = app.post(PATH).json(fields).await;
    assert_eq!((made.status, &made.data()["user"]["language"]), (201, &json!("FR")));
    let letter = app.letters(1).await.remove(0);
    assert_eq!(letter.recipient, "chef@plaza.example");
    assert_eq!(letter.subject, Some(format!("{} est votre code Plaza", code_in(&letter))));
    let typed = json!({"email": "chef@plaza.example", "otp": code_in(&letter)});
    let call = app.post("/api/v1/users/verify-user-otp/").bearer(made.data()["access_token"].as_str().unwrap());
    assert_eq!(call.json(typed).await.data()["email_verified"], true);
}
