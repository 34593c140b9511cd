use serde_json::json;

use crate::app::TestApp;

const PATH: &str = "/api/v1/users/check-username/";

#[actix_web::test]
async fn a_name_is_taken_in_any_case_and_by_one_that_looks_like_it() {
    let app = TestApp::start().await;
    app.person("Marlon").await;
    let free = app.post(PATH).json(json!({"userName": "marion"})).await;
    assert_eq!((free.status, &free.json["message"]), (200, &json!("Username is available")));
    for taken in ["Marlon", "MARLON", "mar1on", "MarIon"] {
        let answer = app.post(PATH).json(json!({"userName": taken})).await;
        answer.refused_fields(&["userName"]);
        assert_eq!(answer.json["message"], "Username is not available", "{taken}");
    }
}

#[actix_web::test]
async fn a_missing_name_is_told_in_the_words_that_clients_know() {
    let app = TestApp::start().await;
    for body in [json!({}), json!({"userName": null}), json!({"userName": " "})] {
        let answer = app.post(PATH).json(body).await;
        answer.refused_fields(&["userName"]);
        assert_eq!(answer.json["message"], "Invalid payload: userName is required");
    }
    app.post(PATH).json(json!({"userName": "a b"})).await.refused_fields(&["userName"]);
    app.post(PATH).json(json!({"userName": 7})).await.refused_fields(&["userName"]);
}

#[actix_web::test]
async fn one_address_asks_so_often_only() {
    let app = TestApp::with(&["--sign-in-rate", "1"]).await;
    for at in 0..2 {
        assert_eq!(app.post(PATH).json(json!({"userName": format!("user{at}")})).await.status, 200);
    }
    app.post(PATH).json(json!({"userName": "user9"})).await.refused(429, "too_many");
}
