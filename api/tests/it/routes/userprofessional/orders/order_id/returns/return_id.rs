use serde_json::json;

use crate::{
    routes::users::orders::order_id::returns::requested,
    support::{app::TestApp, order},
};

#[actix_web::test]
async fn return_that_waits_is_found_and_each_side_is_told() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let rival = order::bakery_of(&app, "rival").await;
    let ann = app.person("ann").await;
    let order = shop.fulfilled(&app, &ann).await;
    shop.fulfilled(&app, &ann).await;
    let waiting = async |who| {
        let shown = app.get("/api/v1/userprofessional/dashboard/").as_(who).send().await;
        let path = "/api/v1/userprofessional/orders/?waiting_return=true";
        let list = app.get(path).as_(who).send().await;
        (shown.data()["attention"]["returns"].as_i64().unwrap(), list.json["total"].as_i64().unwrap())
    };
    let kinds = async |who| {
        let inbox = app.get("/api/v1/users/notifications/").as_(who).send().await;
        inbox.data().as_array().unwrap().iter().map(|it| it["kind"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(waiting(&shop.owner).await, (0, 0));
    let id = requested(&app, &ann, order).await;
    assert_eq!((waiting(&shop.owner).await, waiting(&rival.owner).await), ((1, 1), (0, 0)));
    let by_company = async |state: &str| {
        let path = format!("/api/v1/userprofessional/orders/{order}/returns/{id}/");
        assert_eq!(app.call("PUT", &path).as_(&shop.owner).json(json!({"state": state})).await.status, 200);
    };
    by_company("approved").await;
    assert_eq!(waiting(&shop.owner).await, (0, 0), "the customer sends it");
    let path = format!("/api/v1/users/orders/{order}/returns/{id}/");
    assert_eq!(app.call("PUT", &path).as_(&ann).json(json!({"state": "in_transit"})).await.status, 200);
    assert_eq!(waiting(&shop.owner).await, (1, 1));
    assert!(kinds(&shop.owner).await.contains(&json!("company_return_sent")));
    by_company("received").await;
    by_company("replaced").await;
    assert_eq!(waiting(&shop.owner).await, (0, 0));
    let told = kinds(&ann).await;
    assert!(told.contains(&json!("return_received")) && told.contains(&json!("return_replaced")), "{told:?}");
}

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
