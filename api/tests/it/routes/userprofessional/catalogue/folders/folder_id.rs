use serde_json::json;

use crate::{
    routes::userprofessional::catalogue::{create, facial, owners, path},
    support::app::TestApp,
};

#[actix_web::test]
async fn deleted_folder_leaves_its_offerings() {
    let app = TestApp::start().await;
    let (owner, other) = owners(&app).await;
    let created = app.post(&path("folders/")).as_(&owner).json(json!({"name": "Face"})).await;
    let folder = created.data()[0]["id"].clone();
    let mut offering = facial();
    offering["folder_id"] = folder.clone();
    let id = create(&app, &owner, offering).await;
    let one = path(&format!("folders/{folder}/"));
    app.call("PUT", &one).as_(&other).json(json!({"name": "Mine"})).await.refused(404, "not_found");
    app.call("DELETE", &one).as_(&other).send().await.refused(404, "not_found");
    assert_eq!(app.call("PUT", &one).as_(&owner).json(json!({"name": "Faces"})).await.status, 200);
    let list = app.get(&path("folders/")).as_(&owner).send().await;
    assert_eq!((&list.data()[0]["name"], &list.data()[0]["offering_count"]), (&json!("Faces"), &json!(1)));
    assert_eq!(app.call("DELETE", &one).as_(&owner).send().await.status, 200);
    let shown = app.get(&path(&format!("offerings/{id}/"))).as_(&owner).send().await;
    assert_eq!(shown.data()["folder_id"], json!(null));
}
