use serde_json::json;

use crate::{
    routes::users::friends::befriend,
    support::{app::TestApp, order::bakery},
};

const PATH: &str = "/api/v1/chat/chatapp-share-content-by-user/";

#[actix_web::test]
async fn profile_is_shared_once_in_own_chats() {
    let app = TestApp::start().await;
    let (ann, ben, cleo) = (app.person("ann").await, app.person("ben").await, app.person("cleo").await);
    let (with_ben, theirs) = (app.chat(&ann, &ben).await, app.chat(&ben, &cleo).await);
    let share = json!({
        "content": {"kind": "profile", "id": cleo.id}, "chat_ids": [with_ben, theirs], "text": " Do you know her? ",
        "id": "01JDA7XK8Q0000000000000001"
    });
    for _ in 0..2 {
        let told = app.post(PATH).as_(&ann).json(share.clone()).await;
        assert_eq!(told.status, 200, "{}", told.json);
        assert_eq!(told.data()[0], json!({"chat_id": with_ben}));
        assert_eq!((&told.data()[1]["chat_id"], &told.data()[1]["code"]), (&json!(theirs), &json!("not_found")));
    }
    let messages = async |chat: i64| {
        let history = app.get(&format!("/api/v1/chat/chats/{chat}/messages/")).as_(&ben).send().await;
        history.data()["messages"].as_array().unwrap().clone()
    };
    let said = messages(with_ben).await;
    assert_eq!(said.len(), 1, "done once");
    assert_eq!((&said[0]["sender"], &said[0]["text"]), (&json!(ann.id), &json!("Do you know her?")));
    let card = &said[0]["content"];
    assert_eq!(
        (&card["kind"], &card["id"], &card["url"]),
        (&json!("profile"), &json!(cleo.id), &json!(format!("/people/{}", cleo.id)))
    );
    assert!(card["title"].as_str().is_some_and(|title| !title.is_empty()), "{card}");
    assert_eq!(messages(theirs).await.len(), 0, "nobody speaks where they are no member");
}

#[actix_web::test]
async fn unshareable_content_is_refused() {
    let app = TestApp::start().await;
    let (ann, ben, cleo) = (app.person("ann").await, app.person("ben").await, app.person("cleo").await);
    let (mine, theirs) = (app.chat(&ann, &ben).await, app.chat(&ben, &cleo).await);
    let share = async |content: serde_json::Value, chats: serde_json::Value| {
        app.post(PATH).as_(&ann).json(json!({"content": content, "chat_ids": chats})).await
    };
    let profile = json!({"kind": "profile", "id": cleo.id});
    share(profile.clone(), json!([theirs])).await.refused(404, "not_found");
    share(json!({"kind": "profile", "id": 404}), json!([mine])).await.refused(404, "not_found");
    share(json!({"kind": "reel", "id": 1}), json!([mine])).await.refused(404, "not_found");
    share(profile.clone(), json!([])).await.refused_fields(&["chat_ids"]);
    share(profile.clone(), json!((0..21).collect::<Vec<_>>())).await.refused_fields(&["chat_ids"]);
    let unknown = share(json!({"kind": "planet", "id": 1}), json!([mine])).await;
    assert_eq!(unknown.status, 422, "{}", unknown.json);
    let long = json!({"content": profile, "chat_ids": [mine], "text": "a".repeat(4_001)});
    app.post(PATH).as_(&ann).json(long).await.refused(422, "chat.text_too_long");

    // A blocking user is not visible to the blocked user.
    store::chat::set_block(&app.state().db, cleo.id, ann.id, true, store::types::timestamp::Timestamp::now())
        .await
        .unwrap();
    share(profile.clone(), json!([mine])).await.refused(404, "not_found");
    app.post(PATH).json(json!({"content": profile, "chat_ids": [mine]})).await.refused(401, "unauthenticated");
    assert_eq!(store::testing::count(&app.state().db, "message").await, 0);
}

#[actix_web::test]
async fn company_and_product_reach_friends() {
    let app = TestApp::start().await;
    let bakery = bakery(&app).await;
    let (ann, ben, cleo) = (app.person("ann").await, app.person("ben").await, app.person("cleo").await);
    befriend(&app, &ann, &ben).await;
    let with_cleo = app.chat(&ann, &cleo).await;
    let share = async |kind: &str, id: i64, to: serde_json::Value| {
        let mut body = json!({"content": {"kind": kind, "id": id}});
        body.as_object_mut().unwrap().extend(to.as_object().unwrap().clone());
        app.post(PATH).as_(&ann).json(body).await
    };
    let (company, product) = (bakery.company.0, bakery.bread.0);
    share("company", company, json!({"friend_ids": [cleo.id]})).await.refused_fields(&["friend_ids"]);
    share("company", company, json!({})).await.refused_fields(&["chat_ids"]);
    share("product", 404, json!({"friend_ids": [ben.id]})).await.refused(404, "not_found");

    let told = share("company", company, json!({"friend_ids": [ben.id, ben.id]})).await;
    assert_eq!((told.status, told.data().as_array().unwrap().len()), (200, 1), "{}", told.json);
    let with_ben = told.data()[0]["chat_id"].as_i64().unwrap();
    let told = share("product", product, json!({"friend_ids": [ben.id], "chat_ids": [with_cleo]})).await;
    assert_eq!(told.data().as_array().unwrap().len(), 2, "{}", told.json);

    let history = app.get(&format!("/api/v1/chat/chats/{with_ben}/messages/")).as_(&ben).send().await;
    let messages = history.data()["messages"].as_array().unwrap().clone();
    let cards: Vec<_> = messages.iter().map(|message| message["content"].clone()).collect();
    assert_eq!((&cards[0]["kind"], &cards[0]["id"]), (&json!("company"), &json!(company)));
    assert_eq!((&cards[1]["kind"], &cards[1]["url"]), (&json!("product"), &json!(format!("/products/{product}"))));
}
