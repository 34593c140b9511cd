use serde_json::json;

use crate::support::app::{TestApp, registration};

const PATH: &str = "/api/v1/users/check-email/";

#[actix_web::test]
async fn address_is_compared_ignoring_case() {
    let app = TestApp::start().await;
    app.person("ann").await;
    let free = app.post(PATH).form("email=ben@plaza.example").await;
    assert_eq!((free.status, free.data()), (200, &json!({"available": true})));
    let taken = app.post(PATH).json(json!({"email": "ANN@plaza.example"})).await;
    taken.refused_fields(&["email"]);
    assert_eq!(taken.json["message"], "This e-mail address has an account already.");
}

#[actix_web::test]
async fn missing_address_returns_the_specified_message() {
    let app = TestApp::start().await;
    for body in [json!({}), json!({"email": ""})] {
        let answer = app.post(PATH).json(body).await;
        answer.refused_fields(&["email"]);
        assert_eq!(answer.json["message"], "Invalid payload: email is required");
    }
    app.post(PATH).json(json!({"email": "ann"})).await.refused_fields(&["email"]);
}

#[actix_web::test]
async fn network_checks_a_hundred_addresses_a_day() {
    let app = TestApp::with(&["--sign-in-rate", "1000", "--proxies", "127.0.0.1"]).await;
    app.person("ann").await;
    let ask = async |from: &str, email: &str| {
        app.post(PATH).header("x-forwarded-for", from).json(json!({"email": email})).await
    };
    // Typing errors cost nothing.
    ask("192.0.2.1", "ann").await.refused_fields(&["email"]);
    for number in 0..50 {
        assert_eq!(ask("192.0.2.1", &format!("ben{number}@plaza.example")).await.status, 200);
        ask("192.0.2.1", "ann@plaza.example").await.refused_fields(&["email"]);
    }
    for email in ["ann@plaza.example", "ben@plaza.example"] {
        let refused = ask("192.0.2.1", email).await;
        assert!((1..=864).contains(&refused.header("retry-after").parse::<u32>().unwrap()));
        assert!(refused.json["message"].as_str().unwrap().contains("today"), "{}", refused.json);
        refused.refused(429, "auth.email_checks");
    }
    assert_eq!(ask("192.0.2.2", "ben@plaza.example").await.status, 200);
    // The sign-up itself still tells.
    let taken = app.post("/api/v1/users/register/").header("x-forwarded-for", "192.0.2.1");
    taken.json(registration("ann")).await.refused_fields(&["email", "userName"]);
}

#[actix_web::test]
async fn address_checks_have_no_limit_without_a_rate() {
    let app = TestApp::with(&["--sign-in-rate", "0"]).await;
    for _ in 0..101 {
        assert_eq!(app.post(PATH).json(json!({"email": "ben@plaza.example"})).await.status, 200);
    }
}
