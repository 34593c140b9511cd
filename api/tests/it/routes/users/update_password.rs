use serde_json::{Value, json};

use crate::support::app::{PASSWORD, Person, TestApp};

const PATH: &str = "/api/v1/users/update-password/";

fn form(old: &str, new: &str) -> Value {
    json!({"old_password": old, "new_password": new, "confirm_password": new})
}

#[actix_web::test]
async fn other_devices_are_signed_out_and_this_one_stays() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let login = |password: &str| app.post("/api/v1/users/login/").json(json!({"email": "ann", "password": password}));
    let elsewhere = Person::of(&login(PASSWORD).await);
    let done = app.call("PUT", PATH).as_(&ann).json(form(PASSWORD, "Another-horse-2")).await;
    assert_eq!(done.status, 200, "{}", done.json);
    assert!(app.is_in(&ann).await && !app.is_in(&elsewhere).await);
    login(PASSWORD).await.refused(401, "auth.invalid_credentials");
    assert_eq!(login("Another-horse-2").await.status, 200);
    assert!(app.letters(1).await[0].body.contains("has just been changed"));
}

#[actix_web::test]
async fn current_and_five_previous_passwords_are_refused() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let mut current = PASSWORD.to_owned();
    for at in 1..=6 {
        let new = format!("Another-horse-{at}");
        let done = app.call("PUT", PATH).as_(&ann).json(form(&current, &new)).await;
        assert_eq!(done.status, 200, "{}", done.json);
        current = new;
    }
    for used in 1..=6 {
        let again = app.call("PUT", PATH).as_(&ann).json(form(&current, &format!("Another-horse-{used}"))).await;
        again.refused_fields(&["new_password"]);
        assert_eq!(again.json["message"], "Choose a password that you have not used before.");
    }
    // The password before those five may be used again.
    assert_eq!(app.call("PUT", PATH).as_(&ann).json(form(&current, PASSWORD)).await.status, 200);
}

#[actix_web::test]
async fn wrong_current_password_changes_nothing_and_is_rate_limited() {
    let app = TestApp::with(&["--sign-in-rate", "3"]).await;
    let ann = app.person("ann").await;
    for _ in 0..3 {
        app.call("PUT", PATH)
            .as_(&ann)
            .json(form("Guess-123", "Another-horse-2"))
            .await
            .refused_fields(&["old_password"]);
    }
    app.call("PUT", PATH).as_(&ann).json(form(PASSWORD, "Another-horse-2")).await.refused(429, "too_many");
    let login = app.post("/api/v1/users/login/").json(json!({"email": "ann", "password": PASSWORD})).await;
    assert_eq!(login.status, 200);
}

#[actix_web::test]
async fn change_requires_an_account_and_a_complete_form() {
    let app = TestApp::start().await;
    let (ann, guest) = (app.person("ann").await, app.guest().await);
    app.call("PUT", PATH).json(form(PASSWORD, "Another-horse-2")).await.refused(401, "unauthenticated");
    app.call("PUT", PATH).as_(&guest).json(form(PASSWORD, "Another-horse-2")).await.refused(403, "auth.guest");
    app.call("PUT", PATH).as_(&ann).json(json!({})).await.refused_fields(&["new_password", "old_password"]);
    app.call("PUT", PATH).as_(&ann).json(form(PASSWORD, "weak")).await.refused_fields(&["new_password"]);
    let differ = json!({"old_password": PASSWORD, "new_password": "Another-horse-2", "confirm_password": "x"});
    app.call("PUT", PATH).as_(&ann).json(differ).await.refused_fields(&["confirm_password"]);
}
