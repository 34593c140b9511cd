mod messages;

use crate::app::TestApp;

#[actix_web::test]
async fn its_members_see_who_is_in_a_chat() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let chat = app.chat(&ann, &ben).await;
    super::say(&app, chat, ben.id, 3).await;
    let detail = app.get(&format!("/api/v1/chat/chats/{chat}/")).as_(&ann).send().await;
    assert_eq!((detail.status, &detail.data()["unread"], &detail.data()["seq"]), (200, &3.into(), &3.into()));
    let members = detail.data()["members"].as_array().unwrap();
    assert_eq!(members.len(), 2);
    assert!(members.iter().any(|member| member["user"]["userName"] == "ben"));
}

#[actix_web::test]
async fn to_anybody_else_there_is_no_such_chat() {
    let app = TestApp::start().await;
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    let path = format!("/api/v1/chat/chats/{}/", app.chat(&ann, &ben).await);
    let theirs = app.get(&path).as_(&eve).send().await;
    let none = app.get("/api/v1/chat/chats/1/").as_(&eve).send().await;
    theirs.refused(404, "not_found");
    assert_eq!(theirs.json, none.json);
    app.get("/api/v1/chat/chats/abc/").as_(&eve).send().await.refused(404, "not_found");
    app.get(&path).send().await.refused(401, "unauthenticated");
}
