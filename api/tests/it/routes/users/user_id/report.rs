use serde_json::{Value, json};
use store::{on, social::report, testing::sqlx};

use crate::support::app::{Person, TestApp};

fn path(person: &Person) -> String {
    format!("/api/v1/users/{}/report/", person.id)
}

/// Of each report: the reported user, the chat, and the number of stored messages.
async fn filed(app: &TestApp) -> Vec<(Option<i64>, Option<i64>, usize)> {
    let rows: Vec<(Option<i64>, Option<i64>, String)> = on!(app.state().db.read(), at => sqlx::query_as(
        "SELECT reported_id, chat_id, evidence FROM report ORDER BY id").fetch_all(at).await)
    .unwrap();
    let kept = |json: &str| serde_json::from_str::<Value>(json).unwrap().as_array().unwrap().len();
    rows.into_iter().map(|(about, chat, evidence)| (about, chat, kept(&evidence))).collect()
}

#[actix_web::test]
async fn user_is_reported_without_a_chat_or_with_its_messages() {
    let app = TestApp::start().await;
    let (ann, ben, cem) = (app.person("ann").await, app.person("ben").await, app.person("cem").await);
    let chat = app.chat(&ann, &ben).await;
    crate::routes::chat::chats::say(&app, chat, ben.id, 3).await;
    let told = json!({"reason": "scam", "comment": "A fraud.", "block": true});
    assert_eq!(app.post(&path(&cem)).as_(&ann).json(told).await.status, 200);
    assert_eq!(app.post(&path(&ben)).as_(&ann).json(json!({"reason": "spam"})).await.status, 200);
    assert_eq!(filed(&app).await, [(Some(cem.id.0), None, 0), (Some(ben.id.0), Some(chat), 3)]);
    let listed = report::list(&app.state().db, 10).await.unwrap();
    let names: Vec<_> = listed.iter().map(|one| (one.reported.as_deref(), one.evidence.len())).collect();
    assert_eq!(names, [(Some("ben"), 3), (Some("cem"), 0)]);
    report::close(&app.state().db, listed[0].id).await.unwrap();
    assert!(report::close(&app.state().db, listed[0].id).await.is_err());
    assert_eq!(report::list(&app.state().db, 10).await.unwrap().len(), 1);
    let page = format!("/api/v1/admin/regular-users/get/{}/", cem.id);
    assert_eq!(app.get(&page).as_(&ann).send().await.data()["relation"], "blocked");
}

#[actix_web::test]
async fn report_without_user_or_reason_is_refused() {
    let app = TestApp::start().await;
    let (ann, ben, guest) = (app.person("ann").await, app.person("ben").await, app.guest().await);
    let spam = || json!({"reason": "spam"});
    for nobody in [&ann, &guest] {
        app.post(&path(nobody)).as_(&ann).json(spam()).await.refused(404, "not_found");
    }
    app.post("/api/v1/users/1/report/").as_(&ann).json(spam()).await.refused(404, "not_found");
    app.post(&path(&ben)).as_(&guest).json(spam()).await.refused(403, "auth.guest");
    app.post(&path(&ben)).json(spam()).await.refused(401, "unauthenticated");
    for (body, field) in [
        (json!({}), "reason"),
        (json!({"reason": "boredom"}), "reason"),
        (json!({"reason": "spam", "comment": "x".repeat(1_001)}), "comment"),
        (json!({"reason": "spam", "seq": 1}), "seq"),
    ] {
        app.post(&path(&ben)).as_(&ann).json(body).await.refused_fields(&[field]);
    }
    assert!(filed(&app).await.is_empty());
}
