use serde_json::json;
use store::notify::outbox::Channel;

use crate::support::{
    app::{PASSWORD, TestApp, age_sessions, drop_password},
    outbox::code_in,
};

const PATH: &str = "/api/v1/users/send-otp/";

#[actix_web::test]
async fn six_digits_go_to_the_mailbox_or_the_phone() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    assert_eq!(
        app.post(PATH).as_(&ann).form(&format!("email=new@plaza.example&password={PASSWORD}")).await.status,
        200
    );
    // By phone it is another way, with a limit of its own.
    assert_eq!(
        app.post(PATH).as_(&ann).json(json!({"phone": "+33 6 12 34 56 78", "password": PASSWORD})).await.status,
        200
    );
    // The present address is written to as well.
    let mut letters = app.letters(3).await;
    letters.retain(|letter| letter.recipient != "ann@plaza.example");
    let sent: Vec<_> = letters.iter().map(|letter| (letter.channel, &*letter.recipient)).collect();
    assert_eq!(sent, [(Channel::Sms, "+33612345678"), (Channel::Mail, "new@plaza.example")]);
    assert!(letters.iter().all(|letter| code_in(letter).len() == 6));
}

#[actix_web::test]
async fn another_is_sent_after_a_minute_only_wherever_it_goes() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    assert_eq!(app.post(PATH).as_(&ann).json(json!({"email": "ann@plaza.example"})).await.status, 200);
    app.post(PATH)
        .as_(&ann)
        .json(json!({"email": "other@plaza.example", "password": PASSWORD}))
        .await
        .refused(429, "too_many");
    assert_eq!(app.post(PATH).as_(&ben).json(json!({"email": "ben@plaza.example"})).await.status, 200);
    assert_eq!(app.letters(3).await.len(), 3);
}

#[actix_web::test]
async fn one_of_the_two_is_taken_and_nobody_elses_address() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    app.person("ben").await;
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
async fn a_new_address_or_number_asks_for_the_password() {
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
    // Without a password a recent sign-in stands for it.
    drop_password(&app, &ann).await;
    age_sessions(&app, &ann, 5 * 60_000).await;
    app.post(PATH).as_(&ann).json(json!({"email": "new@plaza.example"})).await.refused(403, "auth.recent_sign_in");
    age_sessions(&app, &ann, -60_000).await;
    assert_eq!(app.post(PATH).as_(&ann).json(json!({"email": "new@plaza.example"})).await.status, 200);
    let pending = app.get("/api/v1/users/verification-status/").as_(&ann).send().await;
    assert_eq!(pending.data()["pending_email"], "new@plaza.example");
}

#[actix_web::test]
async fn one_phone_number_is_sent_five_messages_by_all() {
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
async fn it_takes_an_account() {
    let app = TestApp::start().await;
    let guest = app.guest().await;
    let form = json!({"email": "new@plaza.example"});
    app.post(PATH).json(form.clone()).await.refused(401, "unauthenticated");
    app.post(PATH).as_(&guest).json(form).await.refused(403, "auth.guest");
}
