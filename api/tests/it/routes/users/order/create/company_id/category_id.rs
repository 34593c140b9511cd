use serde_json::json;

use crate::support::{app::TestApp, order};

#[actix_web::test]
async fn order_needs_the_total_seen_and_repeats_with_its_key() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let (ann, guest) = (app.person("ann").await, app.guest().await);
    let post = || app.post(&shop.create());
    post().as_(&ann).json(json!({})).await.refused(404, "not_found");
    shop.fill(&app, &guest, shop.bread, 1).await;
    post().as_(&guest).json(json!({})).await.refused(403, "auth.guest");
    let total = shop.fill(&app, &ann, shop.mug, 2).await;
    let unknown = format!("{}/{}/nowhere/", order::CREATE, shop.company);
    app.post(&unknown).as_(&ann).json(json!({})).await.refused(404, "not_found");
    let changed = post().as_(&ann).json(json!({"expected_total": total - 1})).await;
    changed.refused(409, "order.price_changed");
    assert_eq!(changed.json["amount"], total);
    for (field, value) in [("client_id", json!("x".repeat(65))), ("payment", json!("gold")), ("tip", json!(1))] {
        post().as_(&ann).json(json!({field: value})).await.refused_fields(&[field]);
    }
    let body = json!({"expected_total": total, "client_id": "first"});
    let placed = post().as_(&ann).json(body.clone()).await;
    assert_eq!((placed.status, &placed.data()["payment"]["state"]), (201, &json!("requires_method")));
    let again = post().as_(&ann).json(body).await;
    assert_eq!(again.data()["orders"][0]["id"], placed.data()["orders"][0]["id"]);
    let other = json!({"expected_total": 1, "client_id": "first"});
    post().as_(&ann).json(other).await.refused_fields(&["client_id"]);

    let ben = app.person("ben").await;
    let added = app.post("/api/v1/users/cart/add/").as_(&ben).json(shop.line(shop.mug, 1)).await;
    assert_eq!(added.data()["lines"][0]["problem"], "sold_out");
    post().as_(&ben).json(json!({})).await.refused(409, "order.lines");
}

#[actix_web::test]
async fn order_paid_on_site_goes_to_the_company_at_once() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    shop.fill(&app, &ann, shop.bread, 1).await;
    let placed = app.post(&shop.create()).as_(&ann).json(json!({"payment": "on_site"})).await;
    assert_eq!(placed.data()["orders"][0]["state"], "new");
    assert_eq!(app.get("/api/v1/users/cart/my-carts/").as_(&ann).send().await.data(), &json!([]));
}
