use serde_json::json;

use crate::support::{
    app::{PASSWORD, Person, TestApp},
    outbox::other_than,
};

const PATH: &str = "/api/v1/users/verify-user-otp/";
const SEND: &str = "/api/v1/users/send-otp/";

#[actix_web::test]
async fn verified_address_replaces_the_old_which_is_notified() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    app.verify(&ann).await;
    app.post(SEND).as_(&ann).json(json!({"email": "New@plaza.example", "password": PASSWORD})).await;
    let code = app.code(2).await;
    let typed = |otp: &str| json!({"email": "new@plaza.example", "otp": otp});
    app.post(PATH).as_(&ann).json(typed(&other_than(&code))).await.refused_fields(&["otp"]);
    let done = app.post(PATH).as_(&ann).json(typed(&code)).await;
    assert_eq!(done.status, 200, "{}", done.json);
    let expected = json!({"email": "new@plaza.example", "email_verified": true, "pending_email": null, "phone": null, "phone_verified": false,
        "verified": true});
    assert_eq!(done.data(), &expected);
    assert_eq!(app.get("/api/v1/users/verification-status/").as_(&ann).send().await.data(), &expected);
    let told = app.letters(3).await;
    assert_eq!(told[0].recipient, "ann@plaza.example");
    assert_eq!(told[0].subject.as_deref(), Some("Your Plaza account has a new e-mail address"));
    app.post(PATH).as_(&ann).json(typed(&code)).await.refused(422, "auth.code_expired");
}

#[actix_web::test]
async fn own_address_and_phone_are_verified_without_further_mail() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    app.post(SEND).as_(&ann).json(json!({"email": "ann@plaza.example"})).await;
    let by_mail = json!({"email": "ann@plaza.example", "otp": app.code(1).await});
    assert_eq!(app.post(PATH).as_(&ann).json(by_mail).await.status, 200);
    app.post(SEND).as_(&ann).json(json!({"phone": "+33612345678", "password": PASSWORD})).await;
    let by_phone = json!({"phone": "+33 612345678", "otp": app.code(2).await});
    let done = app.post(PATH).as_(&ann).json(by_phone).await;
    assert_eq!((&done.data()["phone"], &done.data()["phone_verified"]), (&json!("+33612345678"), &json!(true)));
    assert_eq!(app.letters(3).await[0].subject.as_deref(), Some("Your Plaza account has a new phone number"));
}

#[actix_web::test]
async fn code_works_for_its_account_and_target_only() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    app.verify(&ann).await;
    app.post(SEND).as_(&ann).json(json!({"email": "new@plaza.example", "password": PASSWORD})).await;
    let code = app.code(2).await;
    let elsewhere = json!({"email": "other@plaza.example", "otp": code});
    app.post(PATH).as_(&ann).json(elsewhere).await.refused_fields(&["otp"]);
    let typed = json!({"email": "new@plaza.example", "otp": code});
    app.post(PATH).as_(&ben).json(typed.clone()).await.refused(422, "auth.code_expired");
    // Another user signs up with the address and verifies it before the code is entered.
    let mut quicker = crate::support::app::registration("cat");
    quicker["email"] = json!("new@plaza.example");
    let cat = Person::of(&app.post("/api/v1/users/register/").json(quicker).await);
    let first = json!({"email": "new@plaza.example", "otp": app.code(3).await});
    assert_eq!(app.post(PATH).as_(&cat).json(first).await.status, 200);
    app.post(PATH).as_(&ann).json(typed).await.refused_fields(&["email"]);
}

#[actix_web::test]
async fn verification_requires_account_one_target_and_six_digits() {
    let app = TestApp::start().await;
    let (ann, guest) = (app.person("ann").await, app.guest().await);
    let form = json!({"email": "new@plaza.example", "otp": "123456"});
    app.post(PATH).json(form.clone()).await.refused(401, "unauthenticated");
    app.post(PATH).as_(&guest).json(form).await.refused(403, "auth.guest");
    app.post(PATH).as_(&ann).json(json!({})).await.refused_fields(&["email", "otp"]);
    let short = json!({"email": "new@plaza.example", "otp": "1234"});
    app.post(PATH).as_(&ann).json(short).await.refused_fields(&["otp"]);
    let both = json!({"email": "new@plaza.example", "phone": "+33612345678", "otp": "123456"});
    app.post(PATH).as_(&ann).json(both).await.refused_fields(&["phone"]);
}
