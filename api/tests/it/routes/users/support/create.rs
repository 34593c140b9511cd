use serde_json::json;

use crate::support::app::TestApp;

#[actix_web::test]
async fn contact_opens_a_ticket_at_the_operator() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let send = |body| app.post("/api/v1/users/support/create/").as_(&ann).json(body);
    send(json!({"description": "Help"})).await.refused_fields(&["support_type"]);
    send(json!({"support_type": "live_chat", "description": ""})).await.refused_fields(&["description"]);
    let body = json!({"support_type": "technical_support", "description": "The map is empty.\nSince today."});
    let ticket = send(body).await;
    assert_eq!((ticket.status, &ticket.data()["subject"]), (201, &json!("The map is empty.")));
    assert_eq!(
        (&ticket.data()["company"], &ticket.data()["support_type"]),
        (&json!(null), &json!("technical_support"))
    );
}
