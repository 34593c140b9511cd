use serde_json::{Value, json};
use store::notify::outbox;

use super::super::{PATH, form};
use crate::support::{app::TestApp, order};

/// Returns the path of the PDF that a mail links.
pub fn link_of(body: &str) -> &str {
    body[body.find("/api/").unwrap()..].split_whitespace().next().unwrap()
}

#[actix_web::test]
async fn invoice_is_mailed_with_a_link_to_its_pdf() {
    let app = TestApp::start().await;
    let (shop, rival) = (order::bakery(&app).await, order::bakery_of(&app, "rival").await);
    let issue = async |body: Value| {
        let issued = app.post(PATH).as_(&shop.owner).json(body).await;
        format!("{PATH}{}/mail/", issued.data()["number"].as_str().unwrap())
    };
    let path = issue(form()).await;
    app.post(&path).as_(&rival.owner).send().await.refused(404, "not_found");
    let sent = app.post(&path).as_(&shop.owner).send().await;
    assert_eq!(sent.status, 200, "{:#}", sent.json);
    assert!(sent.data()["mailed_at"].is_string());
    let mails = outbox::latest(&app.state().db, 50).await.unwrap();
    let mail = mails.iter().find(|mail| mail.recipient == "lukasz@plaza.example").unwrap();
    assert!(mail.subject.as_ref().unwrap().ends_with("from Bakery") && mail.body.contains("12.10"), "{}", mail.body);
    assert_eq!(app.get(link_of(&mail.body)).send().await.status, 200);
    for _ in 0..2 {
        app.post(&path).as_(&shop.owner).send().await;
    }
    app.post(&path).as_(&shop.owner).send().await.refused(429, "too_many");
    let mut without = form();
    (without["email"], without["client_id"]) = (json!(""), json!("two"));
    app.post(&issue(without).await).as_(&shop.owner).send().await.refused(409, "invoice.no_address");
}
