mod favourites;
mod requests;
mod user_id;
mod request {
    mod answer;
    mod send;
    mod user_id;
}

use serde_json::json;

use crate::support::app::{Person, TestApp};

const PATH: &str = "/api/v1/users/friends/";

pub async fn ask(app: &TestApp, from: &Person, to: &Person) {
    let asked = app.call("PUT", "/api/v1/users/friends/request/send/").as_(from).json(json!({"user_id": to.id})).await;
    assert_eq!(asked.data(), &json!({"relation": "requested"}));
}

pub async fn befriend(app: &TestApp, one: &Person, other: &Person) {
    ask(app, one, other).await;
    let answer = json!({"user_id": one.id, "accept": true});
    assert_eq!(app.call("PUT", "/api/v1/users/friends/request/answer/").as_(other).json(answer).await.status, 200);
}

#[actix_web::test]
async fn list_contains_the_callers_friends() {
    let app = TestApp::start().await;
    let (ann, ben, cem) = (app.person("ann").await, app.person("ben").await, app.person("cem").await);
    befriend(&app, &ann, &ben).await;
    befriend(&app, &ben, &cem).await;
    let list = app.get(PATH).as_(&ann).send().await;
    assert_eq!((&list.data()[0]["id"], &list.data()[0]["relation"]), (&json!(ben.id), &json!("friends")));
    assert_eq!(list.json["total"], 1);
    let found = app.get(&format!("{PATH}?query=cem")).as_(&ben).send().await;
    assert_eq!((&found.data()[0]["id"], &found.json["total"]), (&json!(cem.id), &json!(1)));
    app.get(PATH).send().await.refused(401, "unauthenticated");
}

#[actix_web::test]
async fn last_seen_of_friends_follows_their_privacy_setting() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    befriend(&app, &ann, &ben).await;
    for (audience, told) in
        [("everyone", true), ("only_friends", true), ("private", false), ("friends_of_friends", true)]
    {
        let change = json!({"last_seen": audience});
        let changed = app.call("PUT", "/api/v1/users/update-privacy-settings/").as_(&ben).json(change).await;
        assert_eq!(changed.status, 200, "{}", changed.json);
        let list = app.get(PATH).as_(&ann).send().await;
        assert_eq!(list.data()[0]["last_seen_at"].is_string(), told, "{audience}: {}", list.json);
    }
}
