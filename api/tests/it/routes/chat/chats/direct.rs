use serde_json::json;

use crate::support::{app::TestApp, market};

const PATH: &str = "/api/v1/chat/chats/direct/";

#[actix_web::test]
async fn pair_has_one_chat_from_either_side() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let opened = app.post(PATH).as_(&ann).json(json!({"user_id": ben.id})).await;
    assert_eq!(opened.status, 201);
    assert_eq!(opened.data()["members"][0]["id"], ben.id.0);
    let again = app.post(PATH).as_(&ann).json(json!({"userName": "BEN"})).await;
    let back = app.post(PATH).as_(&ben).form(&format!("user_id={}", ann.id)).await;
    assert_eq!((again.status, back.status), (200, 200));
    assert_eq!((&again.data()["id"], &back.data()["id"]), (&opened.data()["id"], &opened.data()["id"]));
    assert_eq!(back.data()["members"][0]["id"], ann.id.0);
}

#[actix_web::test]
async fn concurrent_opening_by_both_users_returns_one_chat() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (one, other) = futures_util::future::join(
        app.post(PATH).as_(&ann).json(json!({"user_id": ben.id})),
        app.post(PATH).as_(&ben).json(json!({"user_id": ann.id})),
    )
    .await;
    assert_eq!(one.data()["id"], other.data()["id"]);
    assert_eq!(store::testing::count(&app.state().db, "chat").await, 1);
}

#[actix_web::test]
async fn chat_with_oneself_or_an_unknown_user_is_refused() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    app.post(PATH).as_(&ann).json(json!({"user_id": ann.id})).await.refused_fields(&["user_id"]);
    app.post(PATH).as_(&ann).json(json!({"userName": "ann"})).await.refused_fields(&["userName"]);
    app.post(PATH).as_(&ann).json(json!({})).await.refused_fields(&["user_id"]);
    app.post(PATH).as_(&ann).json(json!({"user_id": 1, "userName": "ben"})).await.refused_fields(&["user_id"]);
    app.post(PATH).as_(&ann).json(json!({"user_id": 1})).await.refused(404, "not_found");
    app.post(PATH).as_(&ann).json(json!({"userName": "nobody"})).await.refused(404, "not_found");
    let guest = app.guest().await;
    app.post(PATH).as_(&ann).json(json!({"user_id": guest.id})).await.refused(404, "not_found");
    app.post(PATH).json(json!({"user_id": ann.id})).await.refused(401, "unauthenticated");
    assert_eq!(store::testing::count(&app.state().db, "chat").await, 0);
}

#[actix_web::test]
async fn opening_a_chat_follows_the_recipients_setting() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let shut = json!({"messaging": "only_friends"});
    assert_eq!(app.call("PUT", "/api/v1/users/update-privacy-settings/").as_(&ben).json(shut).await.status, 200);
    let refused = app.post(PATH).as_(&ann).json(json!({"user_id": ben.id})).await;
    refused.refused(403, "chat.not_open");
    assert_eq!(refused.json["message"], "This person takes messages from friends only.");
    // In the other direction the chat opens, and then for both.
    assert_eq!(app.post(PATH).as_(&ben).json(json!({"user_id": ann.id})).await.status, 201);
    assert_eq!(app.post(PATH).as_(&ann).json(json!({"user_id": ben.id})).await.status, 200);
}

#[actix_web::test]
async fn blocking_user_responds_like_an_unknown_user() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let block = format!("/api/v1/users/{}/block/", ben.id);
    assert_eq!(app.call("PUT", &block).as_(&ann).json(json!({"block": true})).await.status, 200);
    for setting in ["everyone", "only_friends"] {
        let privacy = json!({"messaging": setting});
        assert_eq!(app.call("PUT", "/api/v1/users/update-privacy-settings/").as_(&ann).json(privacy).await.status, 200);
        let unknown = app.post(PATH).as_(&ben).json(json!({"user_id": 1})).await;
        unknown.refused(404, "not_found");
        let unknown_name = app.post(PATH).as_(&ben).json(json!({"userName": "nobody"})).await;
        let by_id = app.post(PATH).as_(&ben).json(json!({"user_id": ann.id})).await;
        let by_name = app.post(PATH).as_(&ben).json(json!({"userName": "ann"})).await;
        for answer in [&unknown_name, &by_id, &by_name] {
            assert_eq!((answer.status, &answer.json), (unknown.status, &unknown.json), "{setting}");
        }
    }
    assert_eq!(store::testing::count(&app.state().db, "chat").await, 0);
}

#[actix_web::test]
async fn chat_with_a_company_belongs_to_its_team() {
    let app = TestApp::start().await;
    let (shop, _) = market::salon(&app, "beauty").await;
    let (ann, other) = (app.person("ann").await, app.business("other").await);
    let opened = app.post(PATH).as_(&ann).json(json!({"company_id": shop.company})).await;
    assert_eq!((opened.status, &opened.data()["members"][0]["firstName"]), (201, &json!("beauty")));
    let contact = &app.get(&format!("/api/v1/users/company/{}/details", shop.company)).as_(&ann).send().await;
    let again = app.post(PATH).as_(&ann).json(json!({"user_id": contact.data()["contact_id"]})).await;
    assert_eq!((again.status, &again.data()["id"]), (200, &opened.data()["id"]));

    let inbox = "/api/v1/chat/chats/?inbox=company";
    assert_eq!(app.get(inbox).as_(&shop.owner).send().await.data(), &json!([]), "nothing is said yet");
    super::say(&app, opened.data()["id"].as_i64().unwrap(), ann.id, 1).await;
    assert_eq!(app.get(inbox).as_(&shop.owner).send().await.data()[0]["id"], opened.data()["id"]);
    assert_eq!(app.get("/api/v1/chat/chats/").as_(&shop.owner).send().await.data(), &json!([]));
    app.get(inbox).as_(&ann).send().await.refused(403, "not_allowed");
    app.get(inbox).as_(&other).send().await.refused(403, "not_allowed");
    let chat = format!("/api/v1/chat/chats/{}/", opened.data()["id"]);
    let detail = app.get(&chat).as_(&shop.owner).send().await;
    assert_eq!(detail.data()["agents"][0]["id"], json!(shop.owner.id));
    app.get(&chat).as_(&other).send().await.refused(404, "not_found");
    let pinned = json!({"pinned": true});
    assert_eq!(app.call("PUT", &format!("{chat}settings/")).as_(&shop.owner).json(pinned).await.status, 200);

    app.post(PATH).as_(&shop.owner).json(json!({"company_id": shop.company})).await.refused_fields(&["company_id"]);
    app.post(PATH).as_(&ann).json(json!({"company_id": 1})).await.refused(404, "not_found");
    let both = json!({"company_id": shop.company, "user_id": 1});
    app.post(PATH).as_(&ann).json(both).await.refused_fields(&["user_id"]);
}

#[actix_web::test]
async fn block_and_report_work_towards_the_company() {
    let app = TestApp::start().await;
    let (shop, _) = market::salon(&app, "beauty").await;
    let ann = app.person("ann").await;
    let opened = app.post(PATH).as_(&ann).json(json!({"company_id": shop.company})).await;
    let chat = &opened.data()["id"];
    let report = format!("/api/v1/chat/chatapp-report-users/?chat_id={chat}");
    assert_eq!(app.post(&report).as_(&ann).json(json!({"reason": "spam"})).await.status, 200);
    assert_eq!(app.post(&report).as_(&shop.owner).json(json!({"reason": "spam"})).await.status, 200);
    let block = format!("/api/v1/chat/chatapp-block-unblock-users/?chat_id={chat}");
    assert_eq!(app.post(&block).as_(&ann).json(json!({"block": true})).await.status, 200);
    let line = app.get(&format!("/api/v1/chat/chats/{chat}/")).as_(&ann).send().await;
    assert_eq!((&line.data()["blocked"], &line.data()["can_write"]), (&json!(true), &json!(false)));
    // The team may block a customer, too.
    assert_eq!(app.post(&block).as_(&shop.owner).json(json!({"block": true})).await.status, 200);
}
