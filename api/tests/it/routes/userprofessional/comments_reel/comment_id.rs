use serde_json::json;

use crate::support::{
    app::{Person, TestApp},
    reel,
    socket::Socket,
};

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

#[actix_web::test]
async fn notifications_quote_a_comment_and_go_with_it() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let first = studio.comment(&app, &ann, "Hello @ben", None).await["id"].as_i64().unwrap();
    let answer = studio.comment(&app, &ben, "Hello you", Some(first)).await["id"].as_i64().unwrap();
    let quoted = async |person: &Person, kind: &str, comment: i64, text: &str| {
        let told = reel::notifications(&app, person, 1).await;
        let entry = told.iter().find(|entry| entry["kind"] == kind).unwrap_or_else(|| panic!("{told:?}"));
        assert_eq!((&entry["subject"]["comment_id"], &entry["subject"]["comment"]), (&json!(comment), &json!(text)));
    };
    quoted(&ben, "reel_mention", first, "Hello @ben").await;
    quoted(&ann, "reel_reply", answer, "Hello you").await;
    while reel::notifications(&app, &studio.owner, 1).await[0]["count"] != 2 {}
    quoted(&studio.owner, "reel_comment", answer, "Hello you").await;
    let path = format!("/api/v1/userprofessional/comments-reel/{first}/");
    assert_eq!(app.call("DELETE", &path).as_(&ann).send().await.status, 200);
    for person in [&ann, &ben, &studio.owner] {
        while !reel::notifications(&app, person, 0).await.is_empty() {}
    }
}

#[actix_web::test]
async fn answer_is_shown_with_the_comment_it_answers() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let first = studio.comment(&app, &ann, "One", None).await["id"].as_i64().unwrap();
    let answer = studio.comment(&app, &ben, "Two", Some(first)).await["id"].as_i64().unwrap();
    let show = async |id: i64| app.get(&format!("/api/v1/userprofessional/comments-reel/{id}/")).as_(&ann).send().await;
    let shown = show(answer).await;
    assert_eq!(shown.data()["comment"]["id"].as_i64(), Some(first));
    assert_eq!(shown.data()["reply"]["text"], "Two");
    assert!(show(first).await.data()["reply"].is_null());
    show(5).await.refused(404, "not_found");
    let told = reel::notifications(&app, &ann, 1).await;
    assert_eq!((&told[0]["kind"], told[0]["subject"]["comment_id"].as_i64()), (&json!("reel_reply"), Some(answer)));
    let path = format!("/api/v1/users/{}/block/", ben.id);
    assert_eq!(app.call("PUT", &path).as_(&ann).json(json!({"block": true})).await.status, 200);
    show(answer).await.refused(404, "not_found");
}
