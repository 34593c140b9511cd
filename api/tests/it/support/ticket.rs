//! Support tickets on a test server.

use serde_json::{Value, json};

use super::app::{Answer, Person, TestApp};

pub const PATH: &str = "/api/v1/users/support-tickets/";
pub const COMPANY_PATH: &str = "/api/v1/userprofessional/support-tickets/";

/// Opens a ticket, about an order if there is one. Returns it.
pub async fn open(app: &TestApp, who: &Person, order: Option<i64>) -> Value {
    let body = json!({
        "category": "quality_issue", "subject": "Cold bread", "description": "The bread was cold.", "order_id": order,
    });
    let opened = app.post(&format!("{PATH}create/")).as_(who).json(body).await;
    assert_eq!(opened.status, 201, "{}", opened.json);
    opened.data().clone()
}

/// Writes in a ticket as a side: `path` is [`PATH`] or [`COMPANY_PATH`].
pub async fn write(app: &TestApp, path: &str, who: &Person, ticket: &Value, text: &str) -> Answer {
    app.post(&format!("{path}{}/messages/", ticket["id"])).as_(who).json(json!({"message": text})).await
}

/// Changes the state of a ticket as a side.
pub async fn set_state(app: &TestApp, path: &str, who: &Person, ticket: &Value, state: &str) -> Answer {
    app.call("PUT", &format!("{path}{}/state/", ticket["id"])).as_(who).json(json!({"state": state})).await
}

/// Kinds of the notifications of a person, the newest first.
pub async fn notices(app: &TestApp, who: &Person) -> Vec<Value> {
    let inbox = app.get("/api/v1/users/notifications/").as_(who).send().await;
    inbox.data().as_array().unwrap().iter().map(|one| one["kind"].clone()).collect()
}
