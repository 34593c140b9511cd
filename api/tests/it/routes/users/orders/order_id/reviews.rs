use serde_json::json;

use crate::{
    routes::userprofessional::company::review::form,
    support::{app::TestApp, order},
};

#[actix_web::test]
async fn reviews_of_an_order_are_shown_to_their_author() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let id = shop.fulfilled(&app, &ann).await;
    let path = format!("/api/v1/users/orders/{id}/reviews/");
    assert_eq!(app.get(&path).as_(&ann).send().await.data(), &json!([]));
    app.post("/api/v1/userprofessional/company/review/").as_(&ann).json(form(id)).await;
    let shown = app.get(&path).as_(&ann).send().await;
    assert_eq!((&shown.data()[0]["rating"], &shown.data()[0]["product_id"]), (&json!(4), &json!(null)));
    app.get(&path).as_(&ben).send().await.refused(404, "not_found");
}
