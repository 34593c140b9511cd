use serde_json::json;

use super::{
    super::{owners, path},
    add, ids,
};
use crate::support::app::TestApp;

#[actix_web::test]
async fn order_of_own_pictures_is_kept() {
    let app = TestApp::start().await;
    let (chef, other) = owners(&app).await;
    let (first, second) = (add(&app, &chef, "").await, add(&app, &chef, "").await);
    let order = json!({"ids": [second, first]});
    let put = |who, body| app.call("PUT", &path("gallery/order/")).as_(who).json(body);
    put(&other, order.clone()).await.refused(404, "not_found");
    put(&chef, json!({"ids": []})).await.refused_fields(&["ids"]);
    assert_eq!(put(&chef, order).await.status, 200);
    assert_eq!(ids(&app.get(&path("gallery/")).as_(&chef).send().await), [second, first]);
}
