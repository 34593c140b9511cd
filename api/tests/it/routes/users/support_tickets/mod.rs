mod create;
mod ticket_id;

use serde_json::json;

use crate::support::{
    app::TestApp,
    ticket::{self, PATH},
};

#[actix_web::test]
async fn tickets_are_listed_by_state_for_their_customer_only() {
    let app = TestApp::start().await;
    let (ann, eve) = (app.person("ann").await, app.person("eve").await);
    let first = ticket::open(&app, &ann, None).await;
    let second = ticket::open(&app, &ann, None).await;
    ticket::set_state(&app, PATH, &ann, &first, "resolved").await;
    let list = |query: &str| app.get(&format!("{PATH}{query}")).as_(&ann).send();
    let all = list("").await;
    assert_eq!((&all.json["total"], &all.data()[0]["id"]), (&json!(2), &first["id"]));
    let open = list("?status=open,waiting_customer").await;
    assert_eq!((&open.json["total"], &open.data()[0]["id"]), (&json!(1), &second["id"]));
    assert_eq!(list("?per_page=1").await.json["next"], 2);
    list("?status=lost").await.refused_fields(&["status"]);
    assert_eq!(app.get(PATH).as_(&eve).send().await.json["total"], 0);
}
