mod order;
mod resource_id;

use serde_json::json;

use super::{create, facial, owners, path};
use crate::support::app::TestApp;

#[actix_web::test]
async fn staff_and_tables_are_created_and_listed() {
    let app = TestApp::start().await;
    let (owner, other) = owners(&app).await;
    let id = create(&app, &owner, facial()).await;
    let post = |body| app.post(&path("resources/")).as_(&owner).json(body);
    let ana = post(json!({"kind": "staff", "name": "Ana", "title": "Therapist", "offerings": [id]})).await;
    assert_eq!((ana.status, &ana.data()[0]["offerings"]), (201, &json!([id])));
    let place = json!({"area": "Terrace", "x": 10, "y": 20, "is_round": true});
    let table = post(json!({"kind": "table", "name": "T1", "seats_min": 2, "seats_max": 4, "place": place})).await;
    assert_eq!((table.status, &table.data()[1]["place"]["width"]), (201, &json!(8)));
    post(json!({"kind": "table", "name": "", "seats_max": 101})).await.refused_fields(&["name", "seats_max"]);
    post(json!({"kind": "robot", "name": "R"})).await.refused_fields(&["kind"]);
    assert_eq!(app.get(&path("resources/")).as_(&other).send().await.data(), &json!([]));
    let foreign = json!({"kind": "staff", "name": "Eva", "offerings": [id]});
    app.post(&path("resources/")).as_(&other).json(foreign).await.refused_fields(&["offerings"]);
}
