use serde_json::{Value, json};

use crate::{
    routes::userprofessional::company::review::form,
    support::{app::TestApp, order},
};

const PATH: &str = "/api/v1/users/product/review/";

#[actix_web::test]
async fn product_of_a_fulfilled_order_is_reviewed_once() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let of = |id: i64, product: Value| {
        let mut body = form(id);
        body["product_id"] = product;
        body
    };
    let early = shop.paid(&app, &ann).await;
    app.post(PATH).as_(&ann).json(of(early, json!(shop.bread))).await.refused(409, "order.state");
    let id = shop.fulfilled(&app, &ann).await;
    app.post(PATH).as_(&ben).json(of(id, json!(shop.bread))).await.refused(404, "not_found");
    app.post(PATH).as_(&ann).json(of(id, json!(shop.mug))).await.refused(404, "not_found");
    for rating in [4, 2] {
        let mut body = of(id, json!(shop.bread));
        body["rating"] = json!(rating);
        let done = app.post(PATH).as_(&ann).json(body).await;
        assert_eq!((done.status, &done.data()["rating"]), (200, &json!(rating)));
    }
    let page = app.get(&format!("/api/v1/users/company/{}/feedback/", shop.company)).send().await;
    let review = &page.data()[0];
    assert_eq!((&page.json["total"], &review["rating"]), (&json!(1), &json!(2)));
    assert_eq!(review["offering"]["name"], "Bread");
}
