mod folder_id;
mod order;

use serde_json::json;

use super::{owners, path};
use crate::support::app::TestApp;

#[actix_web::test]
async fn folder_is_created_with_trimmed_name() {
    let app = TestApp::start().await;
    let (owner, other) = owners(&app).await;
    let post = |name: &str| app.post(&path("folders/")).as_(&owner).json(json!({"name": name}));
    let created = post(" Starters ").await;
    assert_eq!((created.status, &created.data()[0]["name"]), (201, &json!("Starters")));
    post(" ").await.refused_fields(&["name"]);
    post(&"x".repeat(81)).await.refused_fields(&["name"]);
    assert_eq!(app.get(&path("folders/")).as_(&owner).send().await.data(), created.data());
    assert_eq!(app.get(&path("folders/")).as_(&other).send().await.data(), &json!([]));
}
