use serde_json::json;

use crate::support::{app::TestApp, reel};

pub mod upload_id;

pub const PATH: &str = "/api/v1/userprofessional/reels/uploads/";

#[actix_web::test]
async fn upload_begins_with_its_parts_and_within_limits() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    let begin =
        async |bytes: i64| app.post(PATH).as_(&studio.owner).json(json!({"name": "cut.mp4", "bytes": bytes})).await;
    let begun = begin(9 * 1024 * 1024).await;
    assert_eq!((begun.status, &begun.data()["parts"], &begun.data()["received"]), (201, &json!(3), &json!([])));
    for bytes in [0, 500 * 1024 * 1024 + 1] {
        begin(bytes).await.refused_fields(&["bytes"]);
    }
    for _ in 0..9 {
        begin(1).await;
    }
    begin(1).await.refused(409, "reel.too_many_uploads");
    let listed = app.get(PATH).as_(&studio.owner).send().await;
    assert_eq!((listed.data().as_array().unwrap().len(), &listed.data()[0]["state"]), (10, &json!("receiving")));
    app.get(PATH).as_(&app.person("ann").await).send().await.refused(403, "not_allowed");
}
