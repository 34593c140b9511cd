use serde_json::json;
use store::types::timestamp::Timestamp;

use crate::support::{app::TestApp, order};

#[actix_web::test]
async fn company_changes_the_promised_time_of_an_open_order() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let id = shop.paid(&app, &ann).await;
    shop.step(&app, id, "accepted").await;
    let path = format!("/api/v1/userprofessional/orders/{id}/promise/");
    let put = |at| app.call("PUT", &path).as_(&shop.owner).json(json!({"promised_at": at}));
    put(Timestamp::now().plus(-Timestamp::HOUR)).await.refused_fields(&["promised_at"]);
    put(Timestamp::now().plus(400 * Timestamp::DAY)).await.refused_fields(&["promised_at"]);
    let later = Timestamp::now().plus(2 * Timestamp::HOUR);
    // A repeat tells nobody.
    for _ in 0..2 {
        let moved = put(later).await;
        assert_eq!((moved.status, &moved.data()["promised_at"]), (200, &json!(later)));
        assert_eq!(moved.data()["state"], "accepted");
    }
    let inbox = app.get("/api/v1/users/notifications/").as_(&ann).send().await;
    let told: Vec<_> = inbox.data().as_array().unwrap().iter().filter(|it| it["kind"] == "order_rescheduled").collect();
    assert_eq!((told.len(), &told[0]["subject"]["starts_at"]), (1, &json!(later)));
    shop.step(&app, id, "fulfilled").await;
    put(later).await.refused(409, "order.state");
}
