mod company_id;

use serde_json::{Value, json};
use store::company::team;

use crate::{
    routes::{
        userProfessionalRoutes::company_profiles::{send_from, sign_up},
        users::update_profile::{PDF, kept_files},
    },
    support::{
        app::{Answer, Person, TestApp},
        order::bakery,
    },
};

pub const PATH: &str = "/api/v1/userprofessional/companies/";

/// Fields of a company without those of its owner.
pub fn fields() -> Value {
    let mut fields = sign_up("lucia");
    let owner = ["firstName", "lastName", "email", "userName", "phone", "password", "confirm_password", "terms"];
    for field in owner {
        fields.as_object_mut().unwrap().remove(field);
    }
    fields
}

pub async fn add(app: &TestApp, by: &Person, fields: &Value, documents: &[(&str, &[u8], &str, &str)]) -> Answer {
    send_from(app.post(PATH).as_(by), fields, documents).await
}

/// Acts for a company.
pub async fn activate(app: &TestApp, who: &Person, company: &Value) -> Answer {
    app.call("PUT", &format!("{PATH}{company}/active/")).as_(who).send().await
}

#[actix_web::test]
async fn further_company_is_added_with_documents_and_is_active() {
    let app = TestApp::start().await;
    let shop = bakery(&app).await;
    let added = add(&app, &shop.owner, &fields(), &[("card.pdf", PDF, "registration", "")]).await;
    assert_eq!(added.status, 201, "{:#}", added.json);
    assert_eq!((&added.data()["company"]["name"], &added.data()["role"]), (&json!("Casa Azul"), &json!("owner")));
    assert_eq!(added.data()["company"]["documents"].as_array().unwrap().len(), 1);
    let listed = app.get(PATH).as_(&shop.owner).send().await;
    let seen: Vec<_> =
        listed.data().as_array().unwrap().iter().map(|one| (one["name"].clone(), one["active"].clone())).collect();
    assert_eq!(seen, [(json!("Bakery"), json!(false)), (json!("Casa Azul"), json!(true))]);

    let back = activate(&app, &shop.owner, &json!(shop.company)).await;
    assert_eq!((back.status, &back.data()["company"]["id"]), (200, &json!(shop.company)));
    assert_eq!(back.data()["company"]["documents"], json!([]), "documents are those of the active company");
}

#[actix_web::test]
async fn wrong_fields_are_named_and_nothing_is_kept() {
    let app = TestApp::start().await;
    let shop = bakery(&app).await;
    let mut wrong = fields();
    wrong["company_email"] = json!("nobody");
    wrong["categories"] = json!([]);
    let refused = add(&app, &shop.owner, &wrong, &[("card.pdf", PDF, "registration", "")]).await;
    refused.refused(422, "validation");
    let errors: Vec<_> = refused.json["errors"].as_object().unwrap().keys().cloned().collect();
    assert_eq!((errors, kept_files(&app)), (vec!["categories".to_owned(), "company_email".to_owned()], 0));
    wrong["password"] = json!("secret");
    add(&app, &shop.owner, &wrong, &[]).await.refused(422, "validation");
    assert_eq!(app.get(PATH).as_(&shop.owner).send().await.data().as_array().unwrap().len(), 1);
}

#[actix_web::test]
async fn companies_of_others_are_not_listed() {
    let app = TestApp::start().await;
    let shop = bakery(&app).await;
    let nora = app.business("nora").await;
    assert_eq!(app.get(PATH).as_(&nora).send().await.data(), &json!([]));
    activate(&app, &nora, &json!(shop.company)).await.refused(404, "not_found");
    assert!(team::membership(&app.state().db, nora.id).await.is_err());
    app.get(PATH).send().await.refused(401, "unauthenticated");
}
