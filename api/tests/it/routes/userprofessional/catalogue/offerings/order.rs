use serde_json::json;

use crate::{
    routes::userprofessional::catalogue::{create, facial, owners, path},
    support::app::TestApp,
};

#[actix_web::test]
async fn order_of_own_offerings_is_kept() {
    let app = TestApp::start().await;
    let (owner, other) = owners(&app).await;
    let (first, second) = (create(&app, &owner, facial()).await, create(&app, &owner, facial()).await);
    let put = |ids| app.call("PUT", &path("offerings/order/")).as_(&owner).json(json!({"ids": ids}));
    assert_eq!(put(vec![second, first]).await.status, 200);
    let list = app.get(&path("offerings/")).as_(&owner).send().await;
    assert_eq!((&list.data()[0]["id"], &list.data()[1]["id"]), (&json!(second), &json!(first)));
    let foreign = create(&app, &other, facial()).await;
    put(vec![first, foreign]).await.refused(404, "not_found");
    put(Vec::new()).await.refused_fields(&["ids"]);
}
