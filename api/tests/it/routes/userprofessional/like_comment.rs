use serde_json::json;

use crate::support::{app::TestApp, reel, socket::Socket};

const PATH: &str = "/api/v1/userprofessional/like-comment/";

#[actix_web::test]
async fn like_of_a_comment_toggles_and_is_live() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let id = studio.comment(&app, &ann, "One", None).await["id"].as_i64().unwrap();
    let path = format!("/ws/reels/{}/?token={}", studio.reel, ann.access);
    let mut socket = Socket::open(app.running.address.port(), &path).await.unwrap();
    socket.wait_for("snapshot").await;
    let like = async || app.post(PATH).as_(&ben).json(json!({"comment_id": id})).await;
    let liked = like().await;
    assert_eq!(liked.data(), &json!({"comment_id": id, "liked": true, "likes": 1}));
    let shown = socket.wait(|frame| frame["data"]["type"] == "comment_likes").await;
    assert_eq!(shown["data"]["comments"], json!([{"comment_id": id, "likes": 1}]));
    assert_eq!(like().await.data()["likes"], 0);
    assert_eq!(studio.comments(&app, &ben, "").await.data()[0]["liked"], false);
    app.post(PATH).as_(&ben).json(json!({"comment_id": 5})).await.refused(404, "not_found");
    app.post(PATH).as_(&ben).json(json!({})).await.refused_fields(&["comment_id"]);
}
