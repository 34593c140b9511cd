use serde_json::json;

use crate::{
    routes::users::friends::befriend,
    support::{app::TestApp, reel},
};

const PATH: &str = "/api/v1/chat/chatapp-share-reels-in-chats/";

#[actix_web::test]
async fn unpublished_reel_is_not_shared() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let chat = app.chat(&ann, &ben).await;
    let share = json!({"reel_id": 1, "chat_ids": [chat]});
    app.post(PATH).as_(&ann).json(share.clone()).await.refused(404, "not_found");
    app.post(PATH).json(share).await.refused(401, "unauthenticated");
    assert_eq!(store::testing::count(&app.state().db, "message").await, 0);
}

#[actix_web::test]
async fn missing_fields_are_named() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    for (form, field) in [
        (json!({"chat_ids": [1]}), "reel_id"),
        (json!({"reel_id": 1}), "friend_ids"),
        (json!({"reel_id": 1, "chat_ids": []}), "friend_ids"),
        (json!({"reel_id": 1, "chat_ids": (0..21).collect::<Vec<_>>()}), "chat_ids"),
        (json!({"reel_id": 1, "chat_ids": [1], "id": "x"}), "id"),
    ] {
        app.post(PATH).as_(&ann).json(form).await.refused_fields(&[field]);
    }
}

#[actix_web::test]
async fn reel_is_shared_with_friends_and_counted() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    let (ann, ben, cleo) = (app.person("ann").await, app.person("ben").await, app.person("cleo").await);
    befriend(&app, &ann, &ben).await;
    let share = async |body| app.post(PATH).as_(&ann).json(body).await;
    share(json!({"reel_id": studio.reel, "friend_ids": [cleo.id]})).await.refused_fields(&["friend_ids"]);
    let none = share(json!({"reel_id": studio.reel})).await;
    assert_eq!(none.json["message"], "Choose at least one friend.");
    let shared = share(json!({"reel_id": studio.reel, "friend_ids": [ben.id, ben.id]})).await;
    assert_eq!((shared.status, shared.data().as_array().unwrap().len()), (200, 1), "{}", shared.json);
    let chat = shared.data()[0]["chat_id"].as_i64().unwrap();
    let told = app.get(&format!("/api/v1/chat/chats/{chat}/messages/")).as_(&ben).send().await;
    let card = &told.data()["messages"][0]["content"];
    assert_eq!((&card["kind"], &card["url"]), (&json!("reel"), &json!(format!("/videos/{}", studio.reel))));
    let shares = async || {
        let feed = app.get("/api/v1/userprofessional/all-reels/").send().await;
        feed.data()[0]["counts"]["shares"].as_i64().unwrap()
    };
    assert_eq!(shares().await, 1);
    // A repeat of a request sends and counts nothing.
    let id = "01JDA7XK8Q0000000000000001";
    for _ in 0..2 {
        share(json!({"reel_id": studio.reel, "friend_ids": [ben.id], "id": id})).await;
        assert_eq!(shares().await, 2);
    }
}
