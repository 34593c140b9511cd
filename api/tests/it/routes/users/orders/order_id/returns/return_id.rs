use serde_json::json;

use super::{path, requested};
use crate::support::{app::TestApp, order};

#[actix_web::test]
async fn customer_sends_or_withdraws_a_return() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let order = shop.fulfilled(&app, &ann).await;
    let id = requested(&app, &ann, order).await;
    let own = format!("{}{id}/", path(order));
    let put = |who, state: &str| app.call("PUT", &own).as_(who).json(json!({"state": state}));
    put(&ben, "closed").await.refused(404, "not_found");
    put(&ann, "in_transit").await.refused(409, "return.state");
    put(&ann, "refunded").await.refused(409, "return.state");
    let other = shop.fulfilled(&app, &ann).await;
    let wrong = format!("{}{id}/", path(other));
    app.call("PUT", &wrong).as_(&ann).json(json!({"state": "closed"})).await.refused(404, "not_found");
    for _ in 0..2 {
        let closed = put(&ann, "closed").await;
        assert_eq!((closed.status, &closed.data()["returns"][0]["state"]), (200, &json!("closed")));
        // The units are free for another return.
        assert_eq!(closed.data()["lines"][0]["returnable"], 1);
    }
    requested(&app, &ann, order).await;
}
