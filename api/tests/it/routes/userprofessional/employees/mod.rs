mod employee_id;

use serde_json::{Value, json};

use crate::{
    routes::users::update_profile::{PDF, kept_files, png},
    support::{
        app::{Answer, PASSWORD, Person, TestApp},
        order::{Bakery, bakery},
    },
};

pub const PATH: &str = "/api/v1/userprofessional/employees/";

/// Sends the form of an employee with both files. `change` replaces a field.
pub async fn send(app: &TestApp, by: &Person, change: Option<(&str, &str)>) -> Answer {
    let picture = png(8, 8);
    let mut parts: Vec<(&str, Option<&str>, &[u8])> = vec![
        ("first_name", None, b"Nora"),
        ("last_name", None, b"Lind"),
        ("email", None, b"nora@plaza.example"),
        ("contact_number", None, b"+34 600 000 000"),
        ("role", None, b"staff"),
        ("profile_image", Some("nora.png"), &picture),
        ("id_card_image", Some("card.pdf"), PDF),
    ];
    if let Some((field, value)) = change {
        for part in parts.iter_mut().filter(|part| part.0 == field) {
            *part = (part.0, None, value.as_bytes());
        }
    }
    app.post(PATH).as_(by).multipart(&parts).await
}

/// Adds an employee. Returns its id.
pub async fn add(app: &TestApp, by: &Person) -> i64 {
    let added = send(app, by, None).await;
    assert_eq!(added.status, 201, "{:#}", added.json);
    added.data()["id"].as_i64().unwrap()
}

/// Chooses a password with the code of the mail, which is number `mail` of this server, and signs in.
pub async fn join(app: &TestApp, mail: u64) -> Answer {
    let email = "nora@plaza.example";
    let realm = "/api/v1/userprofessional";
    assert_eq!(app.post(&format!("{realm}/forgot-password/")).json(json!({"email": email})).await.status, 200);
    let typed = json!({"email": email, "otp": app.code(mail).await});
    let proven = app.post(&format!("{realm}/verify-otp/")).json(typed).await;
    let body = json!({
        "email": email, "otp": proven.data()["proof"], "new_password": PASSWORD, "confirm_password": PASSWORD
    });
    assert_eq!(app.post(&format!("{realm}/reset-password/")).json(body).await.status, 200);
    let typed = json!({"email": email, "password": PASSWORD});
    app.post("/api/v1/userProfessionalRoutes/login/").json(typed).await
}

async fn team(app: &TestApp, owner: &Person) -> Vec<Value> {
    app.get(PATH).as_(owner).send().await.data().as_array().unwrap().clone()
}

#[actix_web::test]
async fn employee_chooses_a_password_and_works_within_the_role() {
    let app = TestApp::start().await;
    let Bakery { owner, bread, .. } = bakery(&app).await;
    let id = add(&app, &owner).await;
    let all = team(&app, &owner).await;
    assert_eq!((all.len(), &all[0]["role"], &all[1]["role"]), (2, &json!("owner"), &json!("staff")));
    assert_eq!((&all[1]["id"], &all[1]["has_joined"]), (&json!(id), &json!(false)));
    let picture = app.get(all[1]["picture"].as_str().unwrap()).send().await;
    assert_eq!(picture.status, 200);

    let mails = app.letters(2).await;
    let told = mails.iter().find(|mail| mail.recipient == "baker@plaza.example").expect("the owner is told");
    assert!(told.body.contains("nora@plaza.example"), "{}", told.body);
    let entered = join(&app, 3).await;
    assert_eq!(entered.status, 200, "{:#}", entered.json);
    let token = entered.data()["access_token"].as_str().unwrap().to_owned();
    assert_eq!(team(&app, &owner).await[1]["has_joined"], true);
    let profile = app.get("/api/v1/userprofessional/profile/").bearer(&token).send().await;
    assert_eq!(
        (&profile.data()["role"], &profile.data()["permissions"]),
        (&json!("staff"), &json!(["orders", "support"]))
    );
    assert_eq!(profile.data()["company"]["name"], "Bakery");

    // Staff works on orders and marks what is sold out. The rest is read only, or closed.
    let sold_out = format!("/api/v1/userprofessional/catalogue/offerings/{bread}/sold-out/");
    for (method, path, body, expected) in [
        ("GET", "/api/v1/userprofessional/orders/", json!(null), 200),
        ("GET", "/api/v1/userprofessional/catalogue/offerings/", json!(null), 200),
        ("PUT", sold_out.as_str(), json!({"sold_out": true}), 200),
        ("POST", "/api/v1/userprofessional/catalogue/folders/", json!({"name": "Menu"}), 403),
        ("GET", "/api/v1/userprofessional/store/profile/", json!(null), 403),
        ("GET", PATH, json!(null), 403),
        // One customer after another, but not all at once, nor money.
        ("GET", "/api/v1/userprofessional/dashboard/", json!(null), 200),
        ("GET", "/api/v1/userprofessional/customers/", json!(null), 200),
        ("GET", "/api/v1/userprofessional/customers/export/", json!(null), 403),
        ("GET", "/api/v1/userprofessional/orders/export/", json!(null), 403),
        ("GET", "/api/v1/userprofessional/earnings/?from=2026-11-01&to=2026-11-02", json!(null), 403),
        (
            "POST",
            "/api/v1/userprofessional/orders/1/refund/",
            json!({"amount": 1, "reason": "Late", "expected_left": 1}),
            403,
        ),
    ] {
        let request = app.call(method, path).bearer(&token);
        let answer = if body.is_null() { request.send().await } else { request.json(body).await };
        assert_eq!(answer.status, expected, "{method} {path}: {:#}", answer.json);
    }
}

#[actix_web::test]
async fn each_wrong_field_is_named_and_nothing_is_kept() {
    let app = TestApp::start().await;
    let Bakery { owner, .. } = bakery(&app).await;
    for (field, value) in [
        ("first_name", ""),
        ("last_name", ""),
        ("email", "nora"),
        ("email", "baker@plaza.example"),
        ("contact_number", "12"),
        ("role", "owner"),
        ("profile_image", "nora.png"),
        ("id_card_image", ""),
    ] {
        let refused = send(&app, &owner, Some((field, value))).await;
        assert_eq!(refused.status, 422, "{field}");
        let fields: Vec<_> = refused.json["errors"].as_object().unwrap().keys().cloned().collect();
        assert_eq!(fields, [field]);
    }
    assert_eq!((team(&app, &owner).await.len(), kept_files(&app)), (1, 0));
    add(&app, &owner).await;
    send(&app, &owner, None).await.refused(422, "validation");
}
