use serde_json::json;

use crate::support::{app::TestApp, order};

#[actix_web::test]
async fn line_is_checked_and_equal_lines_become_one() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let post = || app.post("/api/v1/users/cart/add/");
    post().json(shop.line(shop.bread, 1)).await.refused(401, "unauthenticated");
    for (field, value) in [
        ("quantity", json!(0)),
        ("quantity", json!(-1)),
        ("quantity", json!(100)),
        ("quantity", json!(i64::MAX)),
        ("product_id", json!(1)),
        ("variant_id", json!(1)),
        ("order_type_key", json!(4)),
        ("options", json!([{"group": "Size", "choice": "XL"}])),
        ("note", json!("x".repeat(201))),
    ] {
        let mut body = shop.line(shop.bread, 1);
        body[field] = value;
        post().as_(&ann).json(body).await.refused_fields(&[field]);
    }
    for quantity in [1, 2] {
        assert_eq!(post().as_(&ann).json(shop.line(shop.bread, quantity)).await.status, 201);
    }
    let cart = post().as_(&ann).json(shop.line(shop.mug, 1)).await;
    let lines: Vec<_> = cart.data()["lines"].as_array().unwrap().iter().map(|line| line["quantity"].clone()).collect();
    assert_eq!((json!(lines), &cart.data()["total"]), (json!([3, 1]), &json!(1_950)));
}
