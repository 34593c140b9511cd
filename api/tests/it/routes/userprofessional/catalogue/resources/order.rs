use serde_json::{Value, json};

use crate::{
    routes::userprofessional::catalogue::{owners, path},
    support::app::TestApp,
};

#[actix_web::test]
async fn order_of_own_staff_is_kept() {
    let app = TestApp::start().await;
    let (owner, other) = owners(&app).await;
    let add = |name: &str| app.post(&path("resources/")).as_(&owner).json(json!({"kind": "staff", "name": name}));
    add("Ana").await;
    let both = add("Marta").await;
    let (ana, marta) = (both.data()[0]["id"].clone(), both.data()[1]["id"].clone());
    let put = |ids: &[&Value]| app.call("PUT", &path("resources/order/")).as_(&owner).json(json!({"ids": ids}));
    assert_eq!(put(&[&marta, &ana]).await.status, 200);
    let list = app.get(&path("resources/")).as_(&owner).send().await;
    assert_eq!((&list.data()[0]["id"], &list.data()[1]["id"]), (&marta, &ana));
    let foreign = json!({"ids": [ana]});
    app.call("PUT", &path("resources/order/")).as_(&other).json(foreign).await.refused(404, "not_found");
    put(&[]).await.refused_fields(&["ids"]);
}
