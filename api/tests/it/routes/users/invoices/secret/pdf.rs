use store::notify::outbox;

use crate::{
    routes::userprofessional::invoices::{self, number::mail::link_of},
    support::{app::TestApp, order},
};

#[actix_web::test]
async fn mailed_link_opens_the_invoice_for_anybody() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let issued = app.post(invoices::PATH).as_(&shop.owner).json(invoices::form()).await;
    let mail = format!("{}{}/mail/", invoices::PATH, issued.data()["number"].as_str().unwrap());
    assert_eq!(app.post(&mail).as_(&shop.owner).send().await.status, 200);
    let mails = outbox::latest(&app.state().db, 50).await.unwrap();
    let mail = mails.iter().find(|mail| mail.recipient == "lukasz@plaza.example").unwrap();
    let link = link_of(&mail.body);
    let file = app.get(link).send().await;
    assert_eq!((file.status, file.header("content-type")), (200, "application/pdf"));
    assert!(file.bytes.starts_with(b"%PDF-"));
    app.get(&link.replace("/pdf/", "0/pdf/")).send().await.refused(404, "not_found");
    app.get(&link.replace("invoices/", "invoices/0").replacen("/pdf/", "", 1)).send().await.refused(404, "not_found");
}
