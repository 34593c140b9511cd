use serde_json::json;

use crate::support::{
    app::{PASSWORD, TestApp},
    authenticator::Authenticator,
};

const PATH: &str = "/api/v1/users/two-factor/recovery-codes/";

#[actix_web::test]
async fn new_codes_replace_the_earlier_codes() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let unset = json!({"password": PASSWORD, "code": "123456"});
    app.post(PATH).as_(&ann).json(unset).await.refused(409, "auth.two_factor_off");
    let (mut phone, earlier) = Authenticator::of(&app, &ann).await;
    let wrong_password = json!({"password": "nope", "code": phone.code()});
    app.post(PATH).as_(&ann).json(wrong_password).await.refused_fields(&["password"]);
    let answer = app.post(PATH).as_(&ann).json(json!({"password": PASSWORD, "code": phone.code()})).await;
    let codes = answer.data()["recovery_codes"].as_array().unwrap();
    assert_eq!((answer.status, codes.len()), (200, 10));
    let asked = app.post("/api/v1/users/login/").json(json!({"email": "ann", "password": PASSWORD})).await;
    let give = async |code: &str| {
        let body = json!({"challenge": asked.data()["challenge"], "recovery_code": code});
        app.post("/api/v1/users/login/two-factor/").json(body).await
    };
    give(&earlier[0]).await.refused_fields(&["recovery_code"]);
    assert_eq!(give(codes[0].as_str().unwrap()).await.status, 200);
}

#[actix_web::test]
async fn password_alone_makes_no_new_codes() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let (mut phone, codes) = Authenticator::of(&app, &ann).await;
    app.post(PATH).as_(&ann).json(json!({"password": PASSWORD})).await.refused_fields(&["code"]);
    let wrong = json!({"password": PASSWORD, "code": phone.wrong()});
    app.post(PATH).as_(&ann).json(wrong).await.refused_fields(&["code"]);
    let unknown = json!({"password": PASSWORD, "recovery_code": "aaaa-bbbb-cccc-dddd"});
    app.post(PATH).as_(&ann).json(unknown).await.refused_fields(&["recovery_code"]);
    app.post(PATH).as_(&ann).json(json!({"code": phone.code()})).await.refused_fields(&["password"]);
    let state = app.get("/api/v1/users/two-factor/").as_(&ann).send().await;
    assert_eq!(state.data()["recovery_codes_left"], 10);
    // An earlier code replaces the lost app, once.
    let recovery = json!({"password": PASSWORD, "recovery_code": codes[0]});
    assert_eq!(app.post(PATH).as_(&ann).json(recovery.clone()).await.status, 200);
    app.post(PATH).as_(&ann).json(recovery).await.refused_fields(&["recovery_code"]);
}

#[actix_web::test]
async fn new_codes_are_notified_in_the_inbox_and_by_mail() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let (mut phone, _) = Authenticator::of(&app, &ann).await;
    app.letters(1).await;
    app.post(PATH).as_(&ann).json(json!({"password": PASSWORD})).await.refused_fields(&["code"]);
    for (language, subject, letters) in
        [("US", "Your recovery codes were replaced", 2), ("FR", "Vos codes de secours ont été remplacés", 3)]
    {
        let chosen =
            app.call("PUT", "/api/v1/users/update-profile/").as_(&ann).json(json!({"language": language})).await;
        assert_eq!(chosen.status, 200, "{}", chosen.json);
        let answer = app.post(PATH).as_(&ann).json(json!({"password": PASSWORD, "code": phone.code()})).await;
        let inbox = app.get("/api/v1/users/notifications/").as_(&ann).send().await;
        let entry = &inbox.data()[0];
        assert_eq!((&entry["kind"], &entry["target"]), (&json!("recovery_codes_replaced"), &json!("security")));
        let letters = app.letters(letters).await;
        assert_eq!(
            (letters[0].recipient.as_str(), letters[0].subject.as_deref()),
            ("ann@plaza.example", Some(subject))
        );
        let codes = answer.data()["recovery_codes"].as_array().unwrap();
        assert!(codes.iter().all(|code| !letters[0].body.contains(code.as_str().unwrap())), "{}", letters[0].body);
    }
    assert_eq!(app.letters(3).await.len(), 3);
}
