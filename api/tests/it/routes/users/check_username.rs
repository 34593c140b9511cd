use serde_json::json;

use crate::support::app::TestApp;

const PATH: &str = "/api/v1/users/check-username/";

#[actix_web::test]
async fn name_is_taken_in_any_case_and_when_confusable() {
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
async fn name_in_confusable_letters_of_other_scripts_is_invalid() {
    let app = TestApp::start().await;
    app.person("marlon").await;
    // Cyrillic, fullwidth, accented, and with invisible characters.
    for name in ["m\u{430}rlon", "\u{ff4d}arlon", "marl\u{f3}n", "mar\u{200b}lon", "marlon\u{ad}", "marlo\u{578}"] {
        let answer = app.post(PATH).json(json!({"userName": name})).await;
        answer.refused_fields(&["userName"]);
        assert_eq!(answer.json["message"], "Use 3 to 30 letters, digits, dots or underscores.");
        let mut form = crate::support::app::registration("other");
        form["userName"] = json!(name);
        app.post("/api/v1/users/register/").json(form).await.refused_fields(&["userName"]);
    }
    // A look-alike name is taken at every endpoint.
    let ben = app.person("ben").await;
    let change = app.call("PUT", "/api/v1/users/update-profile/").as_(&ben).json(json!({"userName": "Mar1on"})).await;
    change.refused_fields(&["userName"]);
    assert_eq!(change.json["message"], "Username is not available");
}

#[actix_web::test]
async fn reserved_and_look_alike_names_are_refused_everywhere() {
    let app = TestApp::start().await;
    let (_alice, ben) = (app.person("alice").await, app.person("ben").await);
    for name in ["ALlCE", "alice.", "_AL1CE", "admin", "Support1", "plaza", "P1aza_team", "deleted.1", "guest_ab3d"] {
        app.post(PATH).json(json!({"userName": name})).await.refused_fields(&["userName"]);
        let mut form = crate::support::app::registration("other");
        form["userName"] = json!(name);
        let refused = app.post("/api/v1/users/register/").json(form).await;
        refused.refused_fields(&["userName"]);
        assert_eq!(refused.json["message"], "Username is not available", "{name}");
        let change = app.call("PUT", "/api/v1/users/update-profile/").as_(&ben).json(json!({"userName": name})).await;
        change.refused_fields(&["userName"]);
    }
    let guest = app.guest().await;
    assert!(guest.user_name.starts_with("guest_"), "the server itself gives such names");
}

#[actix_web::test]
async fn missing_name_returns_the_specified_message() {
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
async fn checks_are_limited_per_address() {
    let app = TestApp::with(&["--sign-in-rate", "1"]).await;
    for at in 0..2 {
        assert_eq!(app.post(PATH).json(json!({"userName": format!("user{at}")})).await.status, 200);
    }
    app.post(PATH).json(json!({"userName": "user9"})).await.refused(429, "too_many");
}
