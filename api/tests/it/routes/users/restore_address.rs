use serde_json::{Value, json};
use store::notify::outbox::OutboxMessage;

use crate::support::app::{PASSWORD, Person, TestApp};

const PATH: &str = "/api/v1/users/restore-address/";
const EMAIL: &str = "ann@plaza.example";

/// Returns the token of the link in an outbox message.
pub fn token_in(letter: &OutboxMessage) -> String {
    let (_, rest) = letter.body.split_once("token=").unwrap_or_else(|| panic!("{letter:?}"));
    rest.chars().take_while(char::is_ascii_alphanumeric).collect()
}

/// Replaces the address of an account, with its password. Returns the outbox messages to the former address.
async fn replaced(app: &TestApp, person: &Person) -> Vec<OutboxMessage> {
    let change = json!({"email": "thief@plaza.example", "password": PASSWORD});
    let pending = app.call("PUT", "/api/v1/users/update-profile/").as_(person).json(change).await;
    assert_eq!(pending.status, 200, "{}", pending.json);
    let typed = json!({"email": "thief@plaza.example", "otp": app.code(2).await});
    let proven = app.post("/api/v1/users/verify-user-otp/").as_(person).json(typed).await;
    assert_eq!(proven.status, 200, "{}", proven.json);
    let mut letters = app.letters(3).await;
    letters.retain(|letter| letter.recipient == EMAIL);
    letters
}

fn login(app: &TestApp, login: &str) -> impl Future<Output = crate::support::app::Answer> {
    app.post("/api/v1/users/login/").json(json!({"email": login, "password": PASSWORD}))
}

#[actix_web::test]
async fn former_address_is_restored_and_every_session_ends() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    app.verify(&ann).await;
    let letters = replaced(&app, &ann).await;
    let subjects: Vec<_> = letters.iter().map(|letter| letter.subject.as_deref().unwrap()).collect();
    let expected = ["Your Plaza account has a new e-mail address", "A new e-mail address for your Plaza account"];
    assert_eq!(subjects, expected);
    assert_eq!(login(&app, "thief@plaza.example").await.status, 200);
    // Meanwhile no other user can sign up with the address.
    let mut other = crate::support::app::registration("other");
    other["email"] = json!(EMAIL);
    app.post("/api/v1/users/register/").json(other).await.refused_fields(&["email"]);

    let restored = app.post(PATH).json(json!({"token": token_in(&letters[0])})).await;
    assert_eq!(restored.data(), &json!({"email": EMAIL, "business": false}), "{}", restored.json);
    assert!(!app.is_in(&ann).await);
    for name in ["thief@plaza.example", EMAIL, "ann"] {
        login(&app, name).await.refused(401, "auth.invalid_credentials");
    }
    app.post(PATH).json(json!({"token": token_in(&letters[0])})).await.refused(422, "auth.code_expired");
    // The owner sets a new password by code, since the old password was known to others.
    let asked = app.post("/api/v1/users/forgot-password/").json(json!({"email": EMAIL})).await;
    assert_eq!(asked.status, 200);
    let typed = json!({"email": EMAIL, "otp": app.code(4).await});
    let proof = app.post("/api/v1/users/verify-otp/").json(typed).await.data()["proof"].clone();
    let form = |password: &str, proof: &Value| json!({"email": EMAIL, "otp": proof, "new_password": password, "confirm_password": password});
    let path = "/api/v1/users/reset-password/";
    app.post(path).json(form(PASSWORD, &proof)).await.refused_fields(&["new_password"]);
    assert_eq!(app.post(path).json(form("Another-horse-2", &proof)).await.status, 200);
}

#[actix_web::test]
async fn pending_change_is_undone_by_its_first_mail() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    app.verify(&ann).await;
    let change = json!({"email": "thief@plaza.example", "password": PASSWORD});
    app.call("PUT", "/api/v1/users/update-profile/").as_(&ann).json(change).await;
    let letters = app.letters(2).await;
    let code = crate::support::outbox::code_in(&letters[0]);
    assert_eq!(app.post(PATH).json(json!({"token": token_in(&letters[1])})).await.status, 200);
    assert!(!app.is_in(&ann).await);
    let contact = store::account::credentials::contact(&app.state().db, ann.id).await.unwrap();
    assert_eq!((contact.email.as_deref(), contact.pending_email), (Some(EMAIL), None));
    // The code sent to the new address is no longer valid.
    let purpose = store::security::verification_code::Purpose::VerifyEmail {
        account: ann.id,
        email: "thief@plaza.example".parse().unwrap(),
    };
    let (state, source, now) =
        (app.state(), store::security::known_network::Source::Elsewhere, store::types::timestamp::Timestamp::now());
    let checked = store::security::verification_code::verify(&state.db, &state.pepper, &purpose, &code, source, now)
        .await
        .unwrap();
    assert_eq!(checked, store::security::verification_code::VerifyResult::Expired);
}

#[actix_web::test]
async fn forged_tokens_restore_nothing() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    for token in ["", "0", &"0".repeat(32), &"x".repeat(10_000)] {
        app.post(PATH).json(json!({"token": token})).await.refused(422, "auth.code_expired");
    }
    assert!(app.is_in(&ann).await);
}
