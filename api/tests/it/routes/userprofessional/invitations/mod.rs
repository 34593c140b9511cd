mod accept;
mod invitation_id;
mod show;

use serde_json::json;

use crate::support::{
    app::{Answer, Person, TestApp},
    order::bakery,
};

pub const PATH: &str = "/api/v1/userprofessional/invitations/";

pub async fn invite(app: &TestApp, by: &Person, email: &str, role: &str) -> Answer {
    app.post(PATH).as_(by).json(json!({"email": email, "role": role})).await
}

/// Returns the token of the link in the newest mail, once this many exist.
pub async fn token(app: &TestApp, mails: u64) -> String {
    let body = &app.letters(mails).await[0].body;
    let (_, token) = body.split_once("/pro/join#token=").unwrap_or_else(|| panic!("{body}"));
    token[..32].to_owned()
}

#[actix_web::test]
async fn owner_invites_any_address_and_sees_what_is_open() {
    let app = TestApp::start().await;
    let owner = bakery(&app).await.owner;
    let ann = app.person("ann").await;
    // The answer does not tell an account from an unknown address.
    for (number, email) in [(1, "nora@plaza.example"), (2, "ann@plaza.example")] {
        let invited = invite(&app, &owner, email, "staff").await;
        assert_eq!((invited.status, &invited.data()["email"]), (201, &json!(email)), "{:#}", invited.json);
        assert_eq!(app.letters(number).await[0].recipient, email);
    }
    // The same address again replaces the invitation.
    assert_eq!(invite(&app, &owner, "Nora@plaza.example", "manager").await.status, 201);
    let open = app.get(PATH).as_(&owner).send().await;
    let open: Vec<_> = open.data().as_array().unwrap().iter().map(|one| (&one["email"], &one["role"])).collect();
    assert_eq!(open.len(), 2);
    assert_eq!(open[0], (&json!("Nora@plaza.example"), &json!("manager")));
    app.get(PATH).as_(&ann).send().await.refused(403, "not_allowed");
}

#[actix_web::test]
async fn wrong_fields_and_members_are_refused() {
    let app = TestApp::start().await;
    let owner = bakery(&app).await.owner;
    for (email, role, field) in
        [("nora", "staff", "email"), ("nora@plaza.example", "owner", "role"), ("baker@plaza.example", "staff", "email")]
    {
        invite(&app, &owner, email, role).await.refused_fields(&[field]);
    }
    assert!(app.get(PATH).as_(&owner).send().await.data().as_array().unwrap().is_empty());
}
