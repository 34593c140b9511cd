use serde_json::{Value, json};

use crate::{
    routes::userprofessional::catalogue::{create, facial, owners, path},
    support::app::TestApp,
};

#[actix_web::test]
async fn sold_out_is_set_and_taken_back() {
    let app = TestApp::start().await;
    let (owner, other) = owners(&app).await;
    let id = create(&app, &owner, facial()).await;
    let sold_out = path(&format!("offerings/{id}/sold-out/"));
    let put = |body: Value| app.call("PUT", &sold_out).as_(&owner).json(body);
    for value in [true, false] {
        assert_eq!(put(json!({"sold_out": value})).await.status, 200);
        let shown = app.get(&path(&format!("offerings/{id}/"))).as_(&owner).send().await;
        assert_eq!(shown.data()["sold_out"], value);
    }
    put(json!({"sold_out": true, "variant_id": 1})).await.refused(404, "not_found");
    put(json!({})).await.refused_fields(&["sold_out"]);
    app.call("PUT", &sold_out).as_(&other).json(json!({"sold_out": true})).await.refused(404, "not_found");
}
