use serde_json::json;

use crate::support::{
    app::TestApp,
    order,
    ticket::{self, COMPANY_PATH},
};

#[actix_web::test]
async fn company_resolves_but_does_not_close() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let rival = order::bakery_of(&app, "rival").await;
    let ann = app.person("ann").await;
    let order = shop.paid(&app, &ann).await;
    let opened = ticket::open(&app, &ann, Some(order)).await;
    let set = |who, state| ticket::set_state(&app, COMPANY_PATH, who, &opened, state);
    set(&shop.owner, "closed").await.refused(409, "ticket.state");
    set(&shop.owner, "waiting_customer").await.refused(409, "ticket.state");
    set(&rival.owner, "resolved").await.refused(404, "not_found");
    assert_eq!(set(&shop.owner, "resolved").await.data()["state"], json!("resolved"));
}
