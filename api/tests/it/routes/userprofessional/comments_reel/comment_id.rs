use crate::support::{app::TestApp, reel, socket::Socket};

#[actix_web::test]
async fn author_and_company_delete_and_others_do_not() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let first = studio.comment(&app, &ann, "One", None).await["id"].as_i64().unwrap();
    studio.comment(&app, &ben, "Two", Some(first)).await;
    let second = studio.comment(&app, &ann, "Three", None).await["id"].as_i64().unwrap();
    let path = format!("/ws/reels/{}/?token={}", studio.reel, ben.access);
    let mut socket = Socket::open(app.running.address.port(), &path).await.unwrap();
    assert_eq!(socket.wait_for("snapshot").await["data"]["comments"].as_array().unwrap().len(), 2);
    let delete = async |id: i64, person| {
        app.call("DELETE", &format!("/api/v1/userprofessional/comments-reel/{id}/")).as_(person).send().await
    };
    delete(first, &ben).await.refused(404, "not_found");
    assert_eq!(delete(first, &studio.owner).await.data()["comments"], 1, "its answer goes too");
    let gone = socket.wait(|frame| frame["data"]["type"] == "comment_removed").await;
    assert_eq!(gone["data"]["comment_id"].as_i64(), Some(first));
    assert_eq!(delete(second, &ann).await.data()["comments"], 0);
    delete(second, &ann).await.refused(404, "not_found");
}
