use serde_json::json;

use crate::support::{app::TestApp, order};

mod order_id;

#[actix_web::test]
async fn company_sees_paid_orders_of_its_own() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let list =
        async |query: &str| app.get(&format!("/api/v1/userprofessional/orders/{query}")).as_(&shop.owner).send().await;
    shop.order(&app, &ann).await;
    assert_eq!(list("").await.json["total"], 0);
    let id = shop.paid(&app, &ann).await;
    for (query, total) in [("", 1), ("?status=new", 1), ("?status=accepted", 0), ("?query=lind", 1), ("?query=max", 0)]
    {
        assert_eq!(list(query).await.json["total"], total, "{query}");
    }
    assert_eq!(
        (&list("").await.data()[0]["id"], &list("").await.data()[0]["next"]),
        (&json!(id), &json!(["accepted", "cancelled"]))
    );
    list(&format!("?query={}", "x".repeat(101))).await.refused_fields(&["query"]);
    app.get("/api/v1/userprofessional/orders/").as_(&ann).send().await.refused(403, "not_allowed");
}
