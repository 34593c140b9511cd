use image::ImageFormat;
use serde_json::{Value, json};

use crate::{
    routes::{chat::chatapp_upload_media::picture, users::support::upload_return_item_media::upload},
    support::{
        app::{Person, TestApp},
        order,
    },
};

mod return_id;

pub fn path(order: i64) -> String {
    format!("/api/v1/users/orders/{order}/returns/")
}

pub fn form() -> Value {
    json!({"items": [{"line": 0, "quantity": 1}], "reason": "damaged", "description": "Mouldy"})
}

/// Asks for the return of a loaf. Returns the id of the return.
pub async fn requested(app: &TestApp, who: &Person, order: i64) -> i64 {
    let asked = app.post(&path(order)).as_(who).json(form()).await;
    assert_eq!(asked.status, 201, "{:#}", asked.json);
    asked.data()["returns"][0]["id"].as_i64().unwrap()
}

#[actix_web::test]
async fn customer_asks_for_a_return_with_pictures() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let paid = shop.paid(&app, &ann).await;
    app.post(&path(paid)).as_(&ann).json(form()).await.refused(409, "order.state");
    let id = shop.fulfilled(&app, &ann).await;
    let post = |who, body| app.post(&path(id)).as_(who).json(body);
    let file = upload(&app, &ann, "mould.png", &picture(30, 20, ImageFormat::Png)).await.data()["id"].clone();
    let foreign = upload(&app, &ben, "mould.png", &picture(30, 20, ImageFormat::Png)).await.data()["id"].clone();
    for (field, value) in
        [("items", json!([])), ("description", json!("x".repeat(501))), ("media", json!([1, 2, 3, 4, 5, 6, 7]))]
    {
        let mut wrong = form();
        wrong[field] = value;
        post(&ann, wrong).await.refused_fields(&[field]);
    }
    let with = |media: &Value| {
        let mut body = form();
        body["media"] = json!([media]);
        body["client_id"] = json!("key");
        body
    };
    post(&ann, with(&foreign)).await.refused(409, "return.media");
    post(&ben, form()).await.refused(404, "not_found");
    let mut many = form();
    many["items"][0]["quantity"] = json!(2);
    post(&ann, many).await.refused(409, "return.units");
    // A repeat with the same key has no effect.
    for _ in 0..2 {
        let asked = post(&ann, with(&file)).await;
        let order = asked.data();
        assert_eq!((asked.status, order["returns"].as_array().unwrap().len()), (201, 1));
        let one = &order["returns"][0];
        assert_eq!((&one["state"], &one["amount"]), (&json!("requested"), &json!(250)));
        assert_eq!((&one["customer_next"], &one["media"][0]["id"]), (&json!(["closed"]), &file));
        assert_eq!((&order["lines"][0]["returnable"], &order["can"]["request_return"]), (&json!(0), &json!(false)));
    }
    let mut other = with(&file);
    other["description"] = json!("Another one");
    post(&ann, other).await.refused_fields(&["client_id"]);
    post(&ann, form()).await.refused(409, "return.units");
    // A day later the file is still there: the return shows it.
    assert_eq!(store::testing::count(&app.state().db, "order_return_media").await, 1);
}
