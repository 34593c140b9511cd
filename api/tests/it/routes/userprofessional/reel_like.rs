use serde_json::{Value, json};

use crate::{
    media::until,
    support::{app::TestApp, reel, socket::Socket},
};

const PATH: &str = "/api/v1/userprofessional/reel-like/";

#[actix_web::test]
async fn like_toggles_and_notifies_the_company_once() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    let ann = app.person("ann").await;
    let state = async || {
        let answer = studio.like(&app, &ann).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        (answer.data()["liked"].as_bool().unwrap(), answer.data()["counts"]["likes"].as_i64().unwrap())
    };
    assert_eq!((state().await, state().await, state().await), ((true, 1), (false, 0), (true, 1)));
    let told = reel::notifications(&app, &studio.owner, 1).await;
    assert_eq!((&told[0]["kind"], &told[0]["actor"]["userName"]), (&json!("reel_like"), &json!("ann")));
    assert_eq!((&told[0]["subject"]["id"], told[0]["count"].as_i64()), (&json!(studio.reel), Some(1)));
    let explicit = app.post(PATH).as_(&ann).form(&format!("reel_id={}&liked=true", studio.reel)).await;
    assert_eq!((&explicit.data()["liked"], &explicit.data()["counts"]["likes"]), (&json!(true), &json!(1)));
}

#[actix_web::test]
async fn notification_of_a_like_goes_with_it() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    studio.like(&app, &ann).await;
    reel::notifications(&app, &studio.owner, 1).await;
    studio.like(&app, &ann).await;
    until(async || reel::notifications(&app, &studio.owner, 0).await.is_empty()).await;
    studio.like(&app, &ben).await;
    let told = reel::notifications(&app, &studio.owner, 1).await;
    assert_eq!((&told[0]["actor"]["userName"], &told[0]["count"]), (&json!("ben"), &json!(1)));
}

#[actix_web::test]
async fn reel_is_saved_to_a_folder_also_by_a_guest() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    let (ann, guest) = (app.person("ann").await, app.guest().await);
    let folder = reel::folder(&app, &guest, "Weekend").await;
    let save = json!({"reel_id": studio.reel, "folder_id": folder});
    let saved = app.post(PATH).as_(&guest).json(save.clone()).await;
    assert_eq!((&saved.data()["folder_id"], &saved.data()["liked"]), (&json!(folder), &json!(false)));
    assert_eq!(saved.data()["counts"]["saves"], 1);
    app.post(PATH).as_(&ann).json(save).await.refused(404, "not_found");
    app.post(PATH).as_(&guest).json(json!({"reel_id": studio.reel})).await.refused(403, "auth.guest");
    app.post(PATH).as_(&ann).json(json!({"reel_id": 5})).await.refused(404, "not_found");
    app.post(PATH).json(json!({"reel_id": studio.reel})).await.refused(401, "unauthenticated");
}

#[actix_web::test]
async fn all_watchers_see_counters_and_each_other() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    let people = [app.person("ann").await, app.person("ben").await, app.person("cleo").await];
    let port = app.running.address.port();
    let mut sockets = Vec::new();
    for person in &people {
        let path = format!("/ws/reels/{}/?token={}", studio.reel, person.access);
        let mut socket = Socket::open(port, &path).await.unwrap();
        let snapshot = socket.wait_for("snapshot").await;
        assert_eq!((&snapshot["data"]["counts"]["likes"], &snapshot["data"]["comments"]), (&json!(0), &json!([])));
        sockets.push(socket);
    }
    for person in &people {
        studio.like(&app, person).await;
    }
    for socket in &mut sockets {
        let is_last = |frame: &Value| frame["data"]["type"] == "counts" && frame["data"]["counts"]["likes"] == 3;
        assert_eq!(socket.wait(is_last).await["data"]["watching"], 3);
    }
    drop(sockets.pop());
    let is_left = |frame: &Value| frame["data"]["watching"] == 2;
    sockets[0].wait(is_left).await;
}

#[actix_web::test]
async fn stream_of_an_unknown_or_hidden_reel_is_refused() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    let ann = app.person("ann").await;
    let port = app.running.address.port();
    let mut none = Socket::open(port, &format!("/ws/reels/5/?token={}", ann.access)).await.unwrap();
    assert_eq!(none.closed().await, 4404);
    let path = format!("/ws/reels/{}/?token={}", studio.reel, ann.access);
    let mut watching = Socket::open(port, &path).await.unwrap();
    watching.wait_for("snapshot").await;
    let state = format!("/api/v1/userprofessional/reels/{}/state/", studio.reel);
    let removed = app.call("PUT", &state).as_(&studio.owner).json(json!({"state": "removed"})).await;
    assert_eq!(removed.status, 200, "{}", removed.json);
    watching.wait(|frame| frame["data"]["type"] == "removed").await;
    assert_eq!(watching.closed().await, 4404);
}
