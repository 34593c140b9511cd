mod ticket_id;

use serde_json::json;

use crate::support::{
    app::TestApp,
    order,
    ticket::{self, COMPANY_PATH},
};

#[actix_web::test]
async fn company_lists_tickets_about_its_orders() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let rival = order::bakery_of(&app, "rival").await;
    let ann = app.person("ann").await;
    let order = shop.paid(&app, &ann).await;
    let opened = ticket::open(&app, &ann, Some(order)).await;
    ticket::open(&app, &ann, None).await;
    let list = |who, query: &str| app.get(&format!("{COMPANY_PATH}{query}")).as_(who).send();
    let own = list(&shop.owner, "").await;
    assert_eq!((&own.json["total"], &own.data()[0]["id"]), (&json!(1), &opened["id"]));
    assert_eq!(own.data()[0]["next"]["company"], json!(["waiting_customer", "resolved"]));
    assert_eq!(list(&shop.owner, "?status=closed").await.json["total"], 0);
    assert_eq!(list(&rival.owner, "").await.json["total"], 0);
    let dashboard = app.get("/api/v1/userprofessional/dashboard/").as_(&shop.owner).send().await;
    assert_eq!(dashboard.data()["attention"]["tickets"], 1);
}
