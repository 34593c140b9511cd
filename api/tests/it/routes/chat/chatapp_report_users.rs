use serde_json::json;
use store::account::privacy;

use super::chats::say;
use crate::support::app::TestApp;

#[actix_web::test]
async fn member_reports_and_blocks_the_peer() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let chat = app.chat(&ann, &ben).await;
    say(&app, chat, ben.id, 3).await;
    let path = format!("/api/v1/chat/chatapp-report-users/?chat_id={chat}");
    let filed = app.post(&path).as_(&ann).form("reason=spam&comment=Every+day&seq=3").await;
    assert_eq!(filed.status, 200, "{}", filed.json);
    let blocks = async || privacy::relation(&app.state().db, ann.id, ben.id).await.unwrap().blocks;
    assert!(!blocks().await);
    let blocking = app.post(&path).as_(&ann).json(json!({"reason": "harassment", "block": true})).await;
    assert_eq!((blocking.status, blocks().await), (200, true));
    assert_eq!(store::testing::count(&app.state().db, "report").await, 2);
}

#[actix_web::test]
async fn invalid_report_is_refused() {
    let app = TestApp::start().await;
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    let chat = app.chat(&ann, &ben).await;
    let path = format!("/api/v1/chat/chatapp-report-users/?chat_id={chat}");
    let report = json!({"reason": "spam"});
    app.post(&path).as_(&eve).json(report.clone()).await.refused(404, "not_found");
    app.post(&path).json(report.clone()).await.refused(401, "unauthenticated");
    app.post("/api/v1/chat/chatapp-report-users/").as_(&ann).json(report).await.refused_fields(&["chat_id"]);
    for (form, field) in [
        (json!({}), "reason"),
        (json!({"reason": "boredom"}), "reason"),
        (json!({"reason": "spam", "comment": "a".repeat(1_001)}), "comment"),
        (json!({"reason": "spam", "seq": "x"}), "seq"),
    ] {
        app.post(&path).as_(&ann).json(form).await.refused_fields(&[field]);
    }
    app.post(&path).as_(&ann).json(json!({"reason": "spam", "user_id": eve.id})).await.refused(404, "not_found");
    app.post(&path).as_(&ann).json(json!({"reason": "spam", "seq": 9})).await.refused(404, "not_found");
    assert_eq!(store::testing::count(&app.state().db, "report").await, 0);
}
