use serde_json::{Value, json};

use crate::support::{app::TestApp, order, socket::Socket};

mod export;
mod order_id;

#[actix_web::test]
async fn company_sees_paid_orders_of_its_own() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let list =
        async |query: &str| app.get(&format!("/api/v1/userprofessional/orders/{query}")).as_(&shop.owner).send().await;
    shop.order(&app, &ann).await;
    assert_eq!(list("").await.json["total"], 0);
    let id = shop.paid(&app, &ann).await;
    for (query, total) in [("", 1), ("?status=new", 1), ("?status=accepted", 0), ("?query=lind", 1), ("?query=max", 0)]
    {
        assert_eq!(list(query).await.json["total"], total, "{query}");
    }
    assert_eq!(
        (&list("").await.data()[0]["id"], &list("").await.data()[0]["next"]),
        (&json!(id), &json!(["accepted", "cancelled"]))
    );
    list(&format!("?query={}", "x".repeat(101))).await.refused_fields(&["query"]);
    list("?from=2026-11-30T00:00:00Z&to=2026-11-29T00:00:00Z").await.refused_fields(&["to"]);
    app.get("/api/v1/userprofessional/orders/").as_(&ann).send().await.refused(403, "not_allowed");
}

#[actix_web::test]
async fn orders_are_sorted_by_time_and_total() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let mut ids = Vec::new();
    for quantity in [1, 3, 2] {
        let total = shop.fill(&app, &ann, shop.bread, quantity).await;
        let placed = app.post(&shop.create()).as_(&ann).json(json!({"expected_total": total})).await;
        let id = placed.data()["orders"][0]["id"].as_i64().unwrap();
        let body = json!({"order_id": id, "payment_method": "sandbox_success"});
        assert_eq!(app.post(order::PAY).as_(&ann).json(body).await.status, 200);
        ids.push(id);
    }
    let list = async |query: &str| {
        let page = app.get(&format!("/api/v1/userprofessional/orders/?{query}")).as_(&shop.owner).send().await;
        let ids = page.data().as_array().unwrap().iter().map(|it| it["id"].as_i64().unwrap());
        ids.collect::<Vec<_>>()
    };
    assert_eq!(list("").await, [ids[2], ids[1], ids[0]]);
    assert_eq!(list("direction=asc").await, ids);
    assert_eq!(list("sort=total").await, [ids[1], ids[2], ids[0]]);
    assert_eq!(list("sort=total&direction=asc&per_page=1&page=2").await, [ids[2]]);
    let wrong = app.get("/api/v1/userprofessional/orders/?sort=weight").as_(&shop.owner).send().await;
    assert_eq!(wrong.status, 422);
}

#[actix_web::test]
async fn order_is_live_for_company_and_customer() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let port = app.running.address.port();
    let board = format!("/ws/orders/{}/?token={}", shop.company, shop.owner.access);
    let mut board = Socket::open(port, &board).await.unwrap();
    assert_eq!(board.wait_for("snapshot").await["data"]["orders"], json!([]));
    let order = shop.order(&app, &ann).await;
    let stream = |access: &str| format!("/ws/order/{}/?token={access}", order["id"]);
    let mut hers = Socket::open(port, &stream(&ann.access)).await.unwrap();
    assert_eq!(hers.wait_for("snapshot").await["data"]["order"]["state"], "pending_payment");
    let body = json!({"order_id": order["id"], "payment_method": "sandbox_success"});
    assert_eq!(app.post(order::PAY).as_(&ann).json(body).await.status, 200);
    let is_order = |frame: &Value| frame["data"]["type"] == "order";
    let arrived = board.wait(is_order).await;
    assert_eq!((&arrived["data"]["order"]["id"], &arrived["data"]["order"]["state"]), (&order["id"], &json!("new")));
    assert_eq!(hers.wait(is_order).await["data"]["order"]["state"], "new");
    shop.step(&app, order["id"].as_i64().unwrap(), "accepted").await;
    let accepted = hers.wait(is_order).await;
    assert_eq!(
        (&accepted["data"]["order"]["state"], &accepted["data"]["order"]["handled_by"]),
        (&json!("accepted"), &json!(null))
    );
    for stranger in [&ben, &shop.owner] {
        let mut socket = Socket::open(port, &stream(&stranger.access)).await.unwrap();
        assert_eq!(socket.closed().await, 4404);
    }
}
