use serde_json::json;

use crate::support::{app::TestApp, order};

#[actix_web::test]
async fn received_question_is_asked_after_the_handover() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let id = shop.paid(&app, &ann).await;
    let path = format!("/api/v1/users/orders/fulfilled/{id}/");
    assert_eq!(app.get(&path).as_(&ann).send().await.data()["asks"], false);
    app.call("PUT", &path).as_(&ann).json(json!({"received": true})).await.refused(409, "order.state");
    for state in ["accepted", "fulfilled"] {
        shop.step(&app, id, state).await;
    }
    assert_eq!(app.get(&path).as_(&ann).send().await.data()["asks"], true);
    app.call("PUT", &path).as_(&ann).json(json!({})).await.refused_fields(&["received"]);
    app.call("PUT", &path).as_(&ben).json(json!({"received": true})).await.refused(404, "not_found");
    assert_eq!(app.call("PUT", &path).as_(&ann).json(json!({"received": false})).await.data()["received"], false);
    let answered = app.get(&path).as_(&ann).send().await;
    assert_eq!((&answered.data()["asks"], &answered.data()["received"]), (&json!(false), &json!(false)));
}

#[actix_web::test]
async fn missing_order_opens_one_ticket_at_the_company() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let id = shop.fulfilled(&app, &ann).await;
    let path = format!("/api/v1/users/orders/fulfilled/{id}/");
    let answer = || app.call("PUT", &path).as_(&ann).json(json!({"received": false}));
    let ticket = answer().await.data()["ticket_id"].clone();
    assert_eq!(answer().await.data()["ticket_id"], ticket);
    let shown = app.get(&format!("/api/v1/userprofessional/support-tickets/{ticket}/")).as_(&shop.owner).send().await;
    assert_eq!((&shown.data()["category"], &shown.data()["order"]["id"]), (&json!("order_issue"), &json!(id)));
}
