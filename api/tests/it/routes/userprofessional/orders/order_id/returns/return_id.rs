use serde_json::json;

use crate::{
    routes::users::orders::order_id::returns::requested,
    support::{app::TestApp, order},
};

#[actix_web::test]
async fn company_approves_receives_and_refunds_a_return() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let order = shop.fulfilled(&app, &ann).await;
    let id = requested(&app, &ann, order).await;
    let path = format!("/api/v1/userprofessional/orders/{order}/returns/{id}/");
    let put = |who, body| app.call("PUT", &path).as_(who).json(body);
    let rival = order::bakery_of(&app, "rival").await;
    put(&rival.owner, json!({"state": "approved"})).await.refused(404, "not_found");
    put(&shop.owner, json!({"state": "rejected"})).await.refused_fields(&["reason"]);
    put(&shop.owner, json!({"state": "refunded"})).await.refused(409, "return.state");
    for state in ["approved", "received", "refunded"] {
        let moved = put(&shop.owner, json!({"state": state})).await;
        assert_eq!((moved.status, &moved.data()["returns"][0]["state"]), (200, &json!(state)));
    }
    let shown = app.get(&format!("/api/v1/users/orders/{order}/")).as_(&ann).send().await;
    let shown = shown.data();
    assert_eq!((&shown["refunded"], &shown["payment"]["state"]), (&json!(250), &json!("refunded")));
    assert_eq!(shown["returns"][0]["next"], json!([]));
    let notes = app.get(&format!("/api/v1/users/orders/{order}/invoices/")).as_(&ann).send().await;
    assert_eq!((&notes.data()[1]["kind"], &notes.data()[1]["total"]), (&json!("credit_note"), &json!(-250)));
    let inbox = app.get("/api/v1/users/notifications/").as_(&ann).send().await;
    let kinds: Vec<_> = inbox.data().as_array().unwrap().iter().map(|it| it["kind"].clone()).collect();
    assert!(kinds.contains(&json!("return_approved")) && kinds.contains(&json!("order_refunded")), "{kinds:?}");
}
