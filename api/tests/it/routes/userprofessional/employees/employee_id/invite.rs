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
