use serde_json::json;

use crate::support::{app::TestApp, order};

#[actix_web::test]
async fn orders_are_listed_by_state() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let id = shop.paid(&app, &ann).await;
    let list = async |query: &str, who| app.get(&format!("/api/v1/users/orders-new/{query}")).as_(who).send().await;
    let all = list("", &ann).await;
    assert_eq!((&all.json["total"], &all.data()[0]["id"]), (&json!(1), &json!(id)));
    assert_eq!((&all.data()[0]["handled_by"], &all.data()[0]["next"]), (&json!(null), &json!([])));
    assert_eq!(list("?status=new,accepted", &ann).await.json["total"], 1);
    assert_eq!(list("?status=fulfilled", &ann).await.json["total"], 0);
    assert_eq!(list("", &ben).await.json["total"], 0);
    list("?status=lost", &ann).await.refused_fields(&["status"]);
}
