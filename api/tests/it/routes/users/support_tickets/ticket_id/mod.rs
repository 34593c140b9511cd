mod escalate;
mod messages;
mod state;

use crate::support::{
    app::TestApp,
    ticket::{self, PATH},
};

#[actix_web::test]
async fn ticket_is_shown_to_its_customer_only() {
    let app = TestApp::start().await;
    let (ann, eve) = (app.person("ann").await, app.person("eve").await);
    let opened = ticket::open(&app, &ann, None).await;
    let path = format!("{PATH}{}/", opened["id"]);
    let shown = app.get(&path).as_(&ann).send().await;
    assert_eq!((shown.status, shown.data()), (200, &opened));
    app.get(&path).as_(&eve).send().await.refused(404, "not_found");
}
