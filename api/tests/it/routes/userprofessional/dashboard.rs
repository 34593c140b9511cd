use serde_json::json;

use crate::support::{app::TestApp, order};

#[actix_web::test]
async fn dashboard_counts_the_orders_of_today() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    shop.paid(&app, &ann).await;
    let second = shop.paid(&app, &ann).await;
    shop.step(&app, second, "cancelled").await;
    let shown = app.get("/api/v1/userprofessional/dashboard/").as_(&shop.owner).send().await;
    let today = &shown.data()["today"];
    assert_eq!((&today["orders"], &today["cancelled"], &today["income"]), (&json!(1), &json!(1), &json!(250)));
    assert_eq!(shown.data()["open"], json!([{"state": "new", "count": 1}]));
    assert_eq!((&shown.data()["last_week"]["income"], &shown.data()["currency"]), (&json!(0), &json!("EUR")));
    assert_eq!(
        shown.data()["attention"],
        json!({"reservations": 0, "reviews": 0, "low_stock": 1, "tickets": 0, "returns": 0})
    );
    let overview = &shown.data()["overview"];
    assert_eq!((&overview["sold_out"], &overview["advertisements"]), (&json!(0), &json!(0)));
    assert!(overview["on_sale"].as_i64().unwrap() > 0, "{overview}");
}
