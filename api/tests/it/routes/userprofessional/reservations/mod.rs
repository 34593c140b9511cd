mod booking_id;

use serde_json::json;

use crate::support::{app::TestApp, market, socket::Socket};

const PATH: &str = "/api/v1/userprofessional/reservations/";

#[actix_web::test]
async fn company_lists_its_reservations_by_state_and_text() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let (shop, _) = market::salon(&app, "beauty").await;
    let (other, _) = market::salon(&app, "tours").await;
    market::book(&app, &ann, &shop).await;
    let total =
        async |who, query: &str| app.get(&format!("{PATH}?{query}")).as_(who).send().await.json["total"].clone();
    assert_eq!(total(&shop.owner, "").await, 1);
    assert_eq!(total(&shop.owner, "state=confirmed,no_show&query=zoe").await, 1);
    assert_eq!(total(&shop.owner, "state=no_show").await, 0);
    assert_eq!(total(&shop.owner, "query=nobody").await, 0);
    assert_eq!(total(&other.owner, "").await, 0);
    app.get(&format!("{PATH}?state=gold")).as_(&shop.owner).send().await.refused_fields(&["state"]);
    let reversed = "from=2026-11-30T00:00:00Z&to=2026-11-29T00:00:00Z";
    app.get(&format!("{PATH}?{reversed}")).as_(&shop.owner).send().await.refused_fields(&["to"]);
    app.get(PATH).as_(&ann).send().await.refused(403, "not_allowed");
}

#[actix_web::test]
async fn walk_in_needs_a_name_only_and_reaches_the_team() {
    let app = TestApp::start().await;
    let (shop, _) = market::salon(&app, "beauty").await;
    let (other, _) = market::salon(&app, "tours").await;
    let path = format!("/ws/orders/{}/?token={}", shop.company, shop.owner.access);
    let mut board = Socket::open(app.running.address.port(), &path).await.unwrap();
    board.wait_for("snapshot").await;
    let mut body = market::at_ten();
    body["product_id"] = json!(shop.offering);
    app.post(PATH).as_(&shop.owner).json(body.clone()).await.refused_fields(&["customer_name"]);
    body["customer_name"] = json!("Walk In");
    app.post(PATH).as_(&other.owner).json(body.clone()).await.refused(404, "not_found");
    let added = app.post(PATH).as_(&shop.owner).json(body).await;
    assert_eq!(
        (added.status, &added.data()["state"], &added.data()["customer_id"]),
        (201, &json!("confirmed"), &json!(null))
    );
    let news = board.wait(|frame| frame["data"]["type"] == "reservation").await;
    assert_eq!(news["data"]["reservation"]["id"], added.data()["id"]);
}

#[actix_web::test]
async fn reservations_stream_is_closed_to_others() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let (shop, _) = market::salon(&app, "beauty").await;
    let path = format!("/ws/orders/{}/?token={}", shop.company, ann.access);
    let mut board = Socket::open(app.running.address.port(), &path).await.unwrap();
    assert_eq!(board.closed().await, 4404);
}
