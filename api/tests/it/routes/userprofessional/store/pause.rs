use serde_json::{Value, json};

use super::path;
use crate::support::{app::TestApp, order::bakery};

#[actix_web::test]
async fn pause_stops_orders_for_now_until_it_ends() {
    let app = TestApp::start().await;
    let bakery = bakery(&app).await;
    let ann = app.person("ann").await;
    let pause = async |minutes: i64| {
        app.call("PUT", &path("pause/")).as_(&bakery.owner).json(json!({"minutes": minutes})).await
    };
    bakery.fill(&app, &ann, bakery.bread, 2).await;
    let cart = async || app.get(&format!("/api/v1/users/cart/company/{}/", bakery.company)).as_(&ann).send().await;
    let set = pause(30).await;
    let until = set.data()["paused_until"].clone();
    assert!(set.status == 200 && until.is_string(), "{}", set.json);
    assert_eq!(app.get(&path("pause/")).as_(&bakery.owner).send().await.data(), set.data());
    let paused = cart().await;
    assert_eq!(paused.data()["company"]["paused_until"], until);
    assert!(paused.data()["problems"].as_array().unwrap().contains(&json!("paused")), "{}", paused.json);
    let total = paused.data()["total"].clone();
    app.post(&bakery.create()).as_(&ann).json(json!({"expected_total": total})).await.refused(409, "order.paused");
    assert_eq!(pause(0).await.data()["paused_until"], Value::Null);
    assert_eq!(cart().await.data()["problems"], json!([]));
}

#[actix_web::test]
async fn pause_is_set_by_members_and_within_a_day() {
    let app = TestApp::start().await;
    let bakery = bakery(&app).await;
    let put = |body| app.call("PUT", &path("pause/")).as_(&bakery.owner).json(body);
    for body in [json!({"minutes": -1}), json!({"minutes": 1_441}), json!({})] {
        put(body).await.refused_fields(&["minutes"]);
    }
    let ann = app.person("ann").await;
    let refused = app.call("PUT", &path("pause/")).as_(&ann).json(json!({"minutes": 30})).await;
    assert_eq!(refused.status, 403);
    assert_eq!(app.get(&path("pause/")).as_(&bakery.owner).send().await.data()["paused_until"], Value::Null);
}
