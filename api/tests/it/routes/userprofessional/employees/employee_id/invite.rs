use serde_json::json;

use super::super::{PATH, add, join};
use crate::support::{app::TestApp, order::bakery};

#[actix_web::test]
async fn invitation_is_sent_again_until_the_employee_has_a_password() {
    let app = TestApp::start().await;
    let shop = bakery(&app).await;
    let path = format!("{PATH}{}/invite/", add(&app, &shop.owner).await);
    assert_eq!(app.post(&path).as_(&shop.owner).send().await.status, 200);
    let mails = app.letters(3).await;
    let invitations = mails.iter().filter(|mail| mail.recipient == "nora@plaza.example");
    let link = "/pro/forgot-password#email=nora%40plaza.example";
    assert_eq!(invitations.filter(|mail| mail.body.contains(link)).count(), 2);
    join(&app, 4).await;
    app.post(&path).as_(&shop.owner).send().await.refused(409, "employee.joined");
    let own = format!("{PATH}{}/invite/", shop.owner.id);
    assert_eq!(app.post(&own).as_(&shop.owner).send().await.status, 404);
}

#[actix_web::test]
async fn mistyped_address_is_corrected_with_the_next_invitation() {
    let app = TestApp::start().await;
    let shop = bakery(&app).await;
    app.person("ann").await;
    let path = format!("{PATH}{}/invite/", add(&app, &shop.owner).await);
    for wrong in ["nora", "ann@plaza.example"] {
        app.post(&path).as_(&shop.owner).json(json!({"email": wrong})).await.refused_fields(&["email"]);
    }
    let corrected = json!({"email": "nora.lind@plaza.example"});
    assert_eq!(app.post(&path).as_(&shop.owner).json(corrected.clone()).await.status, 200);
    // The invitation, and the notice to the owner.
    let mails = app.letters(4).await;
    assert_eq!(mails.iter().filter(|mail| mail.recipient == "nora.lind@plaza.example").count(), 1);
    let link = "/pro/forgot-password#email=nora.lind%40plaza.example";
    assert!(mails.iter().any(|mail| mail.body.contains(link)));
    let shown = app.get(PATH).as_(&shop.owner).send().await;
    assert_eq!(shown.data()[1]["email"], corrected["email"]);
}
