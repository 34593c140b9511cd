use serde_json::json;

use crate::support::{
    app::TestApp,
    order,
    ticket::{self, COMPANY_PATH, PATH},
};

#[actix_web::test]
async fn message_opens_a_resolved_ticket_again() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let (ann, eve) = (app.person("ann").await, app.person("eve").await);
    let order = shop.paid(&app, &ann).await;
    let opened = ticket::open(&app, &ann, Some(order)).await;
    ticket::set_state(&app, COMPANY_PATH, &shop.owner, &opened, "resolved").await;
    assert_eq!(ticket::notices(&app, &ann).await[0], "ticket_resolved");
    let written = ticket::write(&app, PATH, &ann, &opened, "Still cold").await;
    assert_eq!((written.status, &written.data()["state"]), (201, &json!("open")));
    assert_eq!(ticket::notices(&app, &shop.owner).await[0], "company_ticket_reply");
    ticket::write(&app, PATH, &ann, &opened, " ").await.refused_fields(&["message"]);
    ticket::write(&app, PATH, &eve, &opened, "Me too").await.refused(404, "not_found");
    let path = format!("{PATH}{}/messages/", opened["id"]);
    let page = app.get(&format!("{path}?per_page=2")).as_(&ann).send().await;
    let texts: Vec<_> = page.data().as_array().unwrap().iter().map(|one| one["text"].clone()).collect();
    assert_eq!(json!(texts), json!(["Still cold", ""]));
    let rest = app.get(&format!("{path}?before={}", page.json["next"])).as_(&ann).send().await;
    assert_eq!(rest.data()[0]["text"], "The bread was cold.");
    app.get(&path).as_(&eve).send().await.refused(404, "not_found");
    app.get(&format!("{path}?per_page=0")).as_(&ann).send().await.refused_fields(&["per_page"]);
}
