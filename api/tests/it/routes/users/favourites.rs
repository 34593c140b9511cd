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
    for folder in [Some(folders[0]), Some(folders[1]), None] {
        let placed = place(&ann, "company", studio.company.0, folder).await;
        assert_eq!(placed.data(), &json!({ "folder_id": folder }));
    }
    place(&ann, "company", 5, Some(folders[0])).await.refused(404, "not_found");
    place(&ben, "reel", studio.reel.0, Some(folders[0])).await.refused(404, "not_found");
    place(&ann, "offering", 5, Some(folders[0])).await.refused(404, "not_found");
    place(&ann, "song", 5, None).await.refused_fields(&["kind"]);
    place(&ann, "reel", 5, None).await.refused(404, "not_found");
}

#[actix_web::test]
async fn own_favourites_are_told_by_their_ids() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    let (ann, guest) = (app.person("ann").await, app.guest().await);
    let folder = reel::folder(&app, &ann, "Weekend").await;
    let id = studio.offering.0;
    let body = json!({"kind": "offering", "id": id, "folder_id": folder});
    assert_eq!(app.call("PUT", PATH).as_(&ann).json(body).await.status, 200);
    let ask = async |person, query: &str| app.get(&format!("{PATH}?{query}")).as_(person).send().await;
    let found = ask(&ann, &format!("kind=offering&ids={id},5")).await;
    assert_eq!(found.data(), &json!([{"id": id, "folder_id": folder}]));
    assert_eq!(ask(&ann, &format!("kind=reel&ids={id}")).await.data(), &json!([]));
    assert_eq!(ask(&guest, &format!("kind=offering&ids={id}")).await.data(), &json!([]));
    let many = vec!["1"; 101].join(",");
    for ids in ["", "x", "1,,2", &many] {
        ask(&ann, &format!("kind=offering&ids={ids}")).await.refused_fields(&["ids"]);
    }
    ask(&ann, "kind=song&ids=1").await.refused_fields(&["kind"]);
}
