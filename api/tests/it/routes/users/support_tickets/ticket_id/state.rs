use serde_json::json;

use crate::support::{
    app::TestApp,
    ticket::{self, PATH},
};

#[actix_web::test]
async fn customer_resolves_reopens_and_closes() {
    let app = TestApp::start().await;
    let (ann, eve) = (app.person("ann").await, app.person("eve").await);
    let opened = ticket::open(&app, &ann, None).await;
    let set = |state| ticket::set_state(&app, PATH, &ann, &opened, state);
    for state in ["resolved", "resolved", "open", "closed"] {
        let set = set(state).await;
        assert_eq!((set.status, &set.data()["state"]), (200, &json!(state)));
    }
    set("open").await.refused(409, "ticket.state");
    ticket::write(&app, PATH, &ann, &opened, "Hello?").await.refused(409, "ticket.state");
    set("lost").await.refused_fields(&["state"]);
    ticket::set_state(&app, PATH, &eve, &opened, "open").await.refused(404, "not_found");
}
