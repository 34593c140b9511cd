use serde_json::json;

use crate::support::app::TestApp;

const PATH: &str = "/api/v1/users/update-privacy-settings/";
const SHOW: &str = "/api/v1/users/get-privacy-settings/";

#[actix_web::test]
async fn sent_settings_change_and_others_stay() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let put = || app.call("PUT", PATH).as_(&ann);
    let first = put().json(json!({"messaging": "only_friends", "read_receipts": false})).await;
    assert_eq!((first.status, &first.data()["messaging"]), (200, &json!("only_friends")));
    let second = put().form("last_seen=friends_of_friends&cookies=off&id_mentions=").await;
    let parts = [("friend_invitation", None, &b"private"[..]), ("location_share", None, b"true")];
    let third = put().multipart(&parts).await;
    let shown = app.get(SHOW).as_(&ann).send().await;
    assert_eq!(third.data(), shown.data());
    for (name, value) in [
        ("messaging", json!("only_friends")),
        ("read_receipts", json!(false)),
        ("last_seen", json!("friends_of_friends")),
        ("cookies", json!(false)),
        ("id_mentions", json!("everyone")),
        ("friend_invitation", json!("private")),
        ("location_share", json!(true)),
    ] {
        assert_eq!(shown.data()[name], value, "{name}");
    }
    assert_eq!(second.data()["friend_invitation"], "everyone");
    assert_eq!(app.get(SHOW).as_(&ben).send().await.data()["messaging"], "everyone");
}

#[actix_web::test]
async fn unknown_setting_or_value_is_named() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    for (field, value) in [
        ("messaging", json!("colleagues")),
        ("messaging", json!(7)),
        ("cookies", json!("perhaps")),
        ("user_id", json!(1)),
    ] {
        app.call("PUT", PATH).as_(&ann).json(json!({field: value})).await.refused_fields(&[field]);
    }
    assert_eq!(store::testing::count(&app.state().db, "privacy").await, 0);
}

#[actix_web::test]
async fn changing_settings_requires_an_account() {
    let app = TestApp::start().await;
    app.call("PUT", PATH).json(json!({"cookies": false})).await.refused(401, "unauthenticated");
}
