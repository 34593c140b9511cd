use serde_json::{Value, json};

use crate::support::{
    app::{PASSWORD, Person, TestApp, registration},
    outbox::code_in,
};

const PATH: &str = "/api/v1/users/register/";

fn with(field: &str, value: Value) -> Value {
    let mut form = registration("ann");
    form[field] = value;
    form
}

#[actix_web::test]
async fn new_account_is_signed_in_and_shown_as_submitted() {
    let app = TestApp::start().await;
    let mut form = registration("Ann.1");
    form["phone"] = json!("+33 6 12 34 56 78");
    form["city"] = json!("Lyon");
    form["addressLine2"] = json!("");
    form["marketing"] = json!(true);
    let made = app.post(PATH).json(form).await;
    assert_eq!((made.status, &made.json["status"]), (201, &json!(true)));
    let user = &made.data()["user"];
    for (field, value) in [
        ("type", json!("regular")),
        ("userName", json!("Ann.1")),
        ("phone", json!("+33612345678")),
        ("city", json!("Lyon")),
        ("addressLine2", json!(null)),
        ("marketing", json!(true)),
        ("language", json!("US")),
        ("picture", json!(null)),
    ] {
        assert_eq!(user[field], value, "{field}");
    }
    assert!(user.get("password_hash").is_none());
}

#[actix_web::test]
async fn all_missing_fields_are_named_together() {
    let app = TestApp::start().await;
    let all = ["address", "dob", "email", "firstName", "gender", "lastName", "password", "terms", "userName"];
    app.post(PATH).json(json!({})).await.refused_fields(&all);
    app.post(PATH).form("email=&terms=false").await.refused_fields(&all);
}

#[actix_web::test]
async fn each_field_is_validated() {
    let app = TestApp::start().await;
    for (field, value) in [
        ("email", json!("ann")),
        ("userName", json!("a b")),
        ("password", json!("short")),
        ("confirm_password", json!("Another-one-1")),
        ("firstName", json!("x".repeat(61))),
        ("lastName", json!(" ")),
        ("dob", json!("1990-02-30")),
        ("dob", json!("2990-01-01")),
        ("gender", json!("robot")),
        ("phone", json!("12")),
        ("terms", json!(false)),
        ("terms", json!("perhaps")),
        ("admin", json!(true)),
        ("type", json!("professional")),
    ] {
        app.post(PATH).json(with(field, value)).await.refused_fields(&[field]);
    }
    assert_eq!(store::testing::count(&app.state().db, "account").await, 0);
}

#[actix_web::test]
async fn used_name_is_refused_by_field() {
    let app = TestApp::start().await;
    app.person("ann").await;
    let same_name = app.post(PATH).json(with("email", json!("b@plaza.example"))).await;
    same_name.refused_fields(&["userName"]);
    assert_eq!(same_name.json["message"], "Username is not available");
    app.post(PATH).json(with("userName", json!("ben"))).await.refused_fields(&["email"]);
    app.post(PATH).json(with("userName", json!("ANN"))).await.refused_fields(&["email", "userName"]);
}

#[actix_web::test]
async fn concurrent_sign_ups_with_one_name_create_one_account() {
    let app = TestApp::start().await;
    let (one, other) =
        futures_util::future::join(app.post(PATH).json(registration("ann")), app.post(PATH).json(registration("ann")))
            .await;
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 422]);
}

const VERIFY: &str = "/api/v1/users/verify-user-otp/";
const HOUR: i64 = store::types::timestamp::Timestamp::HOUR;

#[actix_web::test]
async fn sign_up_mails_a_code_in_its_language() {
    let app = TestApp::start().await;
    let made = app.post(PATH).json(with("language", json!("fr"))).await;
    assert_eq!((made.status, &made.data()["user"]["language"]), (201, &json!("FR")));
    let letter = app.letters(1).await.remove(0);
    assert_eq!(letter.recipient, "ann@plaza.example");
    assert_eq!(letter.subject, Some(format!("{} est votre code Plaza", code_in(&letter))));
    let ann = Person::of(&made);
    // Another may be requested at once, and then follows the limits of any other.
    let send = || app.post("/api/v1/users/send-otp/").as_(&ann).json(json!({"email": "ann@plaza.example"}));
    assert_eq!(send().await.status, 200);
    send().await.refused(429, "too_many");
    let typed = json!({"email": "ann@plaza.example", "otp": code_in(&letter)});
    let verified = app.post(VERIFY).as_(&ann).json(typed).await;
    assert_eq!((verified.status, &verified.data()["email_verified"]), (200, &json!(true)));
    app.post(PATH).json(with("language", json!("EN"))).await.refused_fields(&["language"]);
}

#[actix_web::test]
async fn sign_up_without_codes_left_still_creates_the_account() {
    let app = TestApp::with(&["--sign-in-rate", "1"]).await;
    for (at, name) in ["ann", "ben", "cem"].into_iter().enumerate() {
        assert_eq!(app.post(PATH).json(registration(name)).await.status, 201, "{at}");
    }
    // A node sends one code an hour to an address at this rate.
    assert_eq!(app.letters(1).await.len(), 1);
}

/// Makes every sign-up older than the time in which it keeps its address from others.
async fn an_hour_later(app: &TestApp) {
    use store::testing::sqlx;
    store::on!(app.state().db.write(), at => sqlx::query("UPDATE account SET terms_at = terms_at - $1")
        .bind(HOUR).execute(at).await.map(drop))
    .unwrap();
}

#[actix_web::test]
async fn true_owner_takes_the_address_of_an_unproven_account() {
    let app = TestApp::start().await;
    let squatter = Person::of(&app.post(PATH).json(with("userName", json!("squatter"))).await);
    app.letters(1).await;
    app.post(PATH).json(registration("ann")).await.refused_fields(&["email"]);
    an_hour_later(&app).await;
    let free = app.post("/api/v1/users/check-email/").json(json!({"email": "ann@plaza.example"})).await;
    assert_eq!(free.status, 200);

    let made = app.post(PATH).json(registration("ann")).await;
    let user = &made.data()["user"];
    assert_eq!((made.status, &user["email"], &user["pendingEmail"]), (201, &json!(null), &json!("ann@plaza.example")));
    // The claim stands until the code is entered, so that nobody takes an address without proof.
    let login = json!({"email": "ann@plaza.example", "password": PASSWORD});
    let entered = app.post("/api/v1/users/login/").json(login.clone()).await;
    assert_eq!(Person::of(&entered).id, squatter.id);
    let typed = json!({"email": "ann@plaza.example", "otp": code_in(&app.letters(2).await[0])});
    app.post(VERIFY).as_(&squatter).json(typed.clone()).await.refused_fields(&["otp"]);
    assert_eq!(app.post(VERIFY).as_(&Person::of(&made)).json(typed).await.status, 200);

    let entered = app.post("/api/v1/users/login/").json(login).await;
    assert_eq!(Person::of(&entered).id, Person::of(&made).id);
    let left = app.get("/api/v1/users/verification-status/").as_(&squatter).send().await;
    assert_eq!((&left.data()["email"], &left.data()["email_verified"]), (&json!(null), &json!(false)));
    app.post(PATH).json(with("userName", json!("other"))).await.refused_fields(&["email"]);
}

#[actix_web::test]
async fn change_of_address_takes_it_from_an_unproven_account() {
    let app = TestApp::start().await;
    let (squatter, ben) = (app.person("ann").await, app.person("ben").await);
    let change = json!({"email": "ann@plaza.example", "password": PASSWORD});
    assert_eq!(app.post("/api/v1/users/send-otp/").as_(&ben).json(change).await.status, 200);
    let typed = json!({"email": "ann@plaza.example", "otp": app.code_for("ann@plaza.example").await});
    assert_eq!(app.post(VERIFY).as_(&ben).json(typed).await.data()["email"], "ann@plaza.example");
    let profile = app.get("/api/v1/users/get-user-profile/").as_(&squatter).send().await;
    assert_eq!(profile.data()["email"], json!(null));
    // The account signs in by its user name and may prove another address.
    let login = json!({"email": "ann", "password": PASSWORD});
    assert_eq!(app.post("/api/v1/users/login/").json(login).await.status, 200);
}

#[actix_web::test]
async fn password_reset_verifies_the_address() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let proof = app.proof("users", "ann@plaza.example").await;
    let new = "Another-horse-2";
    let form = json!({"email": "ann@plaza.example", "otp": proof, "new_password": new, "confirm_password": new});
    assert_eq!(app.post("/api/v1/users/reset-password/").json(form).await.status, 200);
    let contact = store::account::credentials::contact(&app.state().db, ann.id).await.unwrap();
    assert!(contact.email_verified);
}
