use serde_json::json;

use crate::support::{
    app::TestApp,
    order,
    ticket::{self, COMPANY_PATH, PATH},
};

#[actix_web::test]
async fn answer_waits_for_the_customer_who_is_notified() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let rival = order::bakery_of(&app, "rival").await;
    let ann = app.person("ann").await;
    let order = shop.paid(&app, &ann).await;
    let opened = ticket::open(&app, &ann, Some(order)).await;
    let answered = ticket::write(&app, COMPANY_PATH, &shop.owner, &opened, "We are sorry.").await;
    assert_eq!(
        (answered.status, &answered.data()["side"], &answered.data()["state"]),
        (201, &json!("company"), &json!("waiting_customer"))
    );
    assert_eq!(ticket::notices(&app, &ann).await[0], "ticket_reply");
    ticket::write(&app, COMPANY_PATH, &rival.owner, &opened, "Buy here").await.refused(404, "not_found");
    let read = app.get(&format!("{COMPANY_PATH}{}/messages/", opened["id"])).as_(&shop.owner).send().await;
    assert_eq!(read.data().as_array().unwrap().len(), 2);
    let seen = app.get(&format!("{PATH}{}/", opened["id"])).as_(&ann).send().await;
    assert_eq!(seen.data()["last"]["text"], "We are sorry.");
}
