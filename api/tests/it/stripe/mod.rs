//! Payments by Stripe, against a local one: attempts, webhooks, outages, refunds, disputes, and card data that must not
//! arrive.

mod attempts;
mod card_data;
mod crashes;
mod outages;
mod reconciliation;
mod refunds;
mod webhooks;

use serde_json::{Value, json};

use crate::support::{
    app::{Answer, Person, TestApp},
    order::{self, Bakery, PAY},
    stripe::{Bank, FakeStripe},
};

const STATUS: &str = "/api/v1/payment/user/order/status/";

/// Tries to pay with a token of Stripe's fields.
async fn pay(app: &TestApp, who: &Person, order: &Value, method: &str) -> Answer {
    app.post(PAY).as_(who).json(json!({"order_id": order, "payment_method": method})).await
}

/// State and failure of the payment in an answer.
fn payment(answer: &Answer) -> (&str, Option<&str>) {
    let payment = &answer.data()["payment"];
    (payment["state"].as_str().unwrap_or_else(|| panic!("{:#}", answer.json)), payment["failure"].as_str())
}

/// Orders mugs, of which two are in stock. Returns the id of the order.
async fn order_mugs(app: &TestApp, shop: &Bakery, who: &Person, quantity: i64) -> Value {
    let total = shop.fill(app, who, shop.mug, quantity).await;
    let placed = app.post(&shop.create()).as_(who).json(json!({"expected_total": total})).await;
    assert_eq!(placed.status, 201, "{:#}", placed.json);
    assert_eq!(placed.data()["payment"]["provider"], "stripe");
    placed.data()["orders"][0]["id"].clone()
}

/// A bakery, and a customer's order of a mug that is paid.
async fn paid_mug(stripe: &FakeStripe) -> (TestApp, Bakery, Person, Value) {
    let app = stripe.app().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let order = order_mugs(&app, &shop, &ann, 1).await;
    pay(&app, &ann, &order, &stripe.method(Bank::Accepts)).await;
    (app, shop, ann, order)
}

async fn show(app: &TestApp, who: &Person, order: &Value) -> Value {
    app.get(&format!("/api/v1/users/orders/{order}/")).as_(who).send().await.data().clone()
}

/// Units of the mug that are held and sold.
async fn stock(app: &TestApp, shop: &Bakery) -> (i64, i64) {
    use store::testing::sqlx;
    store::on!(app.state().db.read(), at => sqlx::query_as(
        "SELECT CAST(COALESCE(SUM(b.held), 0) AS BIGINT), CAST(COALESCE(SUM(b.sold), 0) AS BIGINT)
         FROM capacity_bucket b JOIN offering_variant v ON v.id = b.variant_id WHERE v.offering_id = $1")
        .bind(shop.mug).fetch_one(at).await)
    .unwrap()
}
