use serde_json::json;
use store::notification::{Kind, Notice};

use super::PATH;
use crate::support::app::TestApp;

#[actix_web::test]
async fn mail_is_sent_by_the_preference_of_the_group() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let path = format!("{PATH}preferences/");
    let shown = |group: &str, mail: serde_json::Value| {
        let partly = false;
        json!({"group": group, "push": true, "push_partly": partly, "mail": mail, "mail_partly": partly})
    };
    let all = app.get(&path).as_(&ann).send().await;
    assert_eq!(all.data()[2], shown("bookings", json!(true)));
    assert_eq!(all.data()[10], shown("security", json!(null)));
    let put = || app.call("PUT", &path).as_(&ann);
    let changed = put().json(json!({"group": "bookings", "mail": false})).await;
    assert_eq!(changed.data()[2], shown("bookings", json!(false)));
    put().json(json!({"group": "people", "mail": true})).await;

    let notify = async |kind, event| app.state().notifier.notify(&[ann.id], Notice::new(kind, event)).await;
    notify(Kind::BookingReminder, 1).await;
    notify(Kind::FriendAccepted, 1).await;
    // A second cause of the unread entry sends no second mail.
    notify(Kind::FriendAccepted, 2).await;
    let mails = app.letters(1).await;
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].subject.as_deref(), Some("Your friend request was accepted"));
}

#[actix_web::test]
async fn invalid_preference_is_refused() {
    let app = TestApp::start().await;
    let (ann, guest) = (app.person("ann").await, app.guest().await);
    let path = format!("{PATH}preferences/");
    let put = || app.call("PUT", &path).as_(&ann);
    put().json(json!({"group": "security", "mail": false})).await.refused_fields(&["mail"]);
    put().json(json!({"group": "weather"})).await.refused_fields(&["group"]);
    put().json(json!({})).await.refused_fields(&["group"]);
    app.get(&path).as_(&guest).send().await.refused(403, "auth.guest");
}
