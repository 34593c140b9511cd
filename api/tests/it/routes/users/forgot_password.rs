use serde_json::json;
use store::notify::outbox::Channel;

use crate::support::{app::TestApp, outbox::code_in};

const PATH: &str = "/api/v1/users/forgot-password/";

#[actix_web::test]
async fn response_does_not_reveal_whether_an_account_exists() {
    let app = TestApp::start().await;
    app.person("ann").await;
    app.business("chef").await;
    let mut answers = Vec::new();
    for email in ["nobody@plaza.example", "chef@plaza.example", "ANN@Plaza.example"] {
        answers.push(app.post(PATH).form(&format!("email={email}")).await);
    }
    for answer in &answers {
        assert_eq!(answer.status, 200);
        assert_eq!(answer.json, answers[0].json);
    }
    // Outbox messages are written in request order: no message came before this one.
    let letters = app.letters(1).await;
    assert_eq!(letters.len(), 1);
    assert_eq!((letters[0].channel, &*letters[0].recipient), (Channel::Mail, "ann@plaza.example"));
    let code = code_in(&letters[0]);
    assert_eq!(code.len(), 4);
    assert!(letters[0].subject.as_ref().unwrap().contains(&code));
}

#[actix_web::test]
async fn immediate_repeat_is_refused_for_known_and_unknown_alike() {
    let app = TestApp::start().await;
    app.person("ann").await;
    for email in ["ann@plaza.example", "nobody@plaza.example"] {
        assert_eq!(app.post(PATH).json(json!({"email": email})).await.status, 200);
        let again = app.post(PATH).json(json!({"email": email})).await;
        again.refused(429, "too_many");
        assert!((50..=60).contains(&again.header("retry-after").parse::<u32>().unwrap()));
    }
    assert_eq!(app.letters(1).await.len(), 1);
}

#[actix_web::test]
async fn code_requests_are_limited_per_address_across_accounts() {
    let app = TestApp::with(&["--sign-in-rate", "3"]).await;
    for at in 0..3 {
        assert_eq!(app.post(PATH).json(json!({"email": format!("u{at}@plaza.example")})).await.status, 200);
    }
    app.post(PATH).json(json!({"email": "u9@plaza.example"})).await.refused(429, "too_many");
}

#[actix_web::test]
async fn invalid_address_is_named() {
    let app = TestApp::start().await;
    for body in [json!({}), json!({"email": ""}), json!({"email": "ann"}), json!({"email": 7})] {
        app.post(PATH).json(body).await.refused_fields(&["email"]);
    }
    app.post(PATH).json(json!({"email": "a@b.cd", "phone": "1"})).await.refused_fields(&["phone"]);
}
