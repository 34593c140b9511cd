mod messages;
mod state;

use crate::support::{
    app::TestApp,
    order,
    ticket::{self, COMPANY_PATH},
};

#[actix_web::test]
async fn ticket_is_shown_to_its_company_only() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let rival = order::bakery_of(&app, "rival").await;
    let ann = app.person("ann").await;
    let order = shop.paid(&app, &ann).await;
    let opened = ticket::open(&app, &ann, Some(order)).await;
    let path = format!("{COMPANY_PATH}{}/", opened["id"]);
    assert_eq!(app.get(&path).as_(&shop.owner).send().await.data(), &opened);
    app.get(&path).as_(&rival.owner).send().await.refused(404, "not_found");
    let general = ticket::open(&app, &ann, None).await;
    let path = format!("{COMPANY_PATH}{}/", general["id"]);
    app.get(&path).as_(&shop.owner).send().await.refused(404, "not_found");
}
