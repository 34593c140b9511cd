use serde_json::json;

use crate::{app::TestApp, letters::other_than};

const PATH: &str = "/api/v1/users/verify-otp/";

async fn asked(app: &TestApp, email: &str) {
    let path = "/api/v1/users/forgot-password/";
    assert_eq!(app.post(path).json(json!({"email": email})).await.status, 200);
}

#[actix_web::test]
async fn a_right_code_serves_once() {
    let app = TestApp::start().await;
    app.person("ann").await;
    asked(&app, "ann@plaza.example").await;
    let code = app.code(1).await;
    let wrong = app.post(PATH).json(json!({"email": "ann@plaza.example", "otp": other_than(&code)})).await;
    wrong.refused_fields(&["otp"]);
    assert_eq!(wrong.json["errors"]["otp"], json!(["The code is wrong."]));
    let right = app.post(PATH).form(&format!("email=ann@plaza.example&otp={code}")).await;
    assert_eq!(right.status, 200);
    assert!(right.data()["proof"].as_str().unwrap().len() > 40);
    let again = app.post(PATH).json(json!({"email": "ann@plaza.example", "otp": code})).await;
    again.refused(422, "auth.code_expired");
    assert_eq!(again.json["message"], "The code has expired. Ask for a new one.");
}

#[actix_web::test]
async fn guessing_ends_after_five_and_looks_the_same_for_nobody() {
    let app = TestApp::start().await;
    app.person("ann").await;
    asked(&app, "ann@plaza.example").await;
    asked(&app, "nobody@plaza.example").await;
    let code = app.code(1).await;
    for _ in 0..5 {
        let guess = |email| app.post(PATH).json(json!({"email": email, "otp": other_than(&code)}));
        let (of_ann, of_nobody) = (guess("ann@plaza.example").await, guess("nobody@plaza.example").await);
        of_ann.refused_fields(&["otp"]);
        assert_eq!(of_ann.json, of_nobody.json);
    }
    for (email, otp) in
        [("ann@plaza.example", &*code), ("nobody@plaza.example", "0000"), ("other@plaza.example", "0000")]
    {
        app.post(PATH).json(json!({"email": email, "otp": otp})).await.refused(422, "auth.code_expired");
    }
}

#[actix_web::test]
async fn a_code_for_another_account_or_of_the_other_door_does_not_serve() {
    let app = TestApp::start().await;
    for name in ["ann", "ben"] {
        app.person(name).await;
    }
    asked(&app, "ann@plaza.example").await;
    let code = app.code(1).await;
    let typed = |email| json!({"email": email, "otp": code});
    app.post(PATH).json(typed("ben@plaza.example")).await.refused(422, "auth.code_expired");
    let other_door = app.post("/api/v1/userprofessional/verify-otp/").json(typed("ann@plaza.example")).await;
    other_door.refused(422, "auth.code_expired");
    assert_eq!(app.post(PATH).json(typed("ann@plaza.example")).await.status, 200);
}

#[actix_web::test]
async fn a_code_has_four_digits() {
    let app = TestApp::start().await;
    for otp in ["", "123", "12345", "12a4", "١٢٣٤"] {
        app.post(PATH).json(json!({"email": "ann@plaza.example", "otp": otp})).await.refused_fields(&["otp"]);
    }
    app.post(PATH).json(json!({})).await.refused_fields(&["email", "otp"]);
}

#[actix_web::test]
async fn one_address_types_so_many_codes_only() {
    let app = TestApp::with(&["--sign-in-rate", "3"]).await;
    let typed = |at| json!({"email": format!("u{at}@plaza.example"), "otp": "0000"});
    for at in 0..3 {
        app.post(PATH).json(typed(at)).await.refused(422, "auth.code_expired");
    }
    app.post(PATH).json(typed(9)).await.refused(429, "too_many");
}
