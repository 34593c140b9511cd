use serde_json::json;

use super::{block, free_times, hour};
use crate::{
    routes::userprofessional::calendar::path,
    support::{
        app::TestApp,
        market::{self, date},
    },
};

#[actix_web::test]
async fn block_moves_to_another_time_and_owner() {
    let app = TestApp::start().await;
    let (shop, staff) = market::salon(&app, "beauty").await;
    let (other, _) = market::salon(&app, "relaxation").await;
    let id = block(&app, &shop.owner, hour(json!({}))).await[0]["id"].clone();
    let one = path(&format!("blocks/{id}/"));
    let moved = hour(json!({"hours": ["11:00", "12:00"], "resource_id": staff, "note": "Training"}));
    app.call("PUT", &one).as_(&other.owner).json(hour(json!({}))).await.refused(404, "not_found");
    let shown = app.call("PUT", &one).as_(&shop.owner).json(moved).await;
    assert_eq!((&shown.data()["id"], &shown.data()["resource_id"]), (&id, &json!(staff)));
    assert_eq!(shown.data()["note"], "Training");
    let free = free_times(&app, &shop).await;
    assert!(free.contains(&"10:00".to_owned()) && !free.contains(&"11:00".to_owned()));
    let two = json!({"dates": [date(10), date(11)]});
    app.call("PUT", &one).as_(&shop.owner).json(two).await.refused_fields(&["dates"]);
}
