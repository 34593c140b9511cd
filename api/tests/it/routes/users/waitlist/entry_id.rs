use serde_json::json;

use super::{PATH, join, offer};
use crate::support::{app::TestApp, market};

#[actix_web::test]
async fn offer_of_a_customer_who_leaves_goes_to_the_next() {
    let app = TestApp::start().await;
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    let (shop, _) = market::salon(&app, "beauty").await;
    let booking = market::book(&app, &ann, &shop).await;
    let path = format!("{PATH}{}/", join(&app, &ben, &shop).await["id"]);
    join(&app, &eve, &shop).await;
    let cancelled = app.post(&format!("{booking}cancel/")).as_(&ann).json(json!({"expected_fee": 0})).await;
    assert_eq!(cancelled.status, 200, "{:#}", cancelled.json);
    offer(&app, &ben).await;
    app.call("DELETE", &path).as_(&eve).send().await.refused(404, "not_found");
    assert_eq!(app.call("DELETE", &path).as_(&ben).send().await.status, 200);
    app.call("DELETE", &path).as_(&ben).send().await.refused(404, "not_found");
    assert_eq!(app.get(PATH).as_(&ben).send().await.data(), &json!([]));
    offer(&app, &eve).await;
}
