use serde_json::json;

use crate::support::{app::TestApp, order};

mod customer_id;
mod export;

#[actix_web::test]
async fn customers_are_listed_by_their_latest_order() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    shop.paid(&app, &ann).await;
    shop.paid(&app, &ben).await;
    shop.paid(&app, &ben).await;
    let list = async |query: &str| {
        app.get(&format!("/api/v1/userprofessional/customers/{query}")).as_(&shop.owner).send().await
    };
    let first = list("?per_page=1").await;
    let newest = &first.data()[0];
    assert_eq!((&newest["id"], &newest["orders"], &newest["spent"]), (&json!(ben.id), &json!(2), &json!(500)));
    assert_eq!((&newest["status"], &newest["name"]), (&json!("returning"), &json!("Zoe Lind")));
    let rest = list(&format!("?per_page=1&cursor={}", first.json["next"].as_str().unwrap())).await;
    assert_eq!((&rest.data()[0]["id"], &rest.json["next"]), (&json!(ann.id), &json!(null)));
    for (query, first) in [("sort=spent", ben.id), ("sort=spent&direction=asc", ann.id), ("direction=asc", ann.id)] {
        assert_eq!(list(&format!("?{query}")).await.data()[0]["id"], json!(first), "{query}");
    }
    let page = list("?sort=orders&direction=asc&per_page=1").await;
    let rest = list(&format!("?sort=orders&direction=asc&cursor={}", page.json["next"].as_str().unwrap())).await;
    assert_eq!(rest.data()[0]["id"], json!(ben.id));
    list("?cursor=7").await.refused_fields(&["cursor"]);
    assert_eq!(list("?query=nobody").await.data(), &json!([]));
    list("?per_page=0").await.refused_fields(&["per_page"]);
    let rival = order::bakery_of(&app, "rival").await;
    let other = app.get("/api/v1/userprofessional/customers/").as_(&rival.owner).send().await;
    assert_eq!(other.data(), &json!([]));
}
