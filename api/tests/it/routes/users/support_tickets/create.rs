use serde_json::json;

use crate::support::{
    app::TestApp,
    order,
    ticket::{self, PATH},
};

#[actix_web::test]
async fn ticket_about_an_order_goes_to_its_company() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let (ann, eve) = (app.person("ann").await, app.person("eve").await);
    let id = shop.paid(&app, &ann).await;
    let ticket = ticket::open(&app, &ann, Some(id)).await;
    assert_eq!((&ticket["company"]["name"], &ticket["order"]["id"]), (&json!("Bakery"), &json!(id)));
    assert_eq!((&ticket["state"], &ticket["description"]), (&json!("open"), &json!("The bread was cold.")));
    assert_eq!(ticket::notices(&app, &shop.owner).await[0], "company_ticket_new");
    let order = app.get(&format!("/api/v1/users/orders/{id}/")).as_(&ann).send().await;
    assert_eq!(order.data()["ticket_id"], ticket["id"]);
    let foreign = json!({"category": "other", "subject": "Mine", "description": "Not mine.", "order_id": id});
    app.post(&format!("{PATH}create/")).as_(&eve).json(foreign).await.refused_fields(&["order_id"]);
    let both = json!({"category": "other", "subject": "A", "description": "B", "order_id": id, "booking_id": id});
    app.post(&format!("{PATH}create/")).as_(&ann).json(both).await.refused_fields(&["booking_id"]);
}

#[actix_web::test]
async fn fields_and_files_are_checked_and_a_repeat_opens_one_ticket() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let path = format!("{PATH}create/");
    let create = |body| app.post(&path).as_(&ann).json(body);
    create(json!({"subject": "A", "description": "B"})).await.refused_fields(&["category"]);
    create(json!({"category": "fun", "subject": "A", "description": "B"})).await.refused_fields(&["category"]);
    create(json!({"category": "other", "subject": " ", "description": "B"})).await.refused_fields(&["subject"]);
    create(json!({"category": "other", "subject": "A", "description": ""})).await.refused_fields(&["description"]);
    let body = json!({"category": "other", "subject": "A", "description": "B", "client_id": "key"});
    let (first, again) = (create(body.clone()).await, create(body.clone()).await);
    assert_eq!((again.status, &first.data()["id"]), (201, &again.data()["id"]));
    let mut other = body;
    other["description"] = json!("C");
    create(other).await.refused_fields(&["client_id"]);

    let texts: [(&str, Option<&str>, &[u8]); 3] =
        [("category", None, b"other"), ("subject", None, b"Receipt"), ("description", None, b"See the file.")];
    let send = async |file: &[u8]| {
        let mut parts = texts.to_vec();
        parts.push(("documents", Some("receipt.pdf"), file));
        app.post(&path).as_(&ann).multipart(&parts).await
    };
    send(b"#!/bin/sh").await.refused_fields(&["documents"]);
    let opened = send(b"%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n").await;
    assert_eq!(opened.status, 201, "{}", opened.json);
    let messages = app.get(&format!("{PATH}{}/messages/", opened.data()["id"])).as_(&ann).send().await;
    let file = &messages.data()[0]["files"][0];
    assert_eq!((&file["name"], &file["mime"]), (&json!("receipt.pdf"), &json!("application/pdf")));
    assert_eq!(app.get(file["url"].as_str().unwrap()).send().await.status, 200);
}
