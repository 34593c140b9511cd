use serde_json::json;
use store::notify::outbox::Channel;

use crate::support::{
    app::{PASSWORD, TestApp, age_sessions, drop_password},
    outbox::code_in,
};

const PATH: &str = "/api/v1/users/send-otp/";

#[actix_web::test]
async fn six_digits_are_sent_by_email_or_sms() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    app.verify(&ann).await;
    assert_eq!(
        app.post(PATH).as_(&ann).form(&format!("email=new@plaza.example&password={PASSWORD}")).await.status,
        200
    );
    // SMS has a separate limit.
    assert_eq!(
        app.post(PATH).as_(&ann).json(json!({"phone": "+33 6 12 34 56 78", "password": PASSWORD})).await.status,
        200
    );
    // The present address is notified as well.
    let mut letters = app.letters(3).await;
    letters.retain(|letter| letter.recipient != "ann@plaza.example");
    let sent: Vec<_> = letters.iter().map(|letter| (letter.channel, &*letter.recipient)).collect();
    assert_eq!(sent, [(Channel::Sms, "+33612345678"), (Channel::Mail, "new@plaza.example")]);
    assert!(letters.iter().all(|letter| code_in(letter).len() == 6));
}

#[actix_web::test]
async fn second_code_is_sent_after_one_minute_by_any_channel() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    assert_eq!(app.post(PATH).as_(&ann).json(json!({"email": "ann@plaza.example"})).await.status, 200);
    app.post(PATH)
        .as_(&ann)
        .json(json!({"email": "other@plaza.example", "password": PASSWORD}))
        .await
        .refused(429, "too_many");
    assert_eq!(app.post(PATH).as_(&ben).json(json!({"email": "ben@plaza.example"})).await.status, 200);
    assert_eq!(app.letters(2).await.len(), 2);
}

#[actix_web::test]
async fn exactly_one_target_is_accepted_and_no_foreign_address() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let ben = app.person("ben").await;
    app.verify(&ben).await;
    let both = json!({"email": "ann@plaza.example", "phone": "+33612345678"});
    let both = app.post(PATH).as_(&ann).json(both).await;
    both.refused_fields(&["phone"]);
    assert_eq!(both.json["message"], "Choose e-mail or phone, not both.");
    app.post(PATH).as_(&ann).json(json!({})).await.refused_fields(&["email"]);
    app.post(PATH).as_(&ann).json(json!({"email": "x"})).await.refused_fields(&["email"]);
    app.post(PATH).as_(&ann).json(json!({"phone": "12"})).await.refused_fields(&["phone"]);
    app.post(PATH).as_(&ann).json(json!({"email": "BEN@plaza.example"})).await.refused_fields(&["email"]);
}

#[actix_web::test]
async fn new_address_or_number_requires_the_password() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    for form in [json!({"email": "new@plaza.example"}), json!({"phone": "+33612345678"})] {
        app.post(PATH).as_(&ann).json(form.clone()).await.refused_fields(&["password"]);
        let mut wrong = form;
        wrong["password"] = json!("nope");
        app.post(PATH).as_(&ann).json(wrong).await.refused_fields(&["password"]);
    }
    let pending = app.get("/api/v1/users/verification-status/").as_(&ann).send().await;
    assert_eq!(pending.data()["pending_email"], json!(null));
    // Without a password a recent sign-in is sufficient.
    drop_password(&app, &ann).await;
    age_sessions(&app, &ann, 5 * 60_000).await;
    app.post(PATH).as_(&ann).json(json!({"email": "new@plaza.example"})).await.refused(403, "auth.recent_sign_in");
    age_sessions(&app, &ann, -60_000).await;
    assert_eq!(app.post(PATH).as_(&ann).json(json!({"email": "new@plaza.example"})).await.status, 200);
    let pending = app.get("/api/v1/users/verification-status/").as_(&ann).send().await;
    assert_eq!(pending.data()["pending_email"], "new@plaza.example");
}

#[actix_web::test]
async fn five_messages_are_sent_per_phone_number_across_accounts() {
    let app = TestApp::start().await;
    let form = json!({"phone": "+33612345678", "password": PASSWORD});
    for name in ["ann", "ben", "cem", "dan", "eve"] {
        let person = app.person(name).await;
        assert_eq!(app.post(PATH).as_(&person).json(form.clone()).await.status, 200);
    }
    let fay = app.person("fay").await;
    app.post(PATH).as_(&fay).json(form).await.refused(429, "too_many");
    assert!(app.metrics().await.contains("plaza_alarms_total{limit=\"sms_destination\"}"));
}

#[actix_web::test]
async fn code_requires_an_account() {
    let app = TestApp::start().await;
    let guest = app.guest().await;
    let form = json!({"email": "new@plaza.example"});
    app.post(PATH).json(form.clone()).await.refused(401, "unauthenticated");
    app.post(PATH).as_(&guest).json(form).await.refused(403, "auth.guest");
}
