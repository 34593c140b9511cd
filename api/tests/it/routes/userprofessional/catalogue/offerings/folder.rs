use serde_json::{Value, json};

use crate::{
    routes::userprofessional::catalogue::{create, facial, owners, path},
    support::app::TestApp,
};

#[actix_web::test]
async fn several_offerings_move_to_folder_and_back() {
    let app = TestApp::start().await;
    let (owner, other) = owners(&app).await;
    let ids = [create(&app, &owner, facial()).await, create(&app, &owner, facial()).await];
    let folders = app.post(&path("folders/")).as_(&owner).json(json!({"name": "Faces"})).await;
    let folder = folders.data()[0]["id"].clone();
    let put = |folder: Value| {
        app.call("PUT", &path("offerings/folder/")).as_(&owner).json(json!({"ids": ids, "folder_id": folder}))
    };
    let count = async || app.get(&path("folders/")).as_(&owner).send().await.data()[0]["offering_count"].clone();
    assert_eq!((put(folder.clone()).await.status, count().await), (200, json!(2)));
    assert_eq!((put(Value::Null).await.status, count().await), (200, json!(0)));
    put(json!(1)).await.refused_fields(&["folder_id"]);
    let foreign = json!({"ids": ids, "folder_id": null});
    app.call("PUT", &path("offerings/folder/")).as_(&other).json(foreign).await.refused(404, "not_found");
}
