use serde_json::json;
use store::support::{
    Scope,
    list::{self, Window},
};

use crate::support::{
    app::TestApp,
    order,
    ticket::{self, COMPANY_PATH, PATH},
};

#[actix_web::test]
async fn customer_turns_to_the_operator_once_the_company_answered() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let (ann, eve) = (app.person("ann").await, app.person("eve").await);
    let order = shop.paid(&app, &ann).await;
    let opened = ticket::open(&app, &ann, Some(order)).await;
    let path = format!("{PATH}{}/escalate/", opened["id"]);
    let reason = json!({"message": "They refuse the refund.", "client_id": "key"});
    // The company acts first.
    app.post(&path).as_(&ann).json(reason.clone()).await.refused(409, "ticket.state");
    ticket::write(&app, COMPANY_PATH, &shop.owner, &opened, "No refund.").await;
    app.post(&path).as_(&ann).json(json!({"message": " "})).await.refused_fields(&["message"]);
    app.post(&path).as_(&eve).json(reason.clone()).await.refused(404, "not_found");
    for _ in 0..2 {
        let asked = app.post(&path).as_(&ann).json(reason.clone()).await;
        assert_eq!((asked.status, &asked.data()["state"]), (200, &json!("open")), "{:#}", asked.json);
        assert_eq!((&asked.data()["escalation_from"], &asked.data()["messages"]), (&json!(null), &json!(3)));
        assert!(asked.data()["escalated_at"].is_string());
    }
    let again = json!({"message": "Please."});
    app.post(&path).as_(&ann).json(again).await.refused(409, "ticket.state");
    // Both see it, and the operator decides with `plaza support`.
    assert_eq!(ticket::notices(&app, &shop.owner).await[0], "company_ticket_reply");
    let window = Window { limit: 10, offset: 0 };
    let (waiting, _) = list::of(&app.state().db, Scope::Operator, &[], window).await.unwrap();
    assert_eq!(json!(waiting[0].id), opened["id"]);
    let shown = app.get(&format!("{COMPANY_PATH}{}/", opened["id"])).as_(&shop.owner).send().await;
    assert!(shown.data()["escalated_at"].is_string());
}
