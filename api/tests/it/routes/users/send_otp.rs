use serde_json::json;
use store::outbox::Channel;

use crate::{app::TestApp, letters::code_in};

const PATH: &str = "/api/v1/users/send-otp/";

#[actix_web::test]
async fn six_digits_go_to_the_mailbox_or_the_phone() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    assert_eq!(app.post(PATH).as_(&ann).form("email=new@plaza.example").await.status, 200);
    // By phone it is another way, with a limit of its own.
    assert_eq!(app.post(PATH).as_(&ann).json(json!({"phone": "+33 6 12 34 56 78"})).await.status, 200);
    let letters = app.letters(2).await;
    let sent: Vec<_> = letters.iter().map(|letter| (letter.channel, &*letter.recipient)).collect();
    assert_eq!(sent, [(Channel::Sms, "+33612345678"), (Channel::Mail, "new@plaza.example")]);
    assert!(letters.iter().all(|letter| code_in(letter).len() == 6));
}

#[actix_web::test]
async fn another_is_sent_after_a_minute_only_wherever_it_goes() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    assert_eq!(app.post(PATH).as_(&ann).json(json!({"email": "ann@plaza.example"})).await.status, 200);
    app.post(PATH).as_(&ann).json(json!({"email": "other@plaza.example"})).await.refused(429, "too_many");
    assert_eq!(app.post(PATH).as_(&ben).json(json!({"email": "ben@plaza.example"})).await.status, 200);
    assert_eq!(app.letters(2).await.len(), 2);
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
async fn it_takes_an_account() {
    let app = TestApp::start().await;
    let guest = app.guest().await;
    let form = json!({"email": "new@plaza.example"});
    app.post(PATH).json(form.clone()).await.refused(401, "unauthenticated");
    app.post(PATH).as_(&guest).json(form).await.refused(403, "auth.guest");
}
