use serde_json::json;

use crate::{
    routes::userprofessional::catalogue::{owners, path},
    support::app::TestApp,
};

#[actix_web::test]
async fn order_of_own_folders_is_kept() {
    let app = TestApp::start().await;
    let (owner, other) = owners(&app).await;
    let post = |name: &str| app.post(&path("folders/")).as_(&owner).json(json!({"name": name}));
    post("Starters").await;
    let both = post("Mains").await;
    let (first, second) = (both.data()[0]["id"].clone(), both.data()[1]["id"].clone());
    let order = json!({"ids": [second, first]});
    app.call("PUT", &path("folders/order/")).as_(&other).json(order.clone()).await.refused(404, "not_found");
    assert_eq!(app.call("PUT", &path("folders/order/")).as_(&owner).json(order).await.status, 200);
    let list = app.get(&path("folders/")).as_(&owner).send().await;
    assert_eq!(list.data()[0]["name"], "Mains");
}
