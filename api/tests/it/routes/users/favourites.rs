use serde_json::json;

use crate::support::{app::TestApp, reel};

const PATH: &str = "/api/v1/users/favourites/";

#[actix_web::test]
async fn item_is_placed_moved_and_taken_out() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let folders = [reel::folder(&app, &ann, "Weekend").await, reel::folder(&app, &ann, "Later").await];
    let place = async |person, kind: &str, id: i64, folder: Option<i64>| {
        app.call("PUT", PATH).as_(person).json(json!({"kind": kind, "id": id, "folder_id": folder})).await
    };
    for folder in [Some(folders[0]), Some(folders[1]), None, None] {
        let placed = place(&ann, "reel", studio.reel.0, folder).await;
        assert_eq!(placed.data(), &json!({ "folder_id": folder }));
    }
    assert_eq!(place(&ann, "offering", studio.offering.0, Some(folders[0])).await.status, 200);
    place(&ben, "reel", studio.reel.0, Some(folders[0])).await.refused(404, "not_found");
    place(&ann, "offering", 5, Some(folders[0])).await.refused(404, "not_found");
    place(&ann, "song", 5, None).await.refused_fields(&["kind"]);
    place(&ann, "reel", 5, None).await.refused(404, "not_found");
}
