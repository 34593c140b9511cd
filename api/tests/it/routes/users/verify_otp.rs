use serde_json::{Value, json};

use crate::{
    routes::users::restore_address::token_in,
    support::{
        app::{Answer, PASSWORD, Person, TestApp},
        outbox::other_than,
    },
};

const PATH: &str = "/api/v1/users/verify-otp/";

async fn asked(app: &TestApp, email: &str) {
    let path = "/api/v1/users/forgot-password/";
    assert_eq!(app.post(path).json(json!({"email": email})).await.status, 200);
}

#[actix_web::test]
async fn correct_code_works_once() {
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
async fn guessing_ends_after_five_and_looks_alike_without_account() {
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
    for (email, otp) in [("ann@plaza.example", &*code), ("nobody@plaza.example", "0000")] {
        app.post(PATH).json(json!({"email": email, "otp": otp})).await.refused(422, "auth.link_only");
    }
    let never_asked = json!({"email": "other@plaza.example", "otp": "0000"});
    app.post(PATH).json(never_asked).await.refused(422, "auth.code_expired");
    assert!(app.metrics().await.contains("plaza_alarms_total{limit=\"reset_codes\"}"));
}

const PROXY: &[&str] = &["--proxies", "127.0.0.1"];

async fn from(app: &TestApp, address: &str, path: &str, body: Value) -> Answer {
    app.post(path).header("x-forwarded-for", address).json(body).await
}

/// A user who signed up at 192.0.2.1, which sent the first mail.
async fn at_home(app: &TestApp) -> Person {
    let form = crate::support::app::registration("ann");
    Person::of(&from(app, "192.0.2.1", "/api/v1/users/register/", form).await)
}

#[actix_web::test]
async fn strangers_of_many_networks_share_five_guesses() {
    let app = TestApp::with(PROXY).await;
    at_home(&app).await;
    let forgot = "/api/v1/users/forgot-password/";
    let email = json!({"email": "ann@plaza.example"});
    assert_eq!(from(&app, "192.0.2.1", forgot, email.clone()).await.status, 200);
    let code = app.code(2).await;
    let guess = json!({"email": "ann@plaza.example", "otp": other_than(&code)});
    for number in 0..5 {
        from(&app, &format!("198.51.100.{number}"), PATH, guess.clone()).await.refused_fields(&["otp"]);
    }
    from(&app, "203.0.113.9", PATH, guess).await.refused(422, "auth.link_only");
    // A request from that network is answered with a link, which works anywhere.
    assert_eq!(from(&app, "203.0.113.9", forgot, email).await.status, 200);
    let letter = app.letters(3).await.remove(0);
    assert_eq!(
        (&*letter.recipient, letter.subject.as_deref()),
        ("ann@plaza.example", Some("A new password for Plaza"))
    );
    assert!(letter.body.contains("/forgot-password#email=ann%40plaza.example&token="), "{}", letter.body);
    let by_link = json!({"email": "ann@plaza.example", "otp": token_in(&letter)});
    assert_eq!(from(&app, "203.0.113.9", PATH, by_link).await.status, 200);
    // The owner's known network has separate attempts, and its code was not replaced.
    let typed = json!({"email": "ann@plaza.example", "otp": code});
    assert_eq!(from(&app, "192.0.2.1", PATH, typed).await.status, 200);
}

#[actix_web::test]
async fn failing_strangers_do_not_lock_out_a_known_network() {
    let app = TestApp::with(&["--proxies", "127.0.0.1", "--sign-in-rate", "2"]).await;
    at_home(&app).await;
    let login = |password: &str| json!({"email": "ann", "password": password});
    let path = "/api/v1/users/login/";
    for number in 0..2 {
        let wrong = from(&app, &format!("198.51.100.{number}"), path, login("nope")).await;
        wrong.refused(401, "auth.invalid_credentials");
    }
    from(&app, "203.0.113.9", path, login(PASSWORD)).await.refused(429, "too_many");
    assert_eq!(from(&app, "192.0.2.1", path, login(PASSWORD)).await.status, 200);
    // Codes requested by strangers do not use up the owner's quota.
    let forgot = "/api/v1/users/forgot-password/";
    let email = json!({"email": "ann@plaza.example"});
    assert_eq!(from(&app, "203.0.113.9", forgot, email.clone()).await.status, 200);
    from(&app, "203.0.113.10", forgot, email.clone()).await.refused(429, "too_many");
    assert_eq!(from(&app, "192.0.2.1", forgot, email).await.status, 200);
}

#[actix_web::test]
async fn addresses_of_one_ipv6_network_share_their_limits() {
    let app = TestApp::with(&["--proxies", "127.0.0.1", "--sign-in-rate", "3"]).await;
    let typed = |at| json!({"email": format!("u{at}@plaza.example"), "otp": "0000"});
    for at in 0..3 {
        from(&app, &format!("2001:db8::{at}"), PATH, typed(at)).await.refused(422, "auth.code_expired");
    }
    from(&app, "2001:db8::9", PATH, typed(9)).await.refused(429, "too_many");
    from(&app, "2001:db8:0:1::9", PATH, typed(9)).await.refused(422, "auth.code_expired");
}

#[actix_web::test]
async fn code_of_another_account_or_realm_is_refused() {
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
async fn code_has_four_digits() {
    let app = TestApp::start().await;
    for otp in ["", "123", "12345", "12a4", "١٢٣٤"] {
        app.post(PATH).json(json!({"email": "ann@plaza.example", "otp": otp})).await.refused_fields(&["otp"]);
    }
    app.post(PATH).json(json!({})).await.refused_fields(&["email", "otp"]);
}

#[actix_web::test]
async fn code_attempts_are_limited_per_address() {
    let app = TestApp::with(&["--sign-in-rate", "3"]).await;
    let typed = |at| json!({"email": format!("u{at}@plaza.example"), "otp": "0000"});
    for at in 0..3 {
        app.post(PATH).json(typed(at)).await.refused(422, "auth.code_expired");
    }
    app.post(PATH).json(typed(9)).await.refused(429, "too_many");
}
