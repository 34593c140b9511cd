use serde_json::json;
use store::types::timestamp::Timestamp;

use crate::support::{app::TestApp, order};

#[actix_web::test]
async fn order_moves_along_its_states_only() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let id = shop.paid(&app, &ann).await;
    let path = format!("/api/v1/userprofessional/orders/{id}/state/");
    let put = |body| app.call("PUT", &path).as_(&shop.owner).json(body);
    put(json!({"state": "lost"})).await.refused_fields(&["state"]);
    put(json!({"state": "cancelled"})).await.refused_fields(&["reason"]);
    put(json!({"state": "en_route"})).await.refused(409, "order.state");
    for promised in ["1970-01-01T00:00:00.000Z", "2150-01-01T00:00:00.000Z"] {
        put(json!({"state": "accepted", "promised_at": promised})).await.refused_fields(&["promised_at"]);
    }
    let promised = Timestamp::now().plus(Timestamp::HOUR);
    let accepted = put(json!({"state": "accepted", "promised_at": promised})).await;
    assert_eq!(accepted.data()["promised_at"], json!(promised));
    assert_eq!(accepted.data()["handled_by"]["id"], json!(shop.owner.id));
    for state in ["processing", "ready", "fulfilled"] {
        shop.step(&app, id, state).await;
    }
    put(json!({"state": "cancelled", "reason": "Late"})).await.refused(409, "order.state");
    let id = shop.paid(&app, &ann).await;
    shop.step(&app, id, "cancelled").await;
    let shown = app.get(&format!("/api/v1/users/orders/{id}/")).as_(&ann).send().await;
    assert_eq!((&shown.data()["cancel_reason"], &shown.data()["refunded"]), (&json!("Closed"), &json!(250)));
}
