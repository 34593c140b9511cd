mod user_id;

use serde_json::{Value, json};

use crate::{routes::chat::groups::group, support::app::TestApp};

#[actix_web::test]
async fn leaders_add_members_once() {
    let app = TestApp::start().await;
    let (ann, ben, cleo) = (app.person("ann").await, app.person("ben").await, app.person("cleo").await);
    let eve = app.person("eve").await;
    let chat = group(&app, &ann, "Table", &[&ben]).await;
    let path = format!("/api/v1/chat/chats/{chat}/members/");
    let add = json!({"user_ids": [cleo.id, ben.id]});
    for _ in 0..2 {
        let added = app.post(&path).as_(&ann).json(add.clone()).await;
        assert_eq!((added.status, &added.data()["member_count"]), (200, &json!(3)), "{}", added.json);
        assert_eq!(added.data()["last_message"]["system"]["users"], json!([cleo.id]));
        assert_eq!(added.data()["seq"], 2, "the second time changes nothing");
    }
    app.post(&path).as_(&ben).json(json!({"user_ids": [eve.id]})).await.refused(403, "not_allowed");
    app.post(&path).as_(&eve).json(json!({"user_ids": [eve.id]})).await.refused(404, "not_found");
    app.post(&path).as_(&ann).json(json!({"user_ids": []})).await.refused_fields(&["user_ids"]);
    let guest = app.guest().await;
    for nobody in [json!(1), json!(guest.id)] {
        app.post(&path).as_(&ann).json(json!({"user_ids": [nobody]})).await.refused_fields(&["user_ids"]);
    }
    app.post(&path).json(add).await.refused(401, "unauthenticated");
    let direct = app.chat(&ann, &ben).await;
    let path = format!("/api/v1/chat/chats/{direct}/members/");
    app.post(&path).as_(&ann).json(json!({"user_ids": [eve.id]})).await.refused(403, "not_allowed");
}

#[actix_web::test]
async fn members_are_listed_in_pages_and_found_by_name() {
    let app = TestApp::start().await;
    let (ann, ben, cleo) = (app.person("ann").await, app.person("ben").await, app.person("cleo").await);
    let eve = app.person("eve").await;
    let chat = group(&app, &ann, "Table", &[&ben, &cleo]).await;
    let path = format!("/api/v1/chat/chats/{chat}/members/");
    let names = async |query: &str| -> Vec<Value> {
        let answer = app.get(&format!("{path}{query}")).as_(&ben).send().await;
        answer.data().as_array().unwrap().iter().map(|one| one["user"]["userName"].clone()).collect()
    };
    assert_eq!(names("?per_page=1").await, ["ann"], "its owner first");
    assert_eq!(names("").await.len(), 3);
    assert_eq!(names("?query=CLE").await, ["cleo"]);
    assert_eq!(names("?query=%25").await.len(), 0, "a sign of the database's is a letter like others");
    app.get(&path).as_(&eve).send().await.refused(404, "not_found");
    app.get(&format!("{path}?page=0")).as_(&ben).send().await.refused_fields(&["page"]);
}
